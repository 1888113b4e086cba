// SPDX-License-Identifier: Apache-2.0
package org.tearline.trial;

import java.util.Locale;

/** Names how the readers look at the value. Immutable. */
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
    GETANDADD,
    /** Volatile reads until two in a row agree: what Chronicle-Core did wherever a value might be cut. */
    AGREE,
    /** One volatile read of a value within 64 aligned bytes, else {@link #AGREE}: what Chronicle-Core ships. */
    MASKED,
    /** A plain read between two reads of a version, until both are the same and no write is in progress. */
    SEQLOCK;

    /** Returns whether it is made of several reads of the value, and may repeat them. */
    public boolean guarded() {
        return this == AGREE || this == MASKED || this == SEQLOCK;
    }

    /** Returns whether it is a read-modify-write, which writes back what it read. */
    public boolean readsAndWrites() {
        return this == CAS || this == EXCHANGE || this == GETANDADD;
    }

    /** Returns the name as the user types it. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
