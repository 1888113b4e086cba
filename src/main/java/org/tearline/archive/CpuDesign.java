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
import org.tearline.promise.Guarantees.CpuTraits;
import org.tearline.trial.AccessPair.Kind;
import org.tearline.trial.AccessRules;
import org.tearline.trial.Architecture;
import org.tearline.trial.Geometry;
import org.tearline.trial.Memory;
import org.tearline.trial.TrialSpec;
import org.tearline.trial.TrialSpec.Processes;
import org.tearline.trial.TrialSpec.ReadMode;
import org.tearline.trial.TrialSpec.Tier;
import org.tearline.trial.TrialSpec.WriteMode;
import org.tearline.trial.Width;
import org.tearline.verdict.Grading.Silence;
import org.tearline.verdict.Granules;
import org.tearline.verdict.Tally.Counts;
import org.tearline.verdict.Verdict;

/**
 * All published results of one CPU design.
 *
 * @param id       the design's name in links
 * @param name     computed from the CPU's numbers; the CPU's key if the design is unknown
 * @param keys     the keys of the design's models, such as {@code authenticamd-19-11-01}
 * @param brands   brand strings; without files of the project, only those that two handles report
 * @param traits   what promises depend on
 * @param granules the agreed numbers; unknown unless the design is confirmed
 * @param files    the files that the numbers are based on, newest first
 * @param cells    the evidence
 * @param claims   results that differ from the agreed numbers or are not part of them
 * @param jcstress the outcome of the counted submitters' jcstress tests; at most one element
 */
public record CpuDesign(String id, String name, Architecture architecture, Geometry geometry, boolean emulated,
                        SortedSet<String> keys, SortedSet<String> brands, CpuTraits traits, Standing standing,
                        Granules granules, List<CpuFile> files, List<ArchivedCell> cells, List<Claim> claims,
                        List<Jcstress> jcstress) {
    /** Who confirmed the numbers. */
    public enum Standing {
        /** The maintainers measured it. */
        PROJECT,
        /** At least two handles agree. */
        TWO_HANDLES,
        /** Neither of the above, so there are no agreed numbers. */
        UNCONFIRMED
    }

    public boolean confirmed() {
        return standing != Standing.UNCONFIRMED;
    }

    /** Whether the CPU's numbers name the design. Otherwise its key is the name, and a file can choose its words. */
    public boolean named() {
        return !keys.contains(name);
    }

    /** Returns how many handles share a difference from the agreed or promised numbers; 0 if fewer than two. */
    public int disputedBy() {
        int most = claims.stream().mapToInt(Claim::disputing).max().orElse(0);
        return most > 1 ? most : 0;
    }

    /** Returns the date of the newest file, or null. */
    public LocalDate newest() {
        return files.isEmpty() ? null : files.get(0).date();
    }

    /**
     * A submitter's result that differs from the agreed numbers or is not part of them.
     *
     * @param differences contradictions between the claim and the agreed or promised numbers
     * @param disputing   the largest number of handles that share one of the differences
     */
    public record Claim(Submitter submitter, List<CpuFile> files, Granules granules, List<Difference> differences,
                        int disputing) {
        /**
         * A contradiction between a claim and the agreed or promised numbers.
         *
         * @param torn    true if the claim is a tear, false if it is a negative result
         * @param claimed the claimed bound, in bytes
         * @param known   the agreed or promised bound, in bytes
         */
        public record Difference(Kind kind, Width width, boolean torn, int claimed, int known) {
            /** Two differences have the same side if they contradict the same number in the same direction. */
            record Side(Kind kind, Width width, boolean torn) {
            }

            Side side() {
                return new Side(kind, width, torn);
            }

            /** Returns text such as "store of 8 bytes torn across 4, agreed to be whole within 8". */
            @Override
            public String toString() {
                String what = kind.name().toLowerCase(Locale.ROOT) + " of " + width + " bytes ";
                return kind == Kind.LOCKED ? "locked instructions torn"
                    : torn ? what + "torn across " + claimed + ", agreed to be whole within " + known
                    : what + "whole within " + claimed + ", agreed to tear across " + known;
            }
        }
    }

    /**
     * The origin of a file. All anonymous files count as one submitter.
     *
     * @param name a handle in lower case, {@code _project}, or empty for anonymous files
     */
    public record Submitter(String name) implements Comparable<Submitter> {
        /** The maintainers, who need no confirmation. The name of an account cannot contain an underscore. */
        public static final Submitter PROJECT = new Submitter("_project");
        /** Everybody without a handle. Anonymous files confirm nothing. */
        public static final Submitter ANONYMOUS = new Submitter("");

        /** Whether this submitter, together with another, can confirm a number. */
        boolean isHandle() {
            return !equals(PROJECT) && !equals(ANONYMOUS);
        }

        @Override
        public int compareTo(Submitter other) {
            return name.compareTo(other.name);
        }

        @Override
        public String toString() {
            return equals(ANONYMOUS) ? "anonymous" : equals(PROJECT) ? "the project" : name;
        }
    }

    /**
     * A published file.
     *
     * @param path the path below the results folder, with slashes
     */
    public record CpuFile(LocalDate date, String path, String digest, Submitter submitter, String key, String profile,
                          String os, String jvm, String hypervisor) {
        /** Puts the newest file first, and sorts files of one day by path. */
        static final Comparator<CpuFile> NEWEST_FIRST = Comparator.comparing(CpuFile::date).reversed()
            .thenComparing(CpuFile::path);

        static CpuFile of(String path, Submitter submitter, ResultFile file) {
            Environment environment = file.environment();
            return new CpuFile(file.date(), path, file.digest(), submitter, environment.cpu().key(),
                file.profile() == null ? "" : file.profile().name(),
                environment.os().family() + " " + environment.os().kernel(),
                environment.jvm().vendor() + " " + environment.jvm().version(), environment.hypervisor().toString());
        }
    }

    /**
     * The counts for one place, write and read on a CPU design. They are the evidence for the granules.
     *
     * @param strong  whether a quorum has a strong negative result
     * @param tallies one per counted submitter that tried the cell, in the order of the submitters
     */
    public record ArchivedCell(Key key, boolean strong, Verdict verdict, List<Tally> tallies) {
        /**
         * Identifies a cell.
         *
         * @param pieces whether the JVM may use several instructions for the access
         */
        public record Key(Memory memory, Width width, Processes processes, WriteMode write, ReadMode read,
                          Tier tier, boolean pieces, int offset) {
            static final Comparator<Key> ORDER = Comparator.comparing(Key::memory).thenComparing(Key::width)
                .thenComparing(Key::processes).thenComparing(Key::write).thenComparing(Key::read)
                .thenComparing(Key::tier).thenComparing(Key::pieces).thenComparing(Key::offset);

            /** Returns the kind of granule that a tear here bounds; empty if an access takes several instructions. */
            Optional<Kind> kind(AccessRules rules) {
                return pieces ? Optional.empty() : rules.kind(new TrialSpec(memory, width, offset, write, read, 1, 1,
                    processes, tier, 0));
            }

            int boundary(AccessRules rules) {
                return rules.geometry().boundary(offset, width);
            }
        }

        /** The counts of one submitter. */
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

        /** Returns the median of the submitters' rates of tears per change, which is the only rate ever shown. */
        public double rate() {
            double[] rates = tallies.stream().mapToDouble(Tally::rate).sorted().toArray();
            int middle = rates.length / 2;
            return rates.length == 0 ? 0
                : rates.length % 2 == 1 ? rates[middle] : (rates[middle - 1] + rates[middle]) / 2;
        }

        /**
         * Returns the upper bound of the rate at 95 % confidence, or the second-best bound if there are several
         * submitters. Null if the cell tore.
         */
        public Double bound95() {
            List<Long> silent = tallies.stream().map(Tally::changes).filter(changes -> changes > 0).sorted((a, b) ->
                Long.compare(b, a)).toList();
            return torn() > 0 || silent.isEmpty() ? null
                : Silence.RULE_OF_THREE / silent.get(Math.min(1, silent.size() - 1));
        }
    }
}
