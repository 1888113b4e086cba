// SPDX-License-Identifier: Apache-2.0
package org.tearline.published;

import java.nio.ByteOrder;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.tearline.plan.Architecture;
import org.tearline.plan.CpuDistance;
import org.tearline.plan.Generations;
import org.tearline.plan.Memory;
import org.tearline.plan.Processes;
import org.tearline.plan.ReadMode;
import org.tearline.plan.Seams;
import org.tearline.plan.Side;
import org.tearline.plan.Tier;
import org.tearline.plan.TrialSpec;
import org.tearline.plan.Width;
import org.tearline.plan.WriteMode;
import org.tearline.result.CellReason;
import org.tearline.result.Control;
import org.tearline.result.Counts;
import org.tearline.result.Planted;
import org.tearline.result.StressorUse;
import org.tearline.result.SweepCell;
import org.tearline.result.SweepCell.ControlRun;
import org.tearline.result.Tally;
import org.tearline.result.Verdict;
import org.tearline.result.Witness;

/**
 * A model of what a sweep can come upon, from a seed: a machine, a plan, what each cell counted, and what went wrong.
 * The file is put together by the code that puts real ones together, so whatever the model says is honest. Not
 * thread-safe.
 */
public final class HonestSweep {
    private static final LocalDate FIRST_DAY = LocalDate.of(2026, 1, 1);
    private static final int DAYS = 300;
    private static final int RUN_ID_BYTES = 16;
    private static final int PAIRS = 4;
    private static final int CELLS = 14;
    /** One tear in a million changes. */
    private static final double RAREST = 6;
    private static final List<CpuDistance> PLACEMENTS = List.of(CpuDistance.SMT_SIBLINGS, CpuDistance.SAME_L3,
        CpuDistance.UNKNOWN);
    private static final List<CellReason> HIDING = List.of(CellReason.ALIEN_VALUES, CellReason.GUARDS_OVERWRITTEN,
        CellReason.TEAR_WITHOUT_WITNESS);
    private static final List<CellReason> WITHOUT_COUNTS = List.of(CellReason.API_REFUSES, CellReason.SIGBUS,
        CellReason.ONE_CPU, CellReason.SPLIT_LOCKS_NOT_ALLOWED, CellReason.WORKER_DIED);
    private static final List<CellReason> IN_DOUBT = List.of(CellReason.STOPPED, CellReason.STORES_FOLDED,
        CellReason.TIER_NOT_REACHED);

    private final Random random;
    private final Environment environment;
    private final Profile profile;
    private final Tier tier;

    private HonestSweep(long seed) {
        random = new Random(seed);
        environment = SyntheticMachine.next(random);
        profile = random.nextInt(4) == 0 ? new Profile("custom", 50_000 + random.nextInt(1_000_000),
            2_000 + random.nextInt(100_000), 2_000 + random.nextInt(9_000), random.nextInt(20_000_000))
            : SyntheticMachine.pick(Profile.NAMED, random);
        tier = SyntheticMachine.pick(List.of(Tier.C2, Tier.C2, Tier.C1, Tier.INTERPRETER), random);
    }

    /** The file of a seed, sealed. */
    public static ResultFile of(long seed) {
        return new HonestSweep(seed).file();
    }

    private ResultFile file() {
        List<SweepCell> cells = new ArrayList<>();
        List<ControlRun> controls = new ArrayList<>();
        List<CpuDistance> classes = new ArrayList<>(PLACEMENTS);
        Collections.shuffle(classes, random);
        boolean asked = random.nextInt(6) != 0;
        for (CpuDistance placement : asked ? classes.subList(0, 1 + random.nextInt(2)).stream()
            .map(one -> SyntheticMachine.possible(one, environment)).distinct().toList()
            : List.of(CpuDistance.UNPINNED)) {
            boolean pinned = asked && random.nextInt(6) != 0;
            for (int i = random.nextInt(3); i >= 0; i--) {
                controls.add(new ControlRun(placement, tier, random.nextInt(15) == 0
                    ? new Control(random.nextInt(2), 0) : new Control(1_000 + random.nextInt(100_000),
                        random.nextInt(30) == 0 ? 1 : 0)));
            }
            if (tier == Tier.C2 && random.nextBoolean()) {
                fill(cells, placement, new TrialSpec(Memory.BYTEBUFFER, SyntheticMachine.pick(Width.vectors(), random),
                    0, WriteMode.PLAIN, ReadMode.PLAIN, 1, 1, Processes.ONE, tier, 0), pinned,
                    random.nextInt(4) == 0 ? rare() : 0, rare());
            }
            int pairs = 1 + random.nextInt(PAIRS);
            for (int i = 0; i < pairs; i++) {
                pair(cells, placement, SyntheticMachine.pick(List.of(Memory.values()), random), pinned);
            }
        }
        boolean had = asked
            && cells.stream().filter(cell -> cell.tally().counts().reads() > 0).allMatch(SweepCell::pinned);
        Environment held = Copy.of(environment, "pinning", new PublishedPinning(asked, had));
        List<CpuPair> placements = SweepAssembly.placements(cells, controls);
        List<Series> series = Silences.noted(SweepAssembly.series(cells, controls, held.geometry()), profile, held,
            placements);
        byte[] runId = new byte[RUN_ID_BYTES];
        random.nextBytes(runId);
        ResultFile file = ResultFile.unsealed(Kind.SWEEP, FIRST_DAY.plusDays(random.nextInt(DAYS)),
            HexFormat.of().formatHex(runId), new TesterBuild("0.1.0", "d5a62cf"), held, profile, placements,
            series, vectorEvidence(series));
        return (random.nextBoolean() ? file.submittedBy("somebody-" + random.nextInt(500)) : file).sealed();
    }

    /** Each side of every vector that was counted, by its instruction or where none can be read by the JVM's log. */
    private List<ResultFile.Instruction> vectorEvidence(List<Series> series) {
        boolean decoded = environment.architecture() == Architecture.X86_64 && random.nextInt(4) != 0;
        List<ResultFile.Instruction> evidence = new ArrayList<>();
        series.stream().filter(one -> one.width().isVector() && one.totals().reads() > 0).map(Series::width).distinct()
            .forEach(width -> {
                String register = "vmovdqu " + "xyz".charAt(Width.vectors().indexOf(width)) + "mm";
                evidence.add(new ResultFile.Instruction(Memory.BYTEBUFFER, width.bytes(), SeriesTier.C2,
                    WriteMode.PLAIN, null, decoded ? register : VectorEvidence.byTheLog(Side.WRITE)));
                evidence.add(new ResultFile.Instruction(Memory.BYTEBUFFER, width.bytes(), SeriesTier.C2,
                    null, ReadMode.PLAIN, decoded ? register : VectorEvidence.byTheLog(Side.READ)));
            });
        return evidence;
    }

    private void pair(List<SweepCell> cells, CpuDistance placement, Memory memory, boolean pinned) {
        ReadMode read = SyntheticMachine.pick(List.of(ReadMode.values()), random);
        WriteMode write = read == ReadMode.SEQLOCK ? WriteMode.SEQLOCK
            : WriteMode.values()[random.nextInt(WriteMode.SEQLOCK.ordinal())];
        Width width = random.nextBoolean() ? Width.LONG : SyntheticMachine.pick(Width.scalars(), random);
        Processes processes = memory.canBeShared() ? SyntheticMachine.pick(List.of(Processes.values()), random)
            : Processes.ONE;
        fill(cells, placement, new TrialSpec(memory, width, 0, write, read, 1, 1, processes, tier, 0), pinned,
            random.nextInt(4) == 0 ? rare() : 0, random.nextInt(4) != 0 ? rare() : 0);
        if (processes == Processes.ONE && random.nextInt(4) == 0) {
            // The same pair in another memory, where it is silent: perhaps one contradicts the other.
            fill(cells, placement, new TrialSpec(Memory.UNSAFE, width, 0, write, read, 1, 1, processes, tier, 0),
                pinned, 0, 0);
        }
    }

    private double rare() {
        return Math.pow(10, -RAREST * random.nextDouble());
    }

    private void fill(List<SweepCell> cells, CpuDistance placement, TrialSpec pair, boolean pinned, double inside,
                      double across) {
        if (cells.stream().anyMatch(cell -> cell.seriesKey().equals(seriesKey(placement, pair)))) {
            return;
        }
        TreeSet<Integer> offsets = new TreeSet<>(List.of(0, 12, 60));
        IntStream.range(0, random.nextInt(CELLS)).forEach(i -> offsets.add(random.nextInt(136)));
        IntStream.range(0, random.nextInt(CELLS)).forEach(i -> offsets.add(4080 + random.nextInt(25)));
        for (int offset : offsets) {
            TrialSpec trial = pair.at(offset);
            BitSet seams = environment.rules().legalSeams(trial);
            double rate = seams.isEmpty() || trial.write() == WriteMode.SEQLOCK ? 0
                : !environment.rules().crosses(trial) ? inside : across;
            SweepCell cell = cell(placement, trial, seams, rate, pinned);
            if (cell.reason() == null && cell.tally().counts().torn() == 0 && random.nextInt(5) == 0) {
                SweepCell later = cell(placement, trial, seams, 0, pinned);
                boolean joined = later.reason() == null || later.reason().state() != Verdict.REFUSED;
                cell = joined && cell.tally().counts().changes() + later.tally().counts().changes() <= most()
                    ? cell.plus(later) : cell;
            }
            cells.add(cell);
        }
    }

    private long most() {
        return profile.changes() + profile.changes() / 5;
    }

    private static String seriesKey(CpuDistance placement, TrialSpec pair) {
        return SweepCell.of(placement, pair, Tally.NONE, null, List.of(), 0, -1, true, 0).seriesKey();
    }

    private SweepCell cell(CpuDistance placement, TrialSpec trial, BitSet seams, double rate, boolean pinned) {
        if (environment.lacking().test(trial)) {
            return SweepCell.of(placement, trial, Tally.NONE, CellReason.API_REFUSES, List.of(), 0, -1, pinned, 0);
        }
        CellReason reason = switch (random.nextInt(40)) {
            case 0 -> SyntheticMachine.pick(HIDING, random);
            case 1 -> SyntheticMachine.pick(WITHOUT_COUNTS, random);
            case 2 -> SyntheticMachine.pick(IN_DOUBT, random);
            default -> null;
        };
        if (reason == CellReason.SIGBUS && (trial.offset() % trial.width().bytes() == 0
            || !environment.rules().crosses(trial)) || reason == CellReason.ONE_CPU
            || reason == CellReason.API_REFUSES || reason == CellReason.SPLIT_LOCKS_NOT_ALLOWED
            && !environment.rules().splitLocked(trial)) {
            reason = CellReason.WORKER_DIED;
        }
        if (reason == CellReason.TEAR_WITHOUT_WITNESS && (seams.isEmpty() || trial.write() == WriteMode.SEQLOCK)) {
            reason = CellReason.GUARDS_OVERWRITTEN;
        }
        if (reason != null && WITHOUT_COUNTS.contains(reason)) {
            return SweepCell.of(placement, trial, Tally.NONE, reason, List.of(), 0, -1, pinned, 0);
        }
        long changes = (long) Math.pow(10, 2 + 5.5 * random.nextDouble());
        // A trial ends with the batch in which it has its changes.
        changes = changes > most() ? most() - random.nextInt(9_999) : changes;
        long torn = reason != null && IN_DOUBT.contains(reason) ? 0 : (long) (changes * rate * random.nextDouble());
        torn = reason == CellReason.TEAR_WITHOUT_WITNESS ? Math.max(1, torn) : torn;
        List<Long> bySeam = new ArrayList<>(Collections.nCopies(trial.width().bytes(), 0L));
        List<Witness> witnesses = List.of();
        if (torn > 0) {
            int seam = seams.stream().skip(random.nextInt(seams.cardinality())).findFirst().orElseThrow();
            bySeam.set(seam, torn);
            Width width = trial.width();
            int low8 = 2 + random.nextInt(126);
            int high8 = 130 + random.nextInt(126);
            List<Long> low = Collections.nCopies(width.words(), Generations.replicate(low8, width));
            List<Long> high = Collections.nCopies(width.words(), Generations.replicate(trial.read() == ReadMode.CAS
                ? 255 - low8 : high8, width));
            witnesses = reason == null ? List.of(new Witness(width, low, high, mixed(high, low, seam, width), seam))
                : List.of();
        }
        long alien = reason == CellReason.ALIEN_VALUES ? 1 + random.nextInt((int) Math.max(1, changes - torn)) : 0;
        long whole = Math.max(0, changes - torn - alien);
        // A cas reader's planted rounds are apart, in a tenth of the time.
        Planted fair = Planted.of(0, trial.read() == ReadMode.CAS ? whole / 10 : whole);
        Planted planted = new Planted((long) (fair.expected() * (random.nextInt(12) == 0 ? random.nextDouble()
            : 0.6 + 1.2 * random.nextDouble())), fair.expected());
        long values = changes + planted.found();
        long failed = trial.write() == WriteMode.CAS ? random.nextInt(1_000) : 0;
        long writes = values / 2 + failed + 1 + random.nextInt(10_000);
        Counts counts = new Counts(writes, values + random.nextInt(10_000), changes, torn, alien,
            trial.read() == ReadMode.CAS ? torn : 0,
            failed);
        List<StressorUse> stressors = List.of(new StressorUse("none", 1_000, changes / 2, Math.min(torn, changes / 2)),
            new StressorUse("spin", 1_000, changes - changes / 2, torn - Math.min(torn, changes / 2)));
        long nanos = 20 * values + 1_000 + writes + splitLocks(trial, changes);
        // The first of so many tears comes about then; of a cell of a few changes perhaps with the last of them.
        return SweepCell.of(placement, trial, new Tally(counts, bySeam, witnesses, planted), reason, stressors,
            nanos, witnesses.isEmpty() ? -1 : nanos / torn, pinned, random.nextInt(20) == 0 ? 1 : 0);
    }

    /** Returns how long the locks across a line take that so many changes need. */
    private long splitLocks(TrialSpec trial, long changes) {
        Long nanos = environment.splitLocks() == null ? null : environment.splitLocks().nanos();
        return nanos == null ? 0 : nanos * changes * environment.rules().splitLockedSides(trial);
    }

    /** The one value up to the seam and the other from there on. */
    private static List<Long> mixed(List<Long> low, List<Long> high, int seam, Width width) {
        int word = seam / width.bytesPerWord();
        int inWord = seam % width.bytesPerWord();
        return IntStream.range(0, width.words()).mapToObj(i -> i < word ? low.get(i) : i > word || inWord == 0
            ? high.get(i) : Seams.mix(low.get(i), high.get(i), inWord, width.isVector() ? Width.LONG : width,
            ByteOrder.nativeOrder())).toList();
    }
}
