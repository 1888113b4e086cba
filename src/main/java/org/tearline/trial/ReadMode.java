// SPDX-License-Identifier: Apache-2.0
package org.tearline.trial;

/** How readers load the value. */
public enum ReadMode {
    PLAIN, OPAQUE, ACQUIRE, VOLATILE,
    /** compareAndSet of a torn candidate to itself, which succeeds only if memory then contains the candidate. */
    CAS,
    /** compareAndExchange of a value to itself: a locked read of an arbitrary value. */
    EXCHANGE,
    /** getAndAdd of zero, which is also a locked read. */
    GETANDADD,
    /** Volatile reads until two in a row agree, as Chronicle-Core once did wherever a value might be cut. */
    AGREE,
    /**
     * One volatile read if the value lies within 64 aligned bytes, otherwise {@link #AGREE}, as in Chronicle-Core.
     */
    MASKED,
    /** A plain read between two reads of a version, repeated until both are equal and no write is in progress. */
    SEQLOCK;

    /** Whether a trial may combine this read with the write: a seqlock works only if both sides use it. */
    public boolean fits(WriteMode write) {
        return (this == SEQLOCK) == (write == WriteMode.SEQLOCK);
    }

    /** Whether a read may take several loads, to detect that the value changed in between. */
    public boolean guarded() {
        return this == AGREE || this == MASKED || this == SEQLOCK;
    }

    /** Whether this is a read-modify-write, which writes back the value that it read. */
    public boolean readsAndWrites() {
        return this == CAS || this == EXCHANGE || this == GETANDADD;
    }

    @Override
    public String toString() {
        return LowerCase.of(this);
    }
}
