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
import org.tearline.file.CpuPair;
import org.tearline.file.CpuPair.AlignedRuns;
import org.tearline.file.CpuPair.TierControl;
import org.tearline.file.Environment;
import org.tearline.file.JcstressCase;
import org.tearline.file.MixedCase;
import org.tearline.file.NegativeResults;
import org.tearline.file.Profile;
import org.tearline.file.ResultFile;
import org.tearline.file.ResultFile.TesterBuild;
import org.tearline.file.ResultText;
import org.tearline.file.Series;
import org.tearline.machine.CpuFeature;
import org.tearline.machine.CpuModel;
import org.tearline.machine.Emulated;
import org.tearline.machine.Os;
import org.tearline.machine.SplitLockPolicy;
import org.tearline.machine.Virtualization.Hypervisor;
import org.tearline.trial.CpuDistance;
import org.tearline.trial.Memory;
import org.tearline.trial.ReadMode;
import org.tearline.trial.Tier;
import org.tearline.trial.WriteMode;
import org.tearline.verdict.Planted;
import org.tearline.verdict.StressorUse;

/** Small result files with chosen counts at the offsets 0, 4, 60 and 4092. Thread-safe. */
public final class Runs {
    /** Enough changes for a strong negative result. */
    public static final long MANY = 10_000_000;

    /** A string that HTML, Markdown and scripts must escape. */
    public static final String HOSTILE =
        "<img src=x onerror=alert(1)></script><script>alert(2)</script>|`[a](b)\"'&\u2028";

    private static final List<Integer> OFFSETS = List.of(0, 4, 60, 4092);

    private Runs() {
    }

    /** Returns a file with one series, of plain writes and volatile reads. */
    public static ResultFile run(CpuModel cpu, boolean emulated, String submitter, int number, long changes,
        Long... torn) {
        return run(cpu, emulated, submitter, number, List.of(series(WriteMode.PLAIN, changes,
            List.of(torn))));
    }

    /** Returns a file with the given series. */
    public static ResultFile run(CpuModel cpu, boolean emulated, String submitter, int number,
                                 List<Series> series) {
        Environment environment = new Environment("x86_64", cpu, new Environment.Cpus(1, 4, 8, 8), 64, 4096,
            new Os("linux", "6.1"), emulated ? Hypervisor.TCG : Hypervisor.NONE,
            emulated ? Emulated.YES : Emulated.NO,
            new Environment.SplitLockTimes(SplitLockPolicy.Action.OFF, 900L, 15L, 1_800L, 2_500L, false),
            new Environment.ThreadPinning(true, true),
            new Environment.Java("Debian", "17.0.17", "OpenJDK 64-Bit Server VM", new TreeMap<>()));
        Profile profile = new Profile("default", 100_000, 1_000_000, 100_000,
            10_000_000);
        List<CpuPair> placements = List.of(new CpuPair(CpuDistance.SAME_L3, true,
            List.of(new TierControl(Tier.C2, new AlignedRuns(2, 0, 1000, 0)))));
        ResultFile file = ResultFile.unsealed(ResultFile.Kind.SWEEP, LocalDate.of(2026, 3, 1).plusDays(number),
            String.format(Locale.ROOT, "%032x", number), new TesterBuild("0.1.0", "d5a62cf"),
            environment,
            profile, placements, series, List.of(), List.of(), List.of());
        return ResultText.sealed(Copy.of(file, "series", NegativeResults.noted(file), "submitter", submitter));
    }

    /** Returns a jcstress file with tears of ordinary writes across a line or page. */
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
        List<MixedCase> mixed = List.of(new MixedCase("PlainInts", JcstressCase.Place.LINE,
            new TreeMap<>(Map.of(MixedCase.Grade.ACCEPTABLE_INTERESTING, 2L))));
        return ResultText.sealed(ResultFile.unsealed(ResultFile.Kind.JCSTRESS, sweep.date(), sweep.runId(),
            sweep.tester(), sweep.environment(), null, List.of(), List.of(), List.of(), cases, mixed));
    }

    /** Returns a series over the four offsets, with volatile reads. */
    public static Series series(WriteMode write, long changes, List<Long> torn) {
        return series(write, ReadMode.VOLATILE, changes, torn);
    }

    /** Returns a series over the four offsets. */
    public static Series series(WriteMode write, ReadMode read, long changes, List<Long> torn) {
        SortedMap<Integer, SortedMap<Integer, Long>> seams = new TreeMap<>();
        SortedMap<Integer, Long> firstTornNanos = new TreeMap<>();
        List<Series.Tear> witnesses = new ArrayList<>();
        for (int i = 0; i < OFFSETS.size(); i++) {
            if (torn.get(i) > 0) {
                seams.put(OFFSETS.get(i), new TreeMap<>(Map.of(4, torn.get(i))));
                // Series with cas have no times, like those in files from older versions.
                if (write != WriteMode.CAS) {
                    firstTornNanos.put(OFFSETS.get(i), 100L * OFFSETS.get(i));
                }
                witnesses.add(new Series.Tear(OFFSETS.get(i), 4, "0x1111111111111111", "0x2222222222222222",
                    "0x2222222211111111"));
            }
        }
        List<Long> planted = torn.stream().map(count -> Planted.of(0, changes - count).expected()).toList();
        return new Series(Memory.UNSAFE, Long.BYTES, 1, write, read, CpuDistance.SAME_L3, Tier.C2, null,
            new Series.Totals(4 * changes, 8 * changes, 0, 0, 0, 8 * changes, 0), OFFSETS,
            Collections.nCopies(OFFSETS.size(), changes), torn, planted, planted, seams, new TreeMap<>(),
            new TreeMap<>(), firstTornNanos,
            List.of(), witnesses, List.of(new StressorUse("spin", 0, 1_000, 270),
                new StressorUse("none", 0, 1_000, 7)),
            new TreeMap<>(Map.of("none", List.of(1_000L, 7L))));
    }

    /** An Intel CPU to which rule I8 applies. */
    public static CpuModel skylake() {
        return x86("GenuineIntel", 6, 0x5e, "Intel(R) Core(TM) i7-6700K CPU @ 4.00GHz", "Skylake");
    }

    /** An AMD CPU. AMD promises nothing for misaligned longs. */
    public static CpuModel zen4() {
        return x86("AuthenticAMD", 0x19, 0x61, "AMD Ryzen 9 7950X 16-Core Processor", "Zen 4");
    }

    /** An Arm CPU with the given features, which are null if unknown. */
    public static CpuModel neoverse(List<CpuFeature> features) {
        return new CpuModel(null, "ARM", null, null, null, 0x41, 0xd40, 1, 1, "Neoverse-V1", "Neoverse V1", null,
            features)
            .withComputedKey();
    }

    /** Returns a copy of a file, with another instruction set. */
    public static ResultFile on(String arch, ResultFile run) {
        return ResultText.sealed(
            Copy.of(run, "environment", Copy.of(run.environment(), "arch", arch), "submitter", null));
    }

    /** A CPU with hostile names. */
    public static CpuModel hostile() {
        return x86("CentaurHauls", 7, 0x3b, HOSTILE, HOSTILE);
    }

    private static CpuModel x86(String vendor, int family, int model, String brand, String design) {
        return new CpuModel(null, vendor, family, model, 3, null, null, null, null, brand, design, "0xf0", null)
            .withComputedKey();
    }
}
