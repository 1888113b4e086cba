// SPDX-License-Identifier: Apache-2.0
package org.tearline.asm;

/** Names what kind of machine instruction touches the value. */
public enum AccessKind {
    /** x86-64: a load or a store of a general register; a narrow load may extend its sign or zeros. */
    MOV("mov", false),
    /** x86-64: a load or a store of 8 bytes through a vector register, as C1 makes ordered longs. */
    VMOV("vmovsd", false),
    /** x86-64: a load or a store of 16 bytes through a vector register. */
    XMM("vmovdqu xmm", false),
    /** x86-64: of 32 bytes. */
    YMM("vmovdqu ymm", false),
    /** x86-64: of 64 bytes. */
    ZMM("vmovdqu zmm", false),
    LOCK_CMPXCHG("lock cmpxchg", true),
    /** x86-64: locked by itself. */
    XCHG("xchg", true),
    LOCK_XADD("lock xadd", true),
    /** x86-64: an addition in memory whose result nobody looks at. */
    LOCK_ADD("lock add", true),
    LDR("ldr", false),
    STR("str", false),
    /** AArch64: a load-acquire, of either kind. */
    LDAR("ldar", false),
    STLR("stlr", false),
    /** AArch64 with LSE: compare and swap. */
    CAS("cas", true),
    SWP("swp", true),
    LDADD("ldadd", true),
    /** AArch64 without LSE: a loop of load-exclusive and store-exclusive. */
    EXCLUSIVE("ldxr/stxr", true),
    /** A call; the access is in other code. */
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

    /** Returns the instruction without operands, as reports print it. */
    @Override
    public String toString() {
        return text;
    }
}
