// SPDX-License-Identifier: Apache-2.0
package org.tearline.file;

import java.time.LocalDate;
import java.util.List;
import java.util.Locale;
import org.tearline.trial.Memory;
import org.tearline.trial.ReadMode;
import org.tearline.trial.WriteMode;
import org.tearline.verdict.Counts;

/**
 * One published result: everything that leaves a machine, and nothing else. Immutable; an absent fact is null or an
 * empty list.
 *
 * @param date          the day of the run, without a time
 * @param runId         random, 32 hex digits: tells two files of one run from two runs
 * @param submitter     a public handle, only if its owner asked for it
 * @param profile       null where a kind has no budget
 * @param placements    the pairs of CPUs that were used, each class once
 * @param evidence      which instruction each access was, where that was looked at
 * @param cases         what the tests of jcstress saw; a file of this kind has no series
 * @param digest        SHA-256 over the RFC 8785 form of all the rest; null until sealed
 */
public record ResultFile(int schemaVersion, int methodVersion, String licence, Kind kind, LocalDate date, String runId,
                         TesterBuild tester, String submitter, Environment environment, Profile profile,
                         List<CpuPair> placements, List<Series> series, List<Instruction> evidence,
                         List<JcstressCase> cases, String digest) {
    /** The shape of the file; a reader refuses any other. */
    public static final int SCHEMA_VERSION = 2;

    /** How tears are provoked, counted and judged; counts of different methods are not added up. */
    public static final int METHOD_VERSION = 2;

    /** The only licence under which results are published. */
    public static final String LICENCE = "CC0-1.0";

    /** No file is larger; a default sweep of one placement needs an eighth of it. */
    public static final int MAX_BYTES = 512 * 1024;

    /** The largest integer that every JSON reader keeps exactly. */
    public static final long MAX_COUNT = Counts.MOST;

    /** The witness: a sweep of tester, or the independent jcstress project. */
    public enum Kind {
        SWEEP, JCSTRESS;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /**
     * Which instruction an access was in the compiled loop. Immutable; exactly one of write and read is given.
     *
     * @param widthBytes  of a vector; null for the types of Java, of which a long was looked at
     * @param instruction normalised: no addresses, no registers, such as {@code lock cmpxchg}
     */
    public record Instruction(Memory memory, Integer widthBytes, SeriesTier tier, WriteMode write, ReadMode read,
                              String instruction) {
        /** That of an access which no vector makes. */
        public Instruction(Memory memory, SeriesTier tier, WriteMode write, ReadMode read, String instruction) {
            this(memory, null, tier, write, read, instruction);
        }

        /** Returns what it is an access of, in words. */
        public String access() {
            return memory + (widthBytes == null ? "" : ", " + widthBytes + " bytes") + (write == null ? ", read " + read
                : ", write " + write);
        }
    }

    /** Absent lists are empty ones. */
    public ResultFile {
        placements = placements == null ? List.of() : List.copyOf(placements);
        series = series == null ? List.of() : List.copyOf(series);
        evidence = evidence == null ? List.of() : List.copyOf(evidence);
        cases = cases == null ? List.of() : List.copyOf(cases);
    }

    /** Returns a file of the current versions, not yet sealed and without a submitter. */
    public static ResultFile unsealed(Kind kind, LocalDate date, String runId, TesterBuild tester,
                                      Environment environment, Profile profile, List<CpuPair> placements,
                                      List<Series> series, List<Instruction> evidence) {
        return new ResultFile(SCHEMA_VERSION, METHOD_VERSION, LICENCE, kind, date, runId, tester, null, environment,
            profile, placements, series, evidence, null, null);
    }

    /** A file of what jcstress saw, not yet sealed and without a submitter. */
    public static ResultFile unsealed(LocalDate date, String runId, TesterBuild tester, Environment environment,
                                      List<JcstressCase> cases) {
        return new ResultFile(SCHEMA_VERSION, METHOD_VERSION, LICENCE, Kind.JCSTRESS, date, runId, tester, null,
            environment, null, null, null, null, cases, null);
    }

    /** The same with the digest that belongs to it. */
    public ResultFile sealed() {
        String newDigest = Digest.of(this);
        return new ResultFile(schemaVersion, methodVersion, licence, kind, date, runId, tester, submitter,
            environment, profile, placements, series, evidence, cases, newDigest);
    }
}
