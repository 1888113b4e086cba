// SPDX-License-Identifier: Apache-2.0
package org.tearline.loop;

import java.util.Arrays;
import org.tearline.trial.Crossing;
import org.tearline.trial.Geometry;
import org.tearline.trial.Width;

/** The compiled loops of a trial. */
public interface Kernel {

    /** A loop of reads. Several threads may share an instance, each with its own tally. */
    interface ReadKernel {

        /**
         * Reads {@code count} times and keeps in the tally every change to a value whose bytes differ: torn, planted or
         * alien. A cas reader keeps the candidates that it finds instead.
         *
         * @param candidates torn values for the cas reader to try in turn, at least one; other readers ignore them
         * @param tally      its counters are updated once, at the end
         * @return the number of values kept
         */
        int run(Target target, long[] candidates, int count, ReadTally tally);

        /** The state and counts of a reader. Not thread-safe. */
        final class ReadTally {
            /** The value read last, unless it is a vector; see {@link #lastLanes}. */
            public long last;
            /** The vector read last, one long per lane; empty for other widths. */
            final long[] lastLanes;
            public long reads;
            /** How often the value differed from the one before, planted values included. */
            public long changes;
            /** Candidates that a cas reader found in memory. */
            public long confirmed;
            /**
             * The values kept in the last batch, each preceded by the value read before it; {@link #words} longs per
             * value. Only as many entries are valid as {@link ReadKernel#run} returned.
             */
            public final long[] torn;

            /** The number of longs in a value. */
            public final int words;

            /** Allocates space to keep every value of a batch. */
            public ReadTally(int batch, Width width) {
                words = width.words();
                torn = new long[2 * batch * words];
                lastLanes = new long[width.isVector() ? words : 0];
            }

            /** Sets the value read last; a vector contains this word in every lane. */
            public void startAt(long word) {
                last = word;
                Arrays.fill(lastLanes, word);
            }
        }
    }

    /** A loop of stores. Several threads may share an instance, each with its own tally. */
    interface WriteKernel {

        /** Attempts {@code count} stores of the values of a table in turn, and repeats those that fail. */
        void run(Target target, long[] table, int count, WriteTally tally);

        /** The state and counts of a writer. Not thread-safe. */
        final class WriteTally {
            /** The value stored last, or found after a failed store. */
            public long last;
            /** Index in the table of the value to store next. */
            public int next;
            /** Attempts, including failed ones. */
            public long writes;
            /** Attempts of a compare-and-set or getAndAdd that found another value than {@link #last}. */
            public long failed;
        }
    }

    /**
     * The position of a value, and nearby addresses for stressors. These are outside the value and its guards, unless
     * {@link #hasRoom} is false: then at least one address is in the vector or its guards.
     *
     * @param position    what the accesses take: an address, index or offset, see {@link Region#position}
     * @param inFirstLine address of a byte in the value's first line
     * @param inLastLine  address of a byte in its last line; the same byte if the value lies inside one line
     * @param zeros       address in a line of zeros; the line 512 bytes below is for readers only
     */
    record Target(long position, long inFirstLine, long inLastLine, long zeros) {
        public static Target of(Region region, int slot, long offset, Width width, Geometry geometry) {
            long position = region.position(region.slot(slot) + offset);
            long address = region.base() + region.slot(slot) + offset;
            int line = geometry.lineBytes();
            long firstLine = address & -line;
            long lastLine = address + width.bytes() - 1 & -line;
            // The last line before the next slot. Zero, except for the guards at its end.
            long zeros = region.base() + region.slot(slot + 1) - line;
            long inLine = address - firstLine;
            // Free in the last line, and in the first if the value leaves no room there.
            long free = lastLine + line - 1;
            if (firstLine != lastLine) {
                if (!width.isVector()) {
                    // At most 7 bytes and the guard bytes extend past the boundary, so the far half of a line is free.
                    free = lastLine + line / 2;
                }
                return new Target(position, firstLine, free, zeros);
            }
            boolean startIsFree = inLine + width.bytes() / 2 > line / 2;
            if (width.isVector()) {
                startIsFree = leavesRoomBefore(inLine);
            }
            if (startIsFree) {
                free = firstLine;
            }
            return new Target(position, free, free, zeros);
        }

        /**
         * Whether stressors can store to the value's lines without touching the value or its guards. Only a vector as
         * large as a line leaves too little room, if it starts within 8 bytes of a line boundary.
         */
        public static boolean hasRoom(long offset, Width width, Geometry geometry) {
            int line = geometry.lineBytes();
            long inFirst = offset % line;
            long pastEnd = (offset + width.bytes() - 1) % line + 1;
            boolean before = leavesRoomBefore(inFirst);
            boolean behind = pastEnd + Region.GUARD_BYTES < line;
            if (geometry.crossing(offset, width) == Crossing.NONE) {
                return before || behind;
            }
            return before && behind;
        }

        public Target at(long otherPosition) {
            return new Target(otherPosition, inFirstLine, inLastLine, zeros);
        }

        /** Whether a byte is free between the start of a line and the guards of a value at this offset in the line. */
        private static boolean leavesRoomBefore(long inLine) {
            return inLine > Region.GUARD_BYTES;
        }
    }
}
