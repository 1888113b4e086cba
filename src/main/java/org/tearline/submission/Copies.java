// SPDX-License-Identifier: Apache-2.0
package org.tearline.submission;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.LongStream;
import org.agrona.collections.IntArrayList;
import org.tearline.published.ResultFile;
import org.tearline.published.Series;

/**
 * Finds files that repeat what another file counted, whatever else was changed in them. Two runs hardly ever count the
 * same: of the cells of two honest files, at most 0.2 % were seen to have equal changes and as many planted values
 * found, and none as many tears; of 1,512 times of a first tear, one was the same. Where a cell was counted, in which
 * memory, placement and tier, is not compared: it can be renamed. A sample is compared that depends on the counts
 * alone, so copies are found without reading the earlier files again. Not thread-safe.
 */
final class Copies {
    /** One of so many equal counts is 25 times what honest files were seen to share. */
    private static final int ONE_IN = 20;
    /** Of the counts of two honest files no larger part was seen to be equal. */
    private static final double SHARED_BY_CHANCE = 0.002;
    /** A hundred thousand files have five thousand million pairs. */
    private static final double NEVER = 1e-13;
    /** Smaller numbers of changes are equal by chance. */
    private static final long FEW_CHANGES = 300;
    /** Smaller numbers of tears are, too. */
    private static final long FEW_TEARS = 100;
    /** Shorter times are, too. */
    private static final long SHORT_NANOS = 10_000;

    private final List<Counted> files = new ArrayList<>();
    private final KeyTable fileOf;
    /** Of each file, how many keys it shares with the one that is asked about; zeros in between. */
    private int[] equal = new int[1];

    /** Creates one that knows no file yet. */
    Copies(GrowingMemory memory) {
        this.fileOf = new KeyTable(memory);
    }

    /** Names what is compared, each kind for itself. */
    private enum Kind {
        /** Of these there are so many that one in eight is enough. */
        CHANGES(7), TORN(1), FIRST_TEAR(1);

        private final long left;

        Kind(long left) {
            this.left = left;
        }

        private boolean samples(long key) {
            return (key & left) == 0;
        }
    }

    /** Holds how many counts of each kind a file has in the sample. */
    private record Counted(String name, int[] sizes) {
    }

    /** The counts that two files share, of those that are compared. */
    record Shared(String with, int equal, int common) {
    }

    /** Holds the counts of a file that are compared, as numbers, by kind. */
    record Sample(long[][] keys) {

        /** Returns that of a file. Thread-safe. */
        static Sample of(ResultFile file) {
            return new Sample(Arrays.stream(Kind.values()).map(kind -> file.series().stream()
                .flatMapToLong(series -> counts(series, kind)).filter(kind::samples).toArray())
                .toArray(long[][]::new));
        }
    }

    /** Returns the first file that this one repeats too much of; if there is none, null, and this one is kept too. */
    Shared add(String name, Sample sample) {
        for (int kind = 0; kind < sample.keys.length; kind++) {
            Shared shared = shared(kind, sample.keys[kind]);
            if (shared != null) {
                return shared;
            }
        }
        for (long[] some : sample.keys) {
            for (long key : some) {
                fileOf.add(key, files.size());
            }
        }
        files.add(new Counted(name, Arrays.stream(sample.keys).mapToInt(some -> some.length).toArray()));
        if (files.size() > equal.length) {
            equal = new int[2 * equal.length];
        }
        return null;
    }

    private Shared shared(int kind, long[] keys) {
        IntArrayList sharing = new IntArrayList();
        for (long key : keys) {
            fileOf.forEach(key, file -> {
                if (equal[file]++ == 0) {
                    sharing.addInt(file);
                }
            });
        }
        Shared first = null;
        int firstFile = Integer.MAX_VALUE;
        for (int i = 0; i < sharing.size(); i++) {
            int file = sharing.getInt(i);
            int common = Math.min(keys.length, files.get(file).sizes[kind]);
            if (file < firstFile && tooMany(equal[file], common)) {
                first = new Shared(files.get(file).name, equal[file], common);
                firstFile = file;
            }
            equal[file] = 0;
        }
        return first;
    }

    /** Of few counts a twentieth is a handful, which some of very many honest pairs share. */
    private static boolean tooMany(int equal, int common) {
        if (equal * ONE_IN <= common) {
            return false;
        }
        // The chance of so many after Poisson, but for a factor below 1.
        double chance = 1;
        for (int i = 1; i <= equal; i++) {
            chance *= SHARED_BY_CHANCE * common / i;
        }
        return chance < NEVER;
    }

    /** Returns a number for each count of one kind that is large enough, together with its cell. */
    private static LongStream counts(Series series, Kind kind) {
        long pair = mixed(31L * series.write().ordinal() + series.read().ordinal() + 1_000L * series.widthBytes()
            + 1_000_000L * series.processes() + 1_000_000_000L * kind.ordinal());
        LongStream.Builder all = LongStream.builder();
        for (int i = 0; i < series.offsets().size(); i++) {
            int offset = series.offsets().get(i);
            long cell = mixed(pair + offset);
            if (kind == Kind.CHANGES && series.changes().get(i) > FEW_CHANGES) {
                // Sweeps stop at like numbers of changes: up to 2 % of honest cells have as many. Few find as many too.
                long found = series.plantedFound().isEmpty() ? 0 : series.plantedFound().get(i);
                all.add(mixed(mixed(cell + series.changes().get(i)) + found));
            } else if (kind == Kind.TORN && series.torn().get(i) > FEW_TEARS) {
                all.add(mixed(cell + series.torn().get(i)));
            } else if (kind == Kind.FIRST_TEAR && series.firstTornNanos().getOrDefault(offset, 0L) > SHORT_NANOS) {
                all.add(mixed(cell + series.firstTornNanos().get(offset)));
            }
        }
        return all.build();
    }

    /** Returns the finalizer of SplitMix64: neighbouring cells must not come to neighbouring numbers. */
    private static long mixed(long value) {
        long z = value + 0x9e3779b97f4a7c15L;
        z = (z ^ z >>> 30) * 0xbf58476d1ce4e5b9L;
        z = (z ^ z >>> 27) * 0x94d049bb133111ebL;
        return z ^ z >>> 31;
    }
}
