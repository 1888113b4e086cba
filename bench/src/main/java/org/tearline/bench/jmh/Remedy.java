// SPDX-License-Identifier: Apache-2.0
package org.tearline.bench.jmh;

/**
 * One way to hand a long from a writer to a reader, some of them right. Every write and read is of 8 bytes. One writer
 * thread and one reader thread at a time.
 */
interface Remedy {
    void write(long value);

    long read();

    /** Returns how often a read had to begin again. */
    default long retries() {
        return 0;
    }

    /**
     * Returns the remedy of a name.
     *
     * @param page   page-aligned memory that holds zeros and nothing else
     * @param across an offset in it at which 8 bytes lie across a line
     */
    static Remedy of(String name, long page, int across) {
        return switch (name) {
            case "straddling" -> new Remedies.Straddling(page + across);
            case "aligned-field" -> new Remedies.AlignedField();
            case "padded-field" -> new Remedies.PaddedField();
            case "locked-read" -> new Remedies.LockedRead(page + across);
            case "cas-write" -> new Remedies.CasWrite(page + across);
            case "cas-write-locked-read" -> new Remedies.CasWriteLockedRead(page + across);
            case "seqlock" -> new Remedies.SequenceLock(page, page + across);
            case "two-agree" -> new Remedies.TwoAgree(page + across);
            case "synchronized" -> new Remedies.Synchronized(page + across);
            // A quarter of a page away: no line of the value's, nor one that is fetched along.
            case "copied-to-slot" -> new Remedies.CopiedToSlot(page + across, page + 1024);
            default -> throw new IllegalArgumentException("no remedy '" + name + "'");
        };
    }
}
