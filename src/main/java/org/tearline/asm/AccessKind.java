// SPDX-License-Identifier: Apache-2.0
package org.tearline.asm;

/** The kinds of machine instruction that touch the value. */
public enum AccessKind {
    // x86-64. VMOV: 8 bytes through a vector register, as C1 makes ordered longs; XMM to ZMM: a vector.
    MOV("mov", false), VMOV("vmovsd", false), XMM("vmovdqu xmm", false), YMM("vmovdqu ymm", false),
    ZMM("vmovdqu zmm", false), LOCK_CMPXCHG("lock cmpxchg", true), XCHG("xchg", true), LOCK_XADD("lock xadd", true),
    LOCK_ADD("lock add", true),
    // AArch64. LDAR: either kind of load-acquire; EXCLUSIVE: the loop that stands for an atomic without LSE.
    LDR("ldr", false), STR("str", false), LDAR("ldar", false), STLR("stlr", false), CAS("cas", true),
    SWP("swp", true), LDADD("ldadd", true), EXCLUSIVE("ldxr/stxr", true),
    /** The access is in other code. */
    CALL("call", false);

    private final String text;
    private final boolean locked;

    AccessKind(String text, boolean locked) {
        this.text = text;
        this.locked = locked;
    }

    /** Whether it reads and writes all bytes as one, wherever it may be executed at all. */
    public boolean locked() {
        return locked;
    }

    @Override
    public String toString() {
        return text;
    }
}
