// SPDX-License-Identifier: Apache-2.0
package org.tearline.trial;

import java.util.Locale;

/** How readers look at the value. */
public enum ReadMode {
    PLAIN, OPAQUE, ACQUIRE, VOLATILE,
    /** compareAndSet of a torn candidate to itself: succeeds only if memory held it at a locked instant. */
    CAS,
    /** compareAndExchange of a value to itself: a locked read of an arbitrary value. */
    EXCHANGE,
    /** getAndAdd of zero: the other locked read. */
    GETANDADD,
    /** Volatile reads until two in a row agree: what Chronicle-Core did wherever a value might be cut. */
    AGREE,
    /** One volatile read of a value within 64 aligned bytes, else {@link #AGREE}: what Chronicle-Core ships. */
    MASKED,
    /** A plain read between two reads of a version, until both are the same and no write is in progress. */
    SEQLOCK;

    /** Whether it is several reads of the value, perhaps repeated. */
    public boolean guarded() {
        return this == AGREE || this == MASKED || this == SEQLOCK;
    }

    /** Whether it is a read-modify-write, which writes back what it read. */
    public boolean readsAndWrites() {
        return this == CAS || this == EXCHANGE || this == GETANDADD;
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
