// SPDX-License-Identifier: Apache-2.0
package org.tearline.file;

import java.time.LocalDate;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Map;
import java.util.ResourceBundle;
import java.util.stream.Stream;
import org.tearline.file.Environment.CpuPair;
import org.tearline.file.Series.Cell;
import org.tearline.machine.CpuModel;
import org.tearline.trial.AccessRules;
import org.tearline.trial.Architecture;
import org.tearline.trial.LowerCase;
import org.tearline.trial.Memory;
import org.tearline.trial.ReadMode;
import org.tearline.trial.Side;
import org.tearline.trial.Tier;
import org.tearline.trial.Width;
import org.tearline.trial.WriteMode;

/**
 * A published result: everything that leaves a machine, and nothing else. An absent fact is null or an empty list.
 *
 * @param date       the day of the run, without the time
 * @param runId      32 hex digits, random for a sweep
 * @param submitter  a public handle, in older files only
 * @param profile    null for a jcstress file, which has no budget
 * @param placements the pairs of CPUs used, one per distance
 * @param evidence   the instruction of each access that was inspected
 * @param cases      what the jcstress tests of one size saw; a jcstress file has no series
 * @param mixed      what the jcstress tests of two sizes saw
 * @param digest     SHA-256 over the RFC 8785 form of all other fields; null until sealed
 */
public record ResultFile(int schemaVersion, int methodVersion, String licence, Kind kind, LocalDate date, String runId,
                         TesterBuild tester, String submitter, Environment environment, Profile profile,
                         List<CpuPair> placements, List<Series> series, List<InspectedAccess> evidence,
                         List<JcstressCase> cases, List<MixedCase> mixed, String digest) {
    /** The only version that this reader accepts. */
    public static final int SCHEMA_VERSION = 2;
    /** Identifies how tears are provoked, counted and judged. Counts of different versions are never added up. */
    public static final int METHOD_VERSION = 2;
    public static final String LICENCE = "CC0-1.0";
    /** Eight times the size of a default sweep with one placement. */
    public static final int MAX_BYTES = 1024 * 1024;
    /** The folder of all results, relative to the root of the repository. */
    public static final String FOLDER = "reports/results";
    private static final int MAX_VENDOR = 24;

    /** The program that ran: the tester, or the independent jcstress tests. */
    public enum Kind {
        SWEEP, JCSTRESS;

        @Override
        public String toString() {
            return LowerCase.of(this);
        }
    }

    /**
     * The instruction that an access became in the compiled loop. Exactly one of write and read is given.
     *
     * @param widthBytes  the width of a vector; null for Java's types, for which a long was inspected
     * @param instruction the mnemonic, and the fence after it if there is one, such as {@code lock cmpxchg} or
     *                    {@code mov + lock add (rsp)}; for a vector, the mnemonic and the kind of register, or what the
     *                    compilation log says
     */
    public record InspectedAccess(Memory memory, Integer widthBytes, Tier tier, WriteMode write, ReadMode read,
                              String instruction) {
        private static final Map<Width, String> VECTORS_ON_X86 = Map.of(Width.VECTOR_16, "vmovdqu xmm",
            Width.VECTOR_32, "vmovdqu ymm", Width.VECTOR_64, "vmovdqu zmm");

        public Side side() {
            if (write == null) {
                return Side.READ;
            }
            return Side.WRITE;
        }

        public boolean isOf(Width width) {
            return widthBytes != null && widthBytes == width.bytes();
        }

        /** Whether one instruction accesses the whole vector; otherwise a tear is not the CPU's. */
        public boolean isOneVector(Architecture architecture) {
            return instruction.equals(byTheLog(side())) || architecture == Architecture.X86_64
                && instruction.equals(VECTORS_ON_X86.get(Width.of(widthBytes)));
        }

        /**
         * Returns the evidence if there is no disassembler. A worker searches the JVM's log for the intrinsic, which C2
         * compiles to one load or store, and discards the counts of a loop with any other vector access.
         */
        public static String byTheLog(Side side) {
            return switch (side) {
                case WRITE -> "one vector store by the log of the JVM";
                case READ -> "one vector load by the log of the JVM";
            };
        }
    }

    /** Returns a file with the current versions, but without a submitter or a digest. */
    public static ResultFile unsealed(Kind kind, LocalDate date, String runId, TesterBuild tester,
                                      Environment environment, Profile profile, List<CpuPair> placements,
                                      List<Series> series, List<InspectedAccess> evidence, List<JcstressCase> cases,
                                      List<MixedCase> mixed) {
        return new ResultFile(SCHEMA_VERSION, METHOD_VERSION, LICENCE, kind, date, runId, tester, null, environment,
            profile, placements, series, evidence, cases, mixed, null);
    }

    public AccessRules rules() {
        return environment.rules();
    }

    public List<Cell> cells(Series one) {
        return one.cells(profile, rules());
    }

    /** Returns the cells of a sweep; none for a jcstress file. */
    public Stream<Cell> cells() {
        return series.stream().flatMap(one -> cells(one).stream());
    }

    ResultFile with(List<Series> newSeries, String newDigest) {
        return new ResultFile(schemaVersion, methodVersion, licence, kind, date, runId, tester, submitter,
            environment, profile, placements, newSeries, evidence, cases, mixed, newDigest);
    }

    /** Returns the file's path in the repository. */
    public String path() {
        return FOLDER + "/" + pathBelow();
    }

    /** Returns the path below {@link #FOLDER}: architecture, CPU key, and a name with date, OS, JVM and digest. */
    public String pathBelow() {
        String vendor = CpuModel.letters(environment.jvm().vendor());
        String jvm = vendor.substring(0, Math.min(vendor.length(), MAX_VENDOR)) + environment.jvm().feature();
        String name = String.join("-", date.format(DateTimeFormatter.BASIC_ISO_DATE), environment.os().family(), jvm,
            digest.substring(0, Digest.NAME_LENGTH));
        return environment.arch() + "/" + environment.cpu().key() + "/" + name + ".json";
    }

    /** The build of the tester that wrote a file: results of a faulty build can be recalled. */
    public record TesterBuild(String version, String commit) {
        /** Returns the running build. Without Git history, Maven leaves an empty commit or a placeholder. */
        public static TesterBuild running() {
            ResourceBundle build = ResourceBundle.getBundle("org.tearline.build");
            String commit = build.getString("commit");
            boolean known = commit.matches("[0-9a-f]+");
            return new TesterBuild(build.getString("version"), known ? commit : "unknown");
        }
    }
}
