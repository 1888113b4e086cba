// SPDX-License-Identifier: Apache-2.0
package org.tearline.archive;

import java.time.LocalDate;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.SortedSet;
import org.tearline.file.Environment;
import org.tearline.file.ResultFile;
import org.tearline.file.Series.SeriesTier;
import org.tearline.promise.Guarantees.CpuTraits;
import org.tearline.trial.AccessRules;
import org.tearline.trial.Architecture;
import org.tearline.trial.Geometry;
import org.tearline.trial.Memory;
import org.tearline.trial.TrialSpec;
import org.tearline.trial.TrialSpec.Processes;
import org.tearline.trial.TrialSpec.ReadMode;
import org.tearline.trial.TrialSpec.WriteMode;
import org.tearline.trial.Width;
import org.tearline.verdict.Grading.Silence;
import org.tearline.verdict.Granules;
import org.tearline.verdict.Granules.Kind;
import org.tearline.verdict.Tally.Counts;
import org.tearline.verdict.Verdict;

/**
 * Everything that is published of the CPUs of one design.
 *
 * @param id       its name in links
 * @param name     the design's, computed from the numbers; else the CPU's key
 * @param keys     the keys of its models, such as {@code authenticamd-19-11-01}
 * @param brands   what these call themselves; of handles what two of them read
 * @param traits   what promises depend on
 * @param granules the agreed numbers; nothing is known where it is not confirmed
 * @param files    those that the numbers rest on, the newest first
 * @param cells    their evidence
 * @param claims   what other voices say
 * @param jcstress what the tests of jcstress saw, by those who count; at most one
 */
public record CpuDesign(String id, String name, Architecture architecture, Geometry geometry, boolean emulated,
                        SortedSet<String> keys, SortedSet<String> brands, CpuTraits traits, Standing standing,
                        Granules granules, List<CpuFile> files, List<ArchivedCell> cells, List<Claim> claims,
                        List<Jcstress> jcstress) {
    /** Who confirms the numbers. */
    public enum Standing {
        /** The maintainers measured it. */
        PROJECT,
        /** At least two handles agree. */
        TWO_HANDLES,
        /** One submitter, or anonymous files only: there are no agreed numbers. */
        UNCONFIRMED
    }

    public boolean confirmed() {
        return standing != Standing.UNCONFIRMED;
    }

    /** The most handles that agree on a difference from the agreed or promised numbers; 0 unless two do. */
    public int disputedBy() {
        int most = claims.stream().mapToInt(Claim::disputing).max().orElse(0);
        return most > 1 ? most : 0;
    }

    /** The day of the newest file; null without one. */
    public LocalDate newest() {
        return files.isEmpty() ? null : files.get(0).date();
    }

    /**
     * What one voice says of a CPU whose numbers do not rest on it.
     *
     * @param differences where it cannot be true together with the agreed numbers; empty where it agrees
     * @param disputing   of the handles that make one of these differences, as many as agree on it
     */
    public record Claim(Voice voice, List<CpuFile> files, Granules granules, List<Difference> differences,
                        int disputing) {
        /**
         * One point at which a claim and the agreed numbers cannot both be true.
         *
         * @param torn  whether the claim is a tear; else it is a silence
         * @param told  the bound that is claimed, in bytes
         * @param known the bound that is agreed or promised, in bytes
         */
        public record Difference(Kind kind, Width width, boolean torn, int told, int known) {
            /** What two claims have in common that go against the same number, however far. */
            record Side(Kind kind, Width width, boolean torn) {
            }

            Side side() {
                return new Side(kind, width, torn);
            }

            /** "store of 8 bytes torn across 4, agreed whole within 8". */
            @Override
            public String toString() {
                String what = kind.name().toLowerCase(Locale.ROOT) + " of " + width + " bytes ";
                return kind == Kind.LOCKED ? "locked instructions torn"
                    : torn ? what + "torn across " + told + ", agreed whole within " + known
                    : what + "whole within " + told + ", agreed torn across " + known;
            }
        }
    }

    /**
     * Who says what a file says. All files of one handle are one voice, and so are all anonymous files.
     *
     * @param name a handle in lower case; {@code _project}; or empty
     */
    public record Voice(String name) implements Comparable<Voice> {
        /** The maintainers, whose word is enough; no account's name has an underscore. */
        public static final Voice PROJECT = new Voice("_project");
        /** Everybody without a handle, together; never one of the two that confirm something. */
        public static final Voice ANONYMOUS = new Voice("");

        /** Whether it counts as one of two that confirm something. */
        boolean isHandle() {
            return !equals(PROJECT) && !equals(ANONYMOUS);
        }

        @Override
        public int compareTo(Voice other) {
            return name.compareTo(other.name);
        }

        @Override
        public String toString() {
            return equals(ANONYMOUS) ? "anonymous" : equals(PROJECT) ? "the project" : name;
        }
    }

    /**
     * One published file in a list.
     *
     * @param path below the folder of results, with slashes
     */
    public record CpuFile(LocalDate date, String path, String digest, Voice voice, String key, String profile,
                          String os, String jvm, String hypervisor) {
        /** The newest first, then by path. */
        static final Comparator<CpuFile> NEWEST_FIRST = Comparator.comparing(CpuFile::date).reversed()
            .thenComparing(CpuFile::path);

        static CpuFile of(String path, Voice voice, ResultFile file) {
            Environment environment = file.environment();
            return new CpuFile(file.date(), path, file.digest(), voice, environment.cpu().key(),
                file.profile() == null ? "" : file.profile().name(),
                environment.os().family() + " " + environment.os().kernel(),
                environment.jvm().vendor() + " " + environment.jvm().version(), environment.hypervisor().toString());
        }
    }

    /**
     * One place of one write and read on a CPU design, as the voices counted it that its numbers rest on. Evidence, not
     * the answer.
     *
     * @param strong whether a file has a strong negative result
     * @param tallies one for each voice, in their order
     */
    public record ArchivedCell(Key key, boolean strong, Verdict verdict, List<Tally> tallies) {
        /** The key of a cell; pieces: the JVM may make the access of several instructions. */
        public record Key(Memory memory, Width width, Processes processes, WriteMode write, ReadMode read,
                          SeriesTier tier, boolean pieces, int offset) {
            static final Comparator<Key> ORDER = Comparator.comparing(Key::memory).thenComparing(Key::width)
                .thenComparing(Key::processes).thenComparing(Key::write).thenComparing(Key::read)
                .thenComparing(Key::tier)                .thenComparing(Key::pieces).thenComparing(Key::offset);

            /** The granule that a tear here would bound; empty where an access is several instructions. */
            Optional<Granules.Kind> kind(AccessRules rules) {
                return pieces ? Optional.empty() : Granules.Kind.of(new TrialSpec(memory, width, offset, write, read, 1,
                    1, processes, tier.slowest(), 0), rules);
            }

            int boundary(AccessRules rules) {
                return rules.geometry().boundary(offset, width);
            }
        }

        /** One voice's counts. */
        public record Tally(long changes, long torn) {
            double rate() {
                return changes == 0 ? 0 : (double) torn / changes;
            }
        }

        public long changes() {
            return tallies.stream().mapToLong(Tally::changes).reduce(0, Counts::sum);
        }

        public long torn() {
            return tallies.stream().mapToLong(Tally::torn).reduce(0, Counts::sum);
        }

        /** Tears per change: the median of the voices. No other rate is shown. */
        public double rate() {
            double[] rates = tallies.stream().mapToDouble(Tally::rate).sorted().toArray();
            int middle = rates.length / 2;
            return rates.length == 0 ? 0
                : rates.length % 2 == 1 ? rates[middle] : (rates[middle - 1] + rates[middle]) / 2;
        }

        /**
         * The upper bound of the rate at 95 % where nothing tore: with two or more voices the second best. Null if
         * torn.
         */
        public Double bound95() {
            List<Long> silent = tallies.stream().map(Tally::changes).filter(changes -> changes > 0).sorted((a, b) ->
                Long.compare(b, a)).toList();
            return torn() > 0 || silent.isEmpty() ? null
                : Silence.RULE_OF_THREE / silent.get(Math.min(1, silent.size() - 1));
        }
    }
}
