// SPDX-License-Identifier: Apache-2.0
package org.tearline.file;

import static org.tearline.verdict.Verdict.NOT_SEEN;
import static org.tearline.verdict.Verdict.TORN;

import java.time.LocalDate;
import java.time.format.DateTimeFormatter;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ResourceBundle;
import java.util.stream.Stream;
import org.tearline.machine.CpuModel;
import org.tearline.trial.AccessRules;
import org.tearline.trial.LowerCase;
import org.tearline.verdict.CellReason;

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
    static final int SCHEMA_VERSION = 2;
    /** Identifies how tears are provoked, counted and judged. Counts of different versions are never added up. */
    static final int METHOD_VERSION = 2;
    public static final String LICENCE = "CC0-1.0";
    /** Eight times the size of a default sweep with one placement. */
    static final int MAX_BYTES = 1024 * 1024;
    /** The folder of all results, relative to the root of the repository. */
    public static final String FOLDER = "reports/results";

    /** The program that ran: the tester, or the independent jcstress tests. */
    public enum Kind {
        SWEEP, JCSTRESS;

        @Override
        public String toString() {
            return LowerCase.of(this);
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
        return Cell.of(one, profile, rules());
    }

    /** Returns the cells of a sweep; none for a jcstress file. */
    public Stream<Cell> cells() {
        return series.stream().flatMap(one -> cells(one).stream());
    }

    /** Returns the main reason why a result has no verdict; empty if it has counts and its controls held. */
    public Optional<String> reasonForNoVerdict() {
        boolean controlsHeld = placements.stream()
            .flatMap(placement -> placement.controls().stream())
            .allMatch(control -> control.hold());
        boolean counted = series.stream()
            .flatMap(one -> Stream.of(one.torn(), one.changes()))
            .anyMatch(counts -> counts.stream().anyMatch(count -> count > 0));
        if (controlsHeld && counted) {
            return Optional.empty();
        }
        CellReason otherwise = CellReason.ALIGNED_CONTROL_TORN;
        if (controlsHeld) {
            otherwise = CellReason.NO_CHANGE_SEEN;
        }
        // The most frequent reason of the cells that have neither a tear nor a negative result.
        Map<CellReason, Integer> cells = new EnumMap<>(CellReason.class);
        series.stream()
            .flatMap(one -> one.notes().stream())
            .filter(note -> note.state() != NOT_SEEN && note.state() != TORN)
            .forEach(note -> cells.merge(note.reason(), note.offsets().size(), Integer::sum));
        CellReason main = cells.entrySet().stream()
            .max(Map.Entry.comparingByValue())
            .map(Map.Entry::getKey)
            .orElse(otherwise);
        return Optional.of(main.sentence());
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
        String jvm = vendor.substring(0, Math.min(vendor.length(), 24)) + environment.jvm().feature();
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
