// SPDX-License-Identifier: Apache-2.0
package org.tearline.loop;

import java.util.Arrays;
import org.tearline.trial.Geometry;
import org.tearline.trial.Geometry.Crossing;
import org.tearline.trial.Width;

/** The compiled loops of a trial. */
public interface Kernel {
    /** A compiled loop of reads. One instance may be run by several reader threads, each with its own tally. */
    interface ReadKernel {

        /**
         * Reads {@code count} times and keeps every torn value.
         *
         * @param candidates torn values to ask for in turn, at least one; only the cas reader looks at them
         * @param tally      updated once, at the end
         * @return how many torn values were kept in the tally
         */
        int run(Target target, long[] candidates, int count, ReadTally tally);

        /** Where one reader stands and what it has counted. Not thread-safe. */
        final class ReadTally {
            /** What was read last, where one long holds a value. */
            public long last;
            /** What was read last of a vector. */
            final long[] lastLanes;
            public long reads;
            /** Reads of another value than the read before. */
            public long changes;
            /** Torn values that a locked compare-and-set found in memory. */
            public long confirmed;
            /** The torn values of the last batch, each after the value read before it; {@link #words} longs each. */
            public final long[] torn;

            private final int words;

            /** For batches that are no larger; each read can keep one torn value. */
            public ReadTally(int batch, Width width) {
                words = width.words();
                torn = new long[2 * batch * words];
                lastLanes = new long[width.isVector() ? words : 0];
            }

            /** How many longs hold a value. */
            public int words() {
                return words;
            }

            /** Begins where memory holds a value whose lanes are all this one. */
            public void startAt(long word) {
                last = word;
                Arrays.fill(lastLanes, word);
            }
        }
    }

    /** A compiled loop of stores. One instance may be run by several writer threads, each with its own tally. */
    interface WriteKernel {

        /** Stores the values of a table over and over; one that could not be stored is tried again. */
        void run(Target target, long[] table, int count, WriteTally tally);

        /** Where one writer stands and what it has counted. Not thread-safe. */
        final class WriteTally {
            /** What this writer stored last, or found when it could not store. */
            public long last;
            /** Index of the generation to store next. */
            public int next;
            public long writes;
            public long failed;
        }
    }

    /**
     * The position of a value, and addresses nearby that a stressor may touch. They all lie outside the value and its
     * guards. A loop copies them into locals before it starts.
     *
     * @param position    what the accesses take: an address, or an index into a buffer
     * @param inFirstLine address of a byte in the value's first line
     * @param inLastLine  address of a byte in its last line; the same byte if the value lies inside one line
     * @param zeros       address in a line of zeros; each thread has a line of its own below it
     */
    record Target(long position, long inFirstLine, long inLastLine, long zeros) {

        public static Target of(Region region, int slot, long offset, Width width, Geometry geometry) {
            long position = region.position(region.slot(slot) + offset);
            long address = region.base() + region.slot(slot) + offset;
            int line = geometry.lineBytes();
            long firstLine = address & -line;
            long lastLine = address + width.bytes() - 1 & -line;
            // The last line before the next slot; only its last bytes are guards.
            long zeros = region.base() + region.slot(slot + 1) - line;
            if (width.isVector()) {
                return ofVector(position, address, width, line, zeros);
            }
            if (firstLine != lastLine) {
                // Up to 7 bytes and a guard reach over the boundary, so the far half of either line is free.
                return new Target(position, firstLine, lastLine + line / 2, zeros);
            }
            long middle = address - firstLine + width.bytes() / 2;
            long free = middle <= line / 2 ? firstLine + line - 1 : firstLine;
            return new Target(position, free, free, zeros);
        }

        /** A vector may leave nothing free: then these are bytes of its own, not to be stored to. */
        private static Target ofVector(long position, long address, Width width, int line, long zeros) {
            long firstLine = address & -line;
            long lastByte = (address + width.bytes() - 1 & -line) + line - 1;
            if (firstLine + line - 1 != lastByte) {
                return new Target(position, firstLine, lastByte, zeros);
            }
            long free = leavesRoomBefore(address - firstLine) ? firstLine : lastByte;
            return new Target(position, free, free, zeros);
        }

        /**
         * Whether stressors can store to these lines without touching the value or its guards. Only vectors as large
         * as a line leave too little room.
         */
        public static boolean hasRoom(long offset, Width width, Geometry geometry) {
            int line = geometry.lineBytes();
            long inFirst = offset % line;
            long pastEnd = (offset + width.bytes() - 1) % line + 1;
            boolean before = leavesRoomBefore(inFirst);
            boolean behind = pastEnd + Region.GUARD_BYTES < line;
            return geometry.crossing(offset, width) == Crossing.NONE ? before || behind : before && behind;
        }

        /** Another position beside the same bytes. */
        public Target at(long otherPosition) {
            return new Target(otherPosition, inFirstLine, inLastLine, zeros);
        }

        private static boolean leavesRoomBefore(long inLine) {
            return inLine > Region.GUARD_BYTES;
        }
    }
}
