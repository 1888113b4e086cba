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

    /** The name as the user types it. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
