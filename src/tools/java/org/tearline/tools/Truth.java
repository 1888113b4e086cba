// SPDX-License-Identifier: Apache-2.0
package org.tearline.tools;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.tearline.file.Copy;
import org.tearline.loop.Stressor;
import org.tearline.machine.Machine;
import org.tearline.machine.MappedFile;
import org.tearline.run.SweepPlan;
import org.tearline.run.Tester;
import org.tearline.run.TrialListener;
import org.tearline.run.link.TrialRequest;
import org.tearline.trial.AccessRules;
import org.tearline.trial.Budget;
import org.tearline.trial.Memory;
import org.tearline.trial.ReadMode;
import org.tearline.trial.SplitLocks;
import org.tearline.trial.ThreadCpus;
import org.tearline.trial.Tier;
import org.tearline.trial.TrialSpec.Processes;
import org.tearline.trial.TrialSpec;
import org.tearline.trial.Until;
import org.tearline.trial.Width;
import org.tearline.trial.WriteMode;
import org.tearline.verdict.CellReason;
import org.tearline.verdict.Controls;
import org.tearline.verdict.Grading;
import org.tearline.verdict.Seen;
import org.tearline.verdict.TrialOutcome;
import org.tearline.verdict.TrialResult.Judgement;
import org.tearline.verdict.Verdict;

/**
 * Compares the tester's verdicts with {@link KnownAnswers} for all offsets, writes, reads, widths and memories, or for
 * a random sample. Not thread-safe.
 */
final class Truth {
    private static final List<String> LOCKED_SIDES = List.of("none locked", "one locked", "both locked");
    /** Enough for a negative result; takes about 10 ms. */
    private static final long CHANGES = 100_000;
    /** Split locks are a hundred times slower and delay other cores. */
    private static final long CHANGES_SPLIT_LOCKED = 5_000;
    /** For offsets that must tear. This is also the default of tester run. */
    private static final long CHANGES_IF_TEARING = 10_000_000;
    private static final int MAX_REPETITIONS = 5;
    private static final long TRIAL_NANOS = TimeUnit.SECONDS.toNanos(10);
    private static final long SPLIT_LOCKED_NANOS_OF_A_SAMPLE = TimeUnit.SECONDS.toNanos(10);
    private static final long SPLIT_LOCKED_NANOS_OF_A_WALK = TimeUnit.MINUTES.toNanos(3);
    private static final int FIRST_OF_PAGE = 4080;
    private static final int LAST_OF_PAGE = 4104;
    private static final int TWO_LINES = 136;
    private static final int SHOWN = 40;
    private static final Processes[] ONE = {Processes.ONE};

    private final Machine machine;
    private final AccessRules rules;
    private final KnownAnswers known;
    private final ThreadCpus threadCpus;
    private final SplitLocks splitLocks;
    private final MappedFile.Name file;
    private final Random random;
    private final Map<String, Integer> answers = new TreeMap<>();
    private final List<String> wrong = new ArrayList<>();
    private final List<Tried> inside = new ArrayList<>();
    private long splitLockedAllowance;
    private long splitLockedNanos;
    private int skipped;
    private int run;
    private int repeated;

    /**
     * A trial inside a line that counted changes. Trials of one kind have the same instructions and offset in the line.
     */
    private record Tried(TrialSpec trial, String kind, Seen seen) {
    }

    /** @param file the file for mapped memory */
    Truth(KnownAnswers known, ThreadCpus threadCpus, SplitLocks splitLocks, MappedFile.Name file, Random random) {
        this.known = known;
        this.machine = known.machine();
        this.rules = known.rules();
        this.threadCpus = threadCpus;
        this.splitLocks = splitLocks;
        this.file = file;
        this.random = random;
    }

    /** @param nanos the total time; 0 tests the whole space */
    void walk(List<Tier> tiers, long nanos) throws IOException, InterruptedException {
        splitLockedAllowance = nanos == 0 ? SPLIT_LOCKED_NANOS_OF_A_WALK : SPLIT_LOCKED_NANOS_OF_A_SAMPLE;
        List<TrialSpec> kinds = new ArrayList<>();
        for (Tier tier : tiers) {
            for (Memory memory : SweepPlan.WIDE.memories()) {
                for (Processes processes : memory.canBeShared() ? Processes.values() : ONE) {
                    kinds.add(new TrialSpec(memory, Width.LONG, 0, WriteMode.PLAIN, ReadMode.PLAIN, 1, 1, processes,
                        tier, 0));
                }
            }
            if (tier == Tier.C2 && !vectors().isEmpty()) {
                kinds.add(new TrialSpec(Memory.BYTEBUFFER, Width.VECTOR_16, 0, WriteMode.PLAIN, ReadMode.PLAIN, 1, 1,
                    Processes.ONE, tier, 0));
            }
        }
        for (TrialSpec kind : kinds) {
            try (Tester tester = Tester.open(kind.tier(), kind.width().isVector())) {
                walk(tester, kind, nanos / kinds.size());
            }
        }
        settleInside();
    }

    private static List<Width> vectors() {
        return SweepPlan.WIDE.widths().stream().filter(Width::isVector).toList();
    }

    /** Tests one memory and tier in one worker, so that each loop is compiled only once. */
    private void walk(Tester tester, TrialSpec kind, long share) throws IOException, InterruptedException {
        List<TrialSpec> trials = new ArrayList<>();
        for (WriteMode write : WriteMode.values()) {
            for (ReadMode read : ReadMode.values()) {
                if (write == WriteMode.SEQLOCK != (read == ReadMode.SEQLOCK)
                    || kind.width().isVector() && (write != kind.write() || read != kind.read())) {
                    continue;
                }
                for (Width width : kind.width().isVector() ? vectors() : Width.scalars()) {
                    offsets().filter(offset -> offset <= rules.geometry().maxOffset(width)).forEach(offset ->
                        trials.add(new TrialSpec(kind.memory(), width, offset, write, read, 1, 1, kind.processes(),
                            kind.tier(), random.nextInt(1 << 16))));
                }
            }
        }
        Collections.shuffle(trials, random);
        long end = System.nanoTime() + share;
        Controls controls = null;
        for (TrialSpec trial : trials) {
            if (share > 0 && System.nanoTime() >= end) {
                return;
            }
            if (isAllowed(trial)) {
                if (controls == null) {
                    controls = controls(tester, trial);
                }
                check(trial, settled(tester, trial, controls));
            } else {
                skipped++;
            }
        }
    }

    /**
     * Runs a trial, and repeats it with ten times the changes if it missed planted values. In a short trial, a
     * stressor's rhythm may hide half of them; on Zen 4, this happened in one of four trials of a cas reader compiled
     * by C1.
     */
    private Judgement settled(Tester tester, TrialSpec trial, Controls controls)
        throws IOException, InterruptedException {
        Judgement judgement = run(tester, trial, controls, changes(trial));
        for (int i = 0; i < MAX_REPETITIONS && judgement.verdict() == Verdict.INCONCLUSIVE
            && judgement.reason().startsWith(CellReason.PLANTED_MISSED.sentence()); i++) {
            repeated++;
            judgement = run(tester, trial, controls, 10 * changes(trial));
        }
        return judgement;
    }

    private long changes(TrialSpec trial) {
        return known.mustTear(trial) ? CHANGES_IF_TEARING
            : rules.splitLocked(trial) ? CHANGES_SPLIT_LOCKED
            : CHANGES;
    }

    private static IntStream offsets() {
        return IntStream.concat(IntStream.concat(IntStream.range(0, TWO_LINES),
            IntStream.rangeClosed(FIRST_OF_PAGE, LAST_OF_PAGE)), IntStream.of(2 * FIRST_OF_PAGE + 3 * Long.BYTES));
    }

    private boolean isAllowed(TrialSpec trial) {
        return !rules.splitLocked(trial) || splitLocks.allowed() && splitLockedNanos < splitLockedAllowance;
    }

    private Controls controls(Tester tester, TrialSpec trial) throws IOException, InterruptedException {
        Optional<Seen> control = tester.runControl(request(rules.orPlain(trial.at(0)
            .with(WriteMode.VOLATILE, ReadMode.VOLATILE)), CHANGES));
        return new Controls(control.orElseThrow(() -> new IOException("the aligned control killed its worker")),
            List.of());
    }

    private Judgement run(Tester tester, TrialSpec trial, Controls controls, long changes)
        throws IOException, InterruptedException {
        TrialRequest request = request(trial, changes);
        TrialOutcome outcome = tester.run(request, TrialListener.SILENT);
        run++;
        splitLockedNanos += rules.splitLocked(trial) ? outcome.elapsedNanos() : 0;
        if (!rules.crosses(trial) && !trial.aligned() && outcome.tally().counts().changes() > 0
            && !rules.piecewise(trial)) {
            inside.add(new Tried(trial, trial.tier() + " " + trial.width() + " " + trial.write() + "/" + trial.read()
                + " at " + trial.offset() % rules.geometry().lineBytes(), outcome.counts().seen()));
        }
        return new Grading(trial, Copy.of(outcome, "controls", controls), rules,
            any -> false, true).judgement();
    }

    private void check(TrialSpec trial, Judgement judgement) {
        answers.merge(kind(trial) + ": " + judgement.verdict() + (judgement.weakness() == null ? ""
            : " (" + judgement.weakness() + ")"), 1, Integer::sum);
        String fault = known.fault(trial, judgement);
        if (fault != null) {
            wrong.add(name(trial) + ": " + fault + "; " + judgement.verdict()
                + (judgement.reason() == null ? "" : ", " + judgement.reason()));
        }
    }

    /** Repeats trials that saw no tear where another memory tore, with enough changes to make a miss improbable. */
    private void settleInside() throws IOException, InterruptedException {
        List<Tried> first = List.copyOf(inside);
        for (Map.Entry<Tried, Long> doubtful : Grading.doubtful(first, Tried::kind, Tried::seen).entrySet()) {
            Tried whole = doubtful.getKey();
            long needed = doubtful.getValue();
            Verdict verdict;
            try (Tester tester = Tester.open(whole.trial.tier(), whole.trial.width().isVector())) {
                verdict = run(tester, whole.trial, controls(tester, whole.trial), needed).verdict();
            }
            if (verdict != Verdict.TORN) {
                wrong.add(name(whole.trial) + ": torn in " + first.stream()
                    .filter(other -> other.kind.equals(whole.kind) && other.seen.torn() > 0)
                    .map(other -> name(other.trial) + " (" + other.seen.torn() + " of " + other.seen.changes() + ")")
                    .toList()
                    + ", here no tear in " + needed + " changes");
            }
        }
    }

    private TrialRequest request(TrialSpec trial, long changes) {
        return new TrialRequest(trial, new Budget(TRIAL_NANOS, changes, Until.SETTLED), threadCpus, rules,
            Stressor.AUTO, splitLocks, trial.memory() == Memory.MAPPED ? file : null, false, List.of());
    }

    private String kind(TrialSpec trial) {
        String locks = LOCKED_SIDES.get(rules.lockedSides(trial));
        return trial.tier() + ", " + (trial.width().isVector() ? "vector, " : "")
            + (trial.aligned() ? "aligned"
            : !rules.crosses(trial) ? "inside a line" : "across a " + rules.crossing(trial)) + ", " + locks;
    }

    private String name(TrialSpec trial) {
        return "--tier " + trial.tier() + " --memory "
            + trial.memory() + " --processes " + trial.processes() + " --width " + trial.width() + " --write "
            + trial.write() + " --read " + trial.read() + " --offset " + trial.offset() + " --seed " + trial.seed();
    }

    /** Prints the answers; returns 1 if any is wrong, else 0. */
    int report() {
        answers.forEach((answer, times) -> System.out.printf(Locale.ROOT, "%7d  %s%n", times, answer));
        System.out.printf(Locale.ROOT, "truth: %d trials, %d of them repeated, wrong %d, skipped %d; split locks for"
            + " %.1f s%n", run, repeated, wrong.size(), skipped, splitLockedNanos / 1e9);
        wrong.stream().limit(SHOWN).forEach(line -> System.out.println("wrong: " + line));
        return wrong.isEmpty() ? 0 : 1;
    }
}
