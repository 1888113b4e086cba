package org.tearline.plan;

import java.util.Locale;

/** How the writers store the value: the memory order or the read-modify-write that Java code asks for. Immutable. */
public enum WriteMode {
    PLAIN,
    OPAQUE,
    /** The user's word for release; also known as lazySet. */
    ORDERED,
    VOLATILE,
    /** compareAndSet from the value that this writer stored last. */
    CAS,
    GETANDSET,
    /** getAndAdd of the difference to the next value; only one writer can know that difference. */
    GETANDADD;

    /**
     * Whether an x86-64 HotSpot turns this write into a locked instruction on the value itself. A volatile store of the
     * compilers is a MOV and a locked addition <em>on the stack</em>, so it is not; the interpreter's is an XCHG.
     */
    public boolean lockedOnX86(Tier tier) {
        return switch (this) {
            case PLAIN -> false;
            case OPAQUE, ORDERED, VOLATILE -> tier == Tier.INTERPRETER;
            case CAS, GETANDSET, GETANDADD -> true;
        };
    }

    /** The name as the user types it. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
