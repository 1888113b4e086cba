// SPDX-License-Identifier: Apache-2.0
package org.tearline.file;

import java.time.LocalDate;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.tearline.file.Environment.CpuPair;
import org.tearline.file.JcstressImport.JcstressCase;
import org.tearline.file.Series.SeriesTier;
import org.tearline.trial.Architecture;
import org.tearline.trial.Memory;
import org.tearline.trial.TrialSpec.ReadMode;
import org.tearline.trial.TrialSpec.Side;
import org.tearline.trial.TrialSpec.WriteMode;
import org.tearline.trial.Width;

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
    /** Of every published result. */
    public static final String LICENCE = "CC0-1.0";
    /** No file is larger; a default sweep of one placement needs an eighth of it. */
    public static final int MAX_BYTES = 1024 * 1024;


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
        private static final Map<Width, String> VECTORS_ON_X86 = Map.of(Width.VECTOR_16, "vmovdqu xmm",
            Width.VECTOR_32, "vmovdqu ymm", Width.VECTOR_64, "vmovdqu zmm");

        public Instruction(Memory memory, SeriesTier tier, WriteMode write, ReadMode read, String instruction) {
            this(memory, null, tier, write, read, instruction);
        }

        /** The access in words. */
        public String access() {
            return memory + (widthBytes == null ? "" : ", " + widthBytes + " bytes") + (write == null ? ", read " + read
                : ", write " + write);
        }

        public Side side() {
            return write != null ? Side.WRITE : Side.READ;
        }

        public boolean isOf(Width width) {
            return widthBytes != null && widthBytes == width.bytes();
        }

        /** Whether it is one access of a whole vector: only then a verdict says something of the CPU. */
        public boolean isOneVector(Architecture architecture) {
            return instruction.equals(byTheLog(side())) || architecture == Architecture.X86_64
                && instruction.equals(VECTORS_ON_X86.get(Width.of(widthBytes)));
        }

        /**
         * The evidence without a decoder. A worker asks the JVM's log whether every access of a vector became the
         * intrinsic, which C2 makes of one load or store, and throws away what was counted in any other code.
         */
        public static String byTheLog(Side side) {
            return "one vector " + (side == Side.WRITE ? "store" : "load") + " by the log of the JVM";
        }
    }

    public ResultFile {
        placements = placements == null ? List.of() : List.copyOf(placements);
        series = series == null ? List.of() : List.copyOf(series);
        evidence = evidence == null ? List.of() : List.copyOf(evidence);
        cases = cases == null ? List.of() : List.copyOf(cases);
    }

    /** A file of the current versions, not yet sealed and without a submitter. */
    public static ResultFile unsealed(Kind kind, LocalDate date, String runId, TesterBuild tester,
                                      Environment environment, Profile profile, List<CpuPair> placements,
                                      List<Series> series, List<Instruction> evidence) {
        return new ResultFile(SCHEMA_VERSION, METHOD_VERSION, LICENCE, kind, date, runId, tester, null, environment,
            profile, placements, series, evidence, null, null);
    }

    /** The same of what jcstress saw. */
    public static ResultFile unsealed(LocalDate date, String runId, TesterBuild tester, Environment environment,
                                      List<JcstressCase> cases) {
        return new ResultFile(SCHEMA_VERSION, METHOD_VERSION, LICENCE, Kind.JCSTRESS, date, runId, tester, null,
            environment, null, null, null, null, cases, null);
    }

    public ResultFile sealed() {
        String newDigest = Digest.of(this);
        return new ResultFile(schemaVersion, methodVersion, licence, kind, date, runId, tester, submitter,
            environment, profile, placements, series, evidence, cases, newDigest);
    }
}
