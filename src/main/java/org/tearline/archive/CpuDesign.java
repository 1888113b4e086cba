// SPDX-License-Identifier: Apache-2.0
package org.tearline.archive;

import java.time.LocalDate;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.regex.Pattern;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;
import org.tearline.archive.CpuDesign.ArchivedCell.CellKey;
import org.tearline.archive.SubmitterSum.Vote;
import org.tearline.file.Cell;
import org.tearline.file.Environment;
import org.tearline.file.ResultFile;
import org.tearline.promise.CpuTraits;
import org.tearline.promise.PromisedGranule;
import org.tearline.trial.AccessRules;
import org.tearline.trial.Geometry;
import org.tearline.trial.LowerCase;
import org.tearline.trial.PairKind;
import org.tearline.trial.TrialSpec;
import org.tearline.trial.Width;
import org.tearline.verdict.Fate;
import org.tearline.verdict.Granules.Granule.Sum;
import org.tearline.verdict.Granules;
import org.tearline.verdict.Seen;
import org.tearline.verdict.Silence;
import org.tearline.verdict.Verdict;

/**
 * All published results of one CPU design.
 *
 * @param id       the design's name in links
 * @param name     computed from the CPU's numbers; the CPU's key if the design is unknown
 * @param keys     the keys of the design's models, such as {@code authenticamd-19-11-01}
 * @param brands   brand strings; without files of the project, only those that two handles report; empty if unconfirmed
 * @param traits   what promises depend on
 * @param granules the agreed numbers; unknown unless the design is confirmed
 * @param files    the files that the numbers are based on, newest first; empty if unconfirmed
 * @param cells    the evidence, in order
 * @param claims   results that differ from the agreed numbers or are not part of them
 * @param jcstress the outcome of the project's jcstress tests; at most one element
 */
public record CpuDesign(String id, String name, Geometry geometry, boolean emulated,
                        SortedSet<String> keys, SortedSet<String> brands, CpuTraits traits, Standing standing,
                        Granules granules, List<CpuFile> files, Map<CellKey, ArchivedCell> cells,
                        List<Claim> claims, List<Jcstress> jcstress) {
    private static final Pattern NUMBERED = Pattern.compile("-[0-9a-f]{2}");

    /** Who confirmed the numbers. Designs are sorted in this order. */
    public enum Standing {
        /** The maintainers measured the design. */
        PROJECT,
        /** At least two handles agree. */
        TWO_HANDLES,
        /** Neither of the above, so there are no agreed numbers. */
        UNCONFIRMED;

        /** Whether a submitter's files decide the numbers. */
        boolean counts(Submitter submitter) {
            return switch (this) {
                case PROJECT -> submitter.equals(Submitter.PROJECT);
                case TWO_HANDLES -> submitter.isHandle();
                case UNCONFIRMED -> false;
            };
        }
    }

    public boolean confirmed() {
        return standing != Standing.UNCONFIRMED;
    }

    /** Returns the keys with numbers. A key of words could be the name of another design. */
    public Stream<String> numberedKeys() {
        return keys.stream().filter(NUMBERED.asPredicate());
    }

    /** Whether the CPU's numbers name the design. Otherwise the name is a key, whose words a file can choose. */
    public boolean named() {
        return !keys.contains(name);
    }

    /** Returns the name without a suffix. */
    public String bareName() {
        return bare(name);
    }

    /** Removes a suffix such as " (Server)" from a name. */
    public static String bare(String name) {
        return name.replaceFirst(" \\(.*", "");
    }

    /** Returns how many handles share a difference from the agreed or promised numbers; 0 if fewer than two. */
    public int disputedBy() {
        return claims.stream().mapToInt(Claim::disputing).filter(handles -> handles > 1).max().orElse(0);
    }

    /** Returns the number of submitters whose files the numbers are based on. */
    int submitters() {
        return (int) files.stream().map(CpuFile::submitter).distinct().count();
    }

    /** Returns the vendor's promise for ordinary accesses to a long; none for an emulator. */
    PromisedGranule promised() {
        if (emulated) {
            return PromisedGranule.NONE;
        }
        return PromisedGranule.of(traits, Width.LONG, geometry);
    }

    /** Returns the date of the newest file that the numbers are based on; null if there are no agreed numbers. */
    public LocalDate newest() {
        if (files.isEmpty()) {
            return null;
        }
        return files.get(0).date();
    }

    /**
     * A submitter's result that differs from the agreed numbers or is not part of them.
     *
     * @param differences contradictions between the claim and the agreed or promised numbers
     * @param disputing   the largest number of handles that share one of the differences
     * @param outvoted    the number of cells that tore for this submitter although nothing else says that they tear, or
     *                    that have a strong negative result although most others tore
     */
    public record Claim(Submitter submitter, List<CpuFile> files, Granules granules, List<Difference> differences,
                        int disputing, int outvoted) {
        /**
         * A contradiction between a claim and the agreed or promised numbers, or between accounts that agree on none.
         *
         * @param fate    torn if the claim is a tear, whole if it is a negative result
         * @param claimed the claimed bound, in bytes; 0 for locked instructions, which have none
         * @param known   the agreed or promised bound, in bytes; 0 for locked instructions, or if nothing
         *                is agreed
         */
        public record Difference(PairKind kind, Width width, Fate fate, int claimed, int known) {
            static Difference undecided(PairKind kind, Width width, Sum sum) {
                if (sum.torn() > 0) {
                    return new Difference(kind, width, Fate.TORN, sum.boundary(), 0);
                }
                // A value inside an aligned block of twice that size crosses no larger boundary.
                return new Difference(kind, width, Fate.WHOLE, 2 * sum.boundary(), 0);
            }

            /** Returns what is contradicted, without bounds; the fate is null if nothing is agreed. */
            Difference disputed() {
                return new Difference(kind, width, known == 0 ? null : fate, 0, 0);
            }

            /** Returns text such as "store of 8 bytes torn across 4, agreed or promised to be whole within 8". */
            @Override
            public String toString() {
                if (kind == PairKind.LOCKED) {
                    return "locked instructions " + LowerCase.of(fate);
                }
                String bounded = "whole within ";
                String compared = ", agreed to tear across ";
                if (fate == Fate.TORN) {
                    bounded = "torn across ";
                    compared = ", agreed or promised to be whole within ";
                }
                String claim = kind + " of " + width + " bytes " + bounded + claimed;
                if (known == 0) {
                    return claim + ", which another submitter contradicts";
                }
                return claim + compared + known;
            }
        }
    }

    /**
     * The origin of a file. All anonymous files count as one submitter.
     *
     * @param name a handle in lower case, {@code _project}, or empty for anonymous files
     */
    public record Submitter(String name) {
        /** The maintainers, who need no confirmation. The name of an account cannot contain an underscore. */
        public static final Submitter PROJECT = new Submitter("_project");
        /** Everybody without a handle. Anonymous files confirm nothing. */
        public static final Submitter ANONYMOUS = new Submitter("");

        /** Whether this submitter, together with another, can confirm a number. */
        boolean isHandle() {
            return !equals(PROJECT) && !equals(ANONYMOUS);
        }

        @Override
        public String toString() {
            if (equals(ANONYMOUS)) {
                return "anonymous";
            }
            if (equals(PROJECT)) {
                return "the project";
            }
            return name;
        }
    }

    /**
     * A published file.
     *
     * @param path    the path below the results folder, with slashes
     * @param profile empty if the file names none
     */
    public record CpuFile(LocalDate date, String path, String digest, Submitter submitter, String key, String profile,
                          String os, String jvm) {
        /** Puts the newest file first, and sorts files of one day by path. */
        static final Comparator<CpuFile> NEWEST_FIRST = Comparator.comparing(CpuFile::date).reversed()
            .thenComparing(CpuFile::path);

        static CpuFile of(String path, Submitter submitter, ResultFile file) {
            Environment environment = file.environment();
            String profile = "";
            if (file.profile() != null) {
                profile = file.profile().name();
            }
            return new CpuFile(
                file.date(),
                path,
                file.digest(),
                submitter,
                environment.cpu().key(),
                profile,
                environment.os().family() + " " + environment.os().kernel(),
                environment.jvm().name());
        }
    }

    /**
     * The counts for one place, write and read on a CPU design. They are the evidence for the granules.
     *
     * @param strong   whether more than half of the voters have a strong negative result
     * @param seen     the counts, each reached by more than half of the voters
     * @param limits   what an agreeing submitter may have to count
     * @param rate     the median of the agreeing submitters' rates of tears per change
     */
    public record ArchivedCell(CellKey key, boolean strong, Verdict verdict, Seen seen, Limits limits, double rate) {
        /**
         * The largest counts and rate of tears, and the shortest time until the first tear, that others support.
         *
         * @param excess by which factor a vote may exceed them; 1 unless that would leave too few votes
         */
        record Limits(Seen most, double rate, long firstTornNanos, double excess) {
            boolean support(Vote vote) {
                return excess(vote) <= excess;
            }

            /** Returns the largest factor by which a vote exceeds one of the limits, at least 1. */
            double excess(Vote vote) {
                return DoubleStream.of(
                    1,
                    factor(vote.seen().changes(), most.changes()),
                    factor(vote.seen().torn(), most.torn()),
                    factor(vote.seen().rate(), rate),
                    factor(firstTornNanos, vote.firstTornNanos())).max().getAsDouble();
            }

            private static double factor(double number, double limit) {
                return number <= limit ? 1 : number / limit;
            }

            /** Each limit may come from another vote, so that no single one is within all of them. */
            Limits leaving(List<Vote> votes, int least) {
                return new Limits(most, rate, firstTornNanos,
                    votes.stream().map(this::excess).sorted().toList().get(least - 1));
            }
        }

        /**
         * Identifies a cell.
         *
         * @param pieces whether the JVM may use several instructions for the access
         */
        public record CellKey(TrialSpec trial, boolean pieces) {
            static final Comparator<CellKey> ORDER = Comparator.comparing((CellKey key) -> key.trial.memory())
                .thenComparing(key -> key.trial.width()).thenComparing(key -> key.trial.processes())
                .thenComparing(key -> key.trial.write()).thenComparing(key -> key.trial.read())
                .thenComparing(key -> key.trial.tier()).thenComparing(CellKey::pieces)
                .thenComparing(key -> key.trial.offset()).thenComparing(key -> key.trial.across());

            /** Returns the key of a file's cell. An unknown JVM may use any number of instructions. */
            static CellKey of(Cell cell, AccessRules rules) {
                return new CellKey(cell.trial(), !rules.jvmKnown() || cell.piecewise());
            }

            /** Returns the kind of granule that a tear here bounds; empty if an access takes several instructions. */
            public Optional<PairKind> kind(AccessRules rules) {
                if (pieces) {
                    return Optional.empty();
                }
                return rules.kind(trial);
            }

            public int boundary(AccessRules rules) {
                return rules.geometry().boundary(trial);
            }

            /** Returns what granules imply for this cell. */
            public Fate fate(Granules granules, AccessRules rules) {
                return kind(rules)
                    .map(kind -> granules.fate(kind, trial.width(), boundary(rules)))
                    .orElse(Fate.UNKNOWN);
            }
        }

        public boolean tore() {
            return verdict == Verdict.TORN;
        }

        public long changes() {
            return seen.changes();
        }

        public long torn() {
            return seen.torn();
        }

        /** Returns the upper bound of the rate at 95 % confidence. Null if the cell tore or saw no change. */
        public Double bound95() {
            if (torn() == 0 && changes() > 0) {
                return Silence.RULE_OF_THREE / changes();
            }
            return null;
        }
    }
}
