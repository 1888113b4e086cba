package org.tearline.plan;

import java.util.Locale;

/** How the readers look at the value. Immutable. */
public enum ReadMode {
    PLAIN,
    OPAQUE,
    ACQUIRE,
    VOLATILE,
    /** compareAndSet of a torn candidate to itself: succeeds only if memory held it at a locked instant. */
    CAS,
    /** compareAndExchange of a value to itself: a locked read of an arbitrary value. */
    EXCHANGE,
    /** getAndAdd of zero: the other locked read. */
    GETANDADD;

    /** Whether an x86-64 HotSpot turns this read into a locked instruction on the value; the same in every tier. */
    public boolean lockedOnX86() {
        return switch (this) {
            case PLAIN, OPAQUE, ACQUIRE, VOLATILE -> false;
            case CAS, EXCHANGE, GETANDADD -> true;
        };
    }

    /** The name as the user types it. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
