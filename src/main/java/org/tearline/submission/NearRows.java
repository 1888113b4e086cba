// SPDX-License-Identifier: Apache-2.0
package org.tearline.submission;

import java.nio.CharBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The rows of many files whose series tried alike, in the order in which they came. They lie offset by offset, since
 * all are asked at a few offsets, and hardly any at the others. Not thread-safe.
 */
final class NearRows {
    /** So that a CPU with few files takes little. */
    private static final int FIRST_BLOCK = 8;
    private static final int BLOCK = 512;
    /** Behind the counts: the number of the series, and that of the file in two halves. */
    private static final int LABELS = 3;
    private static final int CLOSER = 4;

    private final GrowingMemory memory;
    private final SeriesShape shape;
    private final List<Block> blocks = new ArrayList<>();

    NearRows(GrowingMemory memory, SeriesShape shape) {
        this.memory = memory;
        this.shape = shape;
    }

    /** A row that follows another one. */
    record Found(int file, int series, int near, int common) {
    }

    /** Row beside row: the counts of all at the first offset, of all at the second, and so on. */
    private final class Block {
        private final CharBuffer chars;
        private final int room;
        private int size;

        private Block(int room) {
            this.chars = memory.allocate(Character.BYTES * (shape.size() + LABELS) * room).asCharBuffer();
            this.room = room;
        }

        private int get(int column, int row) {
            return chars.get(column * room + row);
        }

        private void put(int column, int row, int value) {
            chars.put(column * room + row, (char) value);
        }

        private int series(int row) {
            return get(shape.size(), row);
        }

        private int file(int row) {
            return get(shape.size() + 1, row) << Character.SIZE | get(shape.size() + 2, row);
        }
    }

    /** The columns of a block that were asked for, as the loops want them. */
    private static final class Columns {
        private final Block block;
        private final int[][] columns;
        private final char[] read;

        private Columns(Block block, int count) {
            this.block = block;
            this.columns = new int[count][];
            this.read = new char[block.size];
        }

        private int[] get(int column) {
            if (columns[column] == null) {
                int[] wide = new int[read.length];
                block.chars.get(column * block.room, read);
                for (int row = 0; row < wide.length; row++) {
                    wide[row] = read[row];
                }
                columns[column] = wide;
            }
            return columns[column];
        }
    }

    SeriesShape shape() {
        return shape;
    }

    /** Keeps a row of the newest file. */
    void add(int file, int series, char[] counts) {
        Block last = blocks.isEmpty() ? null : blocks.get(blocks.size() - 1);
        if (last == null || last.size == last.room) {
            last = new Block(last == null ? FIRST_BLOCK : Math.min(BLOCK, 2 * last.room));
            blocks.add(last);
        }
        for (int i = 0; i < counts.length; i++) {
            last.put(i, last.size, counts[i]);
        }
        last.put(shape.size(), last.size, series);
        last.put(shape.size() + 1, last.size, file >>> Character.SIZE);
        last.put(shape.size() + 2, last.size, file);
        last.size++;
    }

    /** Returns for each row of a file which is the first row here that it follows; null if it follows none. */
    List<Found> followed(List<NearLooks> rows) {
        Found[] first = new Found[rows.size()];
        for (Block block : blocks) {
            Columns columns = new Columns(block, shape.size());
            for (int i = 0; i < first.length; i++) {
                first[i] = first[i] == null ? followed(rows.get(i), block, columns) : first[i];
            }
        }
        return Arrays.asList(first);
    }

    private static Found followed(NearLooks looks, Block block, Columns columns) {
        int[] near = new int[block.size];
        int[] gaps = new int[block.size];
        for (int look = 0; look < NearLooks.FIRST; look++) {
            look(looks.counts()[look], columns.get(looks.theres()[look]), columns.get(looks.befores()[look]),
                columns.get(looks.afters()[look]), near, gaps);
        }
        for (int row = 0; row < near.length; row++) {
            if (near[row] >= NearLooks.FIRST_NEAR || gaps[row] < 0) {
                Found found = found(looks, block, row);
                if (found != null) {
                    return found;
                }
            }
        }
        return null;
    }

    /** Without a branch in the loop: all rows are asked this, and nearly all no more. */
    private static void look(int count, int[] there, int[] before, int[] after, int[] near, int[] gaps) {
        for (int row = 0; row < near.length; row++) {
            near[row] += near(count, there[row], before[row], after[row]);
            gaps[row] |= there[row] - 1 | before[row] - 1 | after[row] - 1;
        }
    }

    /** Returns 1 if a count is much closer to that of another row than to those beside it, else 0. */
    private static int near(int count, int there, int before, int after) {
        int away = CLOSER * Math.abs(count - there);
        // The sign of a difference that is negative is one bit; JDK 17 makes no vectors of a minimum.
        return (away - Math.abs(count - before) & away - Math.abs(count - after)) >>> Integer.SIZE - 1;
    }

    private static Found found(NearLooks looks, Block block, int row) {
        int common = 0;
        int near = 0;
        for (int look = 0; look < looks.size(); look++) {
            int there = block.get(looks.theres()[look], row);
            int before = block.get(looks.befores()[look], row);
            int after = block.get(looks.afters()[look], row);
            if (there == 0 || before == 0 || after == 0) {
                continue;
            }
            common++;
            near += near(looks.counts()[look], there, before, after);
            if (common == NearLooks.FIRST && near < NearLooks.FIRST_NEAR
                || common == NearLooks.SECOND && near < NearLooks.SECOND_NEAR) {
                return null;
            }
        }
        return common >= NearCopies.COMMON && 2 * near > common
            ? new Found(block.file(row), block.series(row), near, common) : null;
    }
}
