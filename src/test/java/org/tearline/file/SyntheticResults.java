// SPDX-License-Identifier: Apache-2.0
package org.tearline.file;

import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.tearline.file.CpuPair.AlignedRuns;
import org.tearline.file.CpuPair.TierControl;
import org.tearline.file.ResultFile.TesterBuild;
import org.tearline.machine.Emulated;
import org.tearline.trial.CpuDistance;
import org.tearline.trial.Crossing;
import org.tearline.trial.Generations;
import org.tearline.trial.Memory;
import org.tearline.trial.ReadMode;
import org.tearline.trial.Tier;
import org.tearline.trial.Width;
import org.tearline.trial.WriteMode;
import org.tearline.verdict.CellReason;
import org.tearline.verdict.Planted;
import org.tearline.verdict.StressorUse;
import org.tearline.verdict.Verdict;

/** Generates valid result files of default sweeps. Not thread-safe. */
public final class SyntheticResults {
    private static final LocalDate FIRST_DAY = LocalDate.of(2026, 1, 1);
    private static final int DAYS = 300;
    private static final Profile PROFILE = new Profile("default", 100_000, 1_000_000, 100_000, 10_000_000);
    private static final List<Memory> MEMORIES = List.of(Memory.UNSAFE, Memory.DIRECT);
    private static final List<WriteMode> WRITES = List.of(WriteMode.PLAIN, WriteMode.ORDERED, WriteMode.VOLATILE,
        WriteMode.CAS);
    private static final List<ReadMode> READS = List.of(ReadMode.VOLATILE, ReadMode.CAS, ReadMode.EXCHANGE);
    private static final List<Integer> OFFSETS = IntStream.concat(IntStream.range(0, 64),
        IntStream.range(4089, 4096)).boxed().toList();
    private static final long NANOS_PER_CHANGE = 110;
    private static final int WITNESSES = 8;
    private static final int RUN_ID_BYTES = 16;
    private static final List<String> STRESSORS = List.of("store-both", "writeback-second", "none",
        "store-second");
    private static final List<CpuDistance> PLACEMENTS = List.of(CpuDistance.SMT_SIBLINGS, CpuDistance.SAME_L3,
        CpuDistance.OTHER_L3, CpuDistance.OTHER_SOCKET);

    private final Random random;

    /** Creates a generator; the same seed gives the same files. */
    public SyntheticResults(long seed) {
        random = new Random(seed);
    }

    /** Returns the next file, sealed and valid. */
    public ResultFile next() {
        return on(SyntheticMachine.next(random), true);
    }

    /** Returns a valid file from the same machine in which nothing tears. */
    public ResultFile contradicting(ResultFile file) {
        return on(file.environment(), false);
    }

    private ResultFile on(Environment environment, boolean cut) {
        CpuDistance placement = SyntheticMachine.possible(SyntheticMachine.pick(PLACEMENTS, random), environment);
        TierControl control = new TierControl(Tier.C2, new AlignedRuns(24, 0, 2_400_000
            + random.nextInt(500_000), 0));
        List<Series> series = new ArrayList<>();
        for (Memory memory : MEMORIES) {
            for (WriteMode write : WRITES) {
                for (ReadMode read : READS) {
                    series.add(series(environment, memory, write, read, placement, cut));
                }
            }
        }
        List<CpuPair> placements = List.of(new CpuPair(placement, true, List.of(control)));
        byte[] runId = new byte[RUN_ID_BYTES];
        random.nextBytes(runId);
        ResultFile file = ResultFile.unsealed(ResultFile.Kind.SWEEP, FIRST_DAY.plusDays(random.nextInt(DAYS)),
            HexFormat.of().formatHex(runId), new TesterBuild("0.1.0", "d5a62cf"), environment, PROFILE,
            placements, series,
            environment.arch().equals(Environment.X86_64) ? List.of(
                new InspectedAccess(Memory.UNSAFE, null, Tier.C2, WriteMode.CAS, null, "lock cmpxchg"),
                new InspectedAccess(Memory.UNSAFE, null, Tier.C2, null, ReadMode.VOLATILE,
                    "mov")) : List.of(), List.of(), List.of());
        ResultFile noted = Copy.of(file, "series", NegativeResults.noted(file));
        if (random.nextInt(3) > 0) {
            return ResultText.sealed(noted);
        }
        return ResultText.sealed(Copy.of(noted, "submitter", "somebody-" + random.nextInt(500)));
    }

    /** Returns the same valid file each time: from an x86-64 machine on which a long at offset 1 did not tear. */
    public static ResultFile x86() {
        return Stream.generate(new SyntheticResults(7)::next)
            .filter(file -> file.environment().arch().equals(Environment.X86_64)
                && file.environment().emulated() == Emulated.NO && file.series().get(0).torn().get(1) == 0)
            .findFirst().orElseThrow();
    }

    private Series series(Environment environment, Memory memory, WriteMode write, ReadMode read,
                          CpuDistance placement, boolean cut) {
        boolean x86 = environment.arch().equals(Environment.X86_64);
        boolean bothLocked = write == WriteMode.CAS && read != ReadMode.VOLATILE;
        boolean eightByteBlocks = environment.cpu().vendor().equals("AuthenticAMD")
            && environment.cpu().family() < 0x17;
        List<Long> changes = new ArrayList<>();
        List<Long> torn = new ArrayList<>();
        List<Long> planted = new ArrayList<>();
        List<Long> found = new ArrayList<>();
        List<Integer> faults = new ArrayList<>();
        List<Series.Tear> witnesses = new ArrayList<>();
        SortedMap<Integer, SortedMap<Integer, Long>> seams = new TreeMap<>();
        SortedMap<Integer, Long> firstTornNanos = new TreeMap<>();
        long changesAcross = 0;
        long tornAcross = 0;
        for (int offset : OFFSETS) {
            Crossing crossing = environment.geometry().crossing(offset, Width.LONG);
            boolean misaligned = offset % Long.BYTES != 0;
            boolean tears = cut && misaligned && !bothLocked && (crossing != Crossing.NONE || eightByteBlocks);
            boolean faulty = !x86 && misaligned && (write != WriteMode.PLAIN || read != ReadMode.VOLATILE);
            long seen = faulty ? 0 : tears ? 1_000 + random.nextInt(20_000)
                : (crossing != Crossing.NONE ? x86 ? 100_000 : 1_500_000 : misaligned ? 204_100 : 1_250_100)
                    + random.nextInt(900);
            long tornHere = tears && !faulty ? 1 + random.nextInt((int) seen) : 0;
            changes.add(seen);
            torn.add(tornHere);
            planted.add(Planted.of(0, seen - tornHere).expected());
            Random own = new Random(31 * seen + tornHere);
            found.add(planted.get(planted.size() - 1) * (850 + own.nextInt(120)) / 1_000);
            if (faulty) {
                faults.add(offset);
            }
            if (crossing == Crossing.LINE) {
                changesAcross += seen;
                tornAcross += tornHere;
            }
            if (tornHere > 0) {
                firstTornNanos.put(offset, NANOS_PER_CHANGE * seen / tornHere - own.nextInt((int) NANOS_PER_CHANGE));
                int seam = Long.BYTES - offset % Long.BYTES;
                seams.put(offset, new TreeMap<>(Map.of(seam, tornHere)));
                if (witnesses.size() < WITNESSES || crossing == Crossing.NONE
                    && witnesses.size() < Series.MAX_WITNESSES) {
                    witnesses.add(witness(offset, seam, read == ReadMode.CAS));
                }
            }
        }
        long all = changes.stream().mapToLong(Long::longValue).sum();
        return new Series(memory, Long.BYTES, 1, write, read, placement, Tier.C2, null,
            new Series.Totals(3 * all, 4 * all, 0, read == ReadMode.CAS
                ? torn.stream().mapToLong(Long::longValue).sum() : 0, write == WriteMode.CAS ? all / 100 : 0,
                NANOS_PER_CHANGE * all + 1, 0), OFFSETS, changes, torn, found, planted, seams, new TreeMap<>(),
                new TreeMap<>(),
            firstTornNanos,
            faults.isEmpty() ? List.of() : List.of(new Series.Note(faults, Verdict.FAULTS, CellReason.SIGBUS)),
            witnesses,
            changesAcross == 0 ? List.of() : stressors(changesAcross, tornAcross), new TreeMap<>());
    }

    /** Distributes the counts across a line over four stressors. */
    private static List<StressorUse> stressors(long changes, long torn) {
        return IntStream.range(0, STRESSORS.size()).mapToObj(i -> new StressorUse(STRESSORS.get(i), 0,
            changes / 4 + (i == 0 ? changes % 4 : 0), torn / 4 + (i == 0 ? torn % 4 : 0))).toList();
    }

    /** With a cas reader, the writer alternates between a byte and its complement. */
    private Series.Tear witness(int offset, int seam, boolean complement) {
        int low = 2 + random.nextInt(126);
        int high = 130 + random.nextInt(126);
        high = complement ? 255 - low : high;
        String before = HexFormat.of().toHexDigits(Generations.replicate(low));
        String after = HexFormat.of().toHexDigits(Generations.replicate(high));
        return new Series.Tear(offset, seam, "0x" + before, "0x" + after,
            "0x" + after.substring(0, 2 * seam) + before.substring(2 * seam));
    }
}
