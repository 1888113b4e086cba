// SPDX-License-Identifier: Apache-2.0
package org.tearline.submission;

import java.nio.LongBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntConsumer;

/**
 * Says which files have a key, by the first 40 of its 64 bits: two keys that begin alike are taken for the same. A
 * table that is full stays as it is, and a larger one follows. Not thread-safe.
 */
final class KeyTable {
    /** For the number of a file; 0 is a free slot. */
    private static final int FILE_BITS = 24;
    private static final long FILE = (1L << FILE_BITS) - 1;
    private static final int FIRST_BITS = 18;
    private static final int MOST_BITS = 26;
    private static final int MORE_BITS = 2;

    private final GrowingMemory memory;
    private final List<Table> tables = new ArrayList<>();

    KeyTable(GrowingMemory memory) {
        this.memory = memory;
    }

    /** A hash table with linear probing. */
    private static final class Table {
        private final LongBuffer slots;
        private final int bits;
        private int size;

        private Table(GrowingMemory memory, int bits) {
            this.slots = memory.allocate(Long.BYTES << bits).asLongBuffer();
            this.bits = bits;
        }

        private boolean full() {
            return size >= (1 << bits) / 4 * 3;
        }

        private int home(long key) {
            return (int) (key >>> Long.SIZE - bits);
        }

        private int next(int slot) {
            return slot + 1 & (1 << bits) - 1;
        }

        private void add(long key, int file) {
            int slot = home(key);
            while (slots.get(slot) != 0) {
                slot = next(slot);
            }
            slots.put(slot, key & ~FILE | file + 1);
            size++;
        }

        private void forEach(long key, IntConsumer files) {
            int slot = home(key);
            for (long there = slots.get(slot); there != 0; there = slots.get(slot)) {
                if ((there ^ key) >>> FILE_BITS == 0) {
                    files.accept((int) (there & FILE) - 1);
                }
                slot = next(slot);
            }
        }
    }

    /** Notes that a file has a key. */
    void add(long key, int file) {
        Table last = tables.isEmpty() ? null : tables.get(tables.size() - 1);
        if (last == null || last.full()) {
            last = new Table(memory, last == null ? FIRST_BITS : Math.min(MOST_BITS, last.bits + MORE_BITS));
            tables.add(last);
        }
        last.add(key, file);
    }

    /** Names each file that has a key, once for each time that it was added. */
    void forEach(long key, IntConsumer files) {
        for (Table table : tables) {
            table.forEach(key, files);
        }
    }
}
