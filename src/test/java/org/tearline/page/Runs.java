// SPDX-License-Identifier: Apache-2.0
package org.tearline.page;

import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.tearline.file.Copy;
import org.tearline.file.Environment;
import org.tearline.file.Environment.CpuPair;
import org.tearline.file.Environment.CpuPair.AlignedRuns;
import org.tearline.file.Environment.CpuPair.TierControl;
import org.tearline.file.JcstressImport.JcstressCase;
import org.tearline.file.ResultFile;
import org.tearline.file.ResultFile.Profile;
import org.tearline.file.ResultFile.TesterBuild;
import org.tearline.file.Series;
import org.tearline.file.Series.SeriesTier;
import org.tearline.file.Silences;
import org.tearline.machine.CpuModel;
import org.tearline.machine.CpuModel.CpuFeature;
import org.tearline.machine.Machine.Os;
import org.tearline.machine.SplitLockPolicy;
import org.tearline.machine.Virtualization.Emulated;
import org.tearline.machine.Virtualization.Hypervisor;
import org.tearline.trial.Memory;
import org.tearline.trial.ThreadCpus.CpuDistance;
import org.tearline.trial.TrialSpec.ReadMode;
import org.tearline.trial.TrialSpec.WriteMode;
import org.tearline.verdict.Tally.Planted;
import org.tearline.verdict.TrialResult.Controls.StressorUse;

/** Small runs with chosen counts at the offsets 0, 4, 60 and 4092. Stateless. */
public final class Runs {
    /** What every strong negative result needs. */
    public static final long MANY = 10_000_000;

    /** Strings that would do harm wherever they are not escaped. */
    public static final String HOSTILE =
        "<img src=x onerror=alert(1)></script><script>alert(2)</script>|`[a](b)\"'&\u2028";

    private static final List<Integer> OFFSETS = List.of(0, 4, 60, 4092);

    private Runs() {
    }

    /** One series, plain by volatile, with these tears of these changes. */
    public static ResultFile run(CpuModel cpu, boolean emulated, String submitter, int number, long changes,
        Long... torn) {
        return run(ResultFile.Kind.SWEEP, cpu, emulated, submitter, number, List.of(series(WriteMode.PLAIN, changes,
            List.of(torn))));
    }

    /** Any series. */
    public static ResultFile run(ResultFile.Kind kind, CpuModel cpu, boolean emulated, String submitter, int number,
                                 List<Series> series) {
        Environment environment = new Environment("x86_64", cpu, new Environment.Cpus(1, 4, 8, 8), 64, 4096,
            new Os("linux", "6.1"), emulated ? Hypervisor.TCG : Hypervisor.NONE,
            emulated ? Emulated.YES : Emulated.NO,
            new Environment.SplitLockTimes(SplitLockPolicy.Action.OFF, 900L, 15L, 1_800L, 2_500L, false),
            new Environment.Pinning(true, true),
            new Environment.Java("Debian", "17.0.17", "OpenJDK 64-Bit Server VM", new TreeMap<>()));
        Profile profile = new Profile("default", 100_000, 1_000_000, 100_000,
            10_000_000);
        List<CpuPair> placements = List.of(new CpuPair(CpuDistance.SAME_L3, true,
            List.of(new TierControl(SeriesTier.C2, new AlignedRuns(2, 0, 1000, 0)))));
        ResultFile file = ResultFile.unsealed(kind, LocalDate.of(2026, 3, 1).plusDays(number),
            String.format(Locale.ROOT, "%032x", number), new TesterBuild("0.1.0", "d5a62cf"),
            environment,
            profile, placements, Silences.noted(series, profile, environment, placements),
            List.of());
        return (submitter == null ? file : Copy.of(file, "submitter", submitter)).sealed();
    }

    /** Tears of jcstress where the write is ordinary and lies across a line or a page, and none inside a line. */
    public static ResultFile jcstress(CpuModel cpu, int number) {
        List<JcstressCase> cases = new ArrayList<>();
        for (JcstressCase.Place place : JcstressCase.Place.values()) {
            for (WriteMode write : List.of(WriteMode.PLAIN, WriteMode.CAS)) {
                boolean torn = write == WriteMode.PLAIN && place.offset() > 28;
                cases.add(new JcstressCase(Memory.UNSAFE, place, write, ReadMode.VOLATILE, new TreeMap<>(torn
                    ? Map.of("before", 10L, "after", 20L, "B1B2B3B4 A5A6A7A8", 3L)
                    : Map.of("before", 10L, "after", 20L))));
            }
        }
        ResultFile sweep = run(cpu, false, null, number, MANY, 0L, 0L, 0L, 0L);
        return ResultFile.unsealed(sweep.date(), sweep.runId(), sweep.tester(), sweep.environment(), cases).sealed();
    }

    /** A series with other values at its first three offsets. */
    public static Series of(Series from, Memory memory, int widthBytes, List<Integer> offsets) {
        return Copy.of(from, "memory", memory, "widthBytes", widthBytes, "offsets", offsets,
            "changes", from.changes().subList(0, 3), "torn", from.torn().subList(0, 3),
            "plantedFound", from.plantedFound().subList(0, 3), "plantedExpected", from.plantedExpected().subList(0, 3),
            "witnesses", List.of());
    }

    /** A series over the four offsets, read volatile. */
    public static Series series(WriteMode write, long changes, List<Long> torn) {
        return series(write, ReadMode.VOLATILE, changes, torn);
    }

    /** A series over the four offsets. */
    public static Series series(WriteMode write, ReadMode read, long changes, List<Long> torn) {
        SortedMap<Integer, SortedMap<Integer, Long>> seams = new TreeMap<>();
        SortedMap<Integer, Long> firstTornNanos = new TreeMap<>();
        List<Series.Tear> witnesses = new ArrayList<>();
        for (int i = 0; i < OFFSETS.size(); i++) {
            if (torn.get(i) > 0) {
                seams.put(OFFSETS.get(i), new TreeMap<>(Map.of(4, torn.get(i))));
                // Older files have none.
                if (write != WriteMode.CAS) {
                    firstTornNanos.put(OFFSETS.get(i), 100L * OFFSETS.get(i));
                }
                witnesses.add(new Series.Tear(OFFSETS.get(i), 4, "0x1111111111111111", "0x2222222222222222",
                    "0x2222222211111111"));
            }
        }
        List<Long> planted = torn.stream().map(count -> Planted.of(0, changes - count).expected()).toList();
        return new Series(Memory.UNSAFE, Long.BYTES, 1, write, read, CpuDistance.SAME_L3, SeriesTier.C2, null,
            new Series.Totals(4 * changes, 8 * changes, 0, 0, 0, 1_000_000, 0), OFFSETS,
            Collections.nCopies(OFFSETS.size(), changes), torn, planted, planted, seams, null, null, firstTornNanos,
            List.of(), witnesses, List.of(new StressorUse("spin", 0, 1_000, 270),
                new StressorUse("none", 0, 1_000, 7)));
    }

    /** The same series at other offsets; what is counted by offset goes with them. */
    public static Series at(List<Integer> offsets, Series from) {
        SortedMap<Integer, SortedMap<Integer, Long>> seams = new TreeMap<>();
        SortedMap<Integer, Long> firstTornNanos = new TreeMap<>();
        List<Series.Tear> witnesses = new ArrayList<>();
        for (int i = 0; i < offsets.size(); i++) {
            int to = offsets.get(i);
            int before = from.offsets().get(i);
            if (from.seams().containsKey(before)) {
                seams.put(to, from.seams().get(before));
            }
            if (from.firstTornNanos().containsKey(before)) {
                firstTornNanos.put(to, from.firstTornNanos().get(before));
            }
            from.witnesses().stream().filter(witness -> witness.offset() == before).forEach(witness ->
                witnesses.add(new Series.Tear(to, witness.seam(), witness.before(), witness.after(),
                    witness.seen())));
        }
        return Copy.of(from, "offsets", offsets, "seams", seams, "firstTornNanos", firstTornNanos, "notes", List.of(),
            "witnesses", witnesses);
    }

    /** A CPU of Intel's, to which rule I8 applies. */
    public static CpuModel skylake() {
        return x86("GenuineIntel", 6, 0x5e, "Intel(R) Core(TM) i7-6700K CPU @ 4.00GHz", "Skylake");
    }

    /** A CPU of AMD's, of which nothing misaligned is promised. */
    public static CpuModel zen4() {
        return x86("AuthenticAMD", 0x19, 0x61, "AMD Ryzen 9 7950X 16-Core Processor", "Zen 4");
    }

    /** Another model of the same design. */
    public static CpuModel zen4Desktop() {
        return x86("AuthenticAMD", 0x19, 0x11, "AMD EPYC 9654 96-Core Processor", "Zen 4");
    }

    /** A CPU of Arm's with these features; null for a file that does not say. */
    public static CpuModel neoverse(List<CpuFeature> features) {
        return new CpuModel(null, "ARM", null, null, null, 0x41, 0xd40, 1, 1, "Neoverse-V1", "Neoverse V1", null,
            features)
            .withComputedKey();
    }

    /** The same run on another instruction set. */
    public static ResultFile on(String arch, ResultFile run) {
        return Copy.of(run, "environment", Copy.of(run.environment(), "arch", arch), "submitter", null).sealed();
    }

    /** A CPU whose names are attacks. */
    public static CpuModel hostile() {
        return x86("CentaurHauls", 7, 0x3b, HOSTILE, HOSTILE);
    }

    /** A CPU of which no file knows the design. */
    public static CpuModel nameless(int model, String brand) {
        return x86("CentaurHauls", 7, model, brand, null);
    }

    private static CpuModel x86(String vendor, int family, int model, String brand, String design) {
        return new CpuModel(null, vendor, family, model, 3, null, null, null, null, brand, design, "0xf0", null)
            .withComputedKey();
    }
}
