// SPDX-License-Identifier: Apache-2.0
package org.tearline;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import org.tearline.cli.text.RunText;
import org.tearline.cli.text.Screen;
import org.tearline.loop.Region;
import org.tearline.loop.Stressor;
import org.tearline.machine.KernelFiles;
import org.tearline.machine.Machine;
import org.tearline.machine.MappedFile;
import org.tearline.machine.SplitLockPolicy;
import org.tearline.run.GradedTrial;
import org.tearline.run.Tester;
import org.tearline.run.TrialListener;
import org.tearline.run.link.TrialRequest;
import org.tearline.trial.AccessRules;
import org.tearline.trial.Budget;
import org.tearline.trial.Memory;
import org.tearline.trial.ReadMode;
import org.tearline.trial.ThreadCpus;
import org.tearline.trial.Tier;
import org.tearline.trial.TrialSpec;
import org.tearline.trial.Until;
import org.tearline.trial.Width;
import org.tearline.trial.WriteMode;
import org.tearline.verdict.TrialResult;

/**
 * Tests whether a value at an offset tears when one thread stores it and another loads it, in a trial like those of
 * {@code tester run}. Immutable and thread-safe.
 *
 * <pre>{@code
 * TrialResult result = Trial.of(60, WriteMode.ORDERED, ReadMode.VOLATILE).run();
 * if (result.judgement().verdict() == Verdict.TORN) {
 *     System.out.println(Trial.text(result));
 * }
 * }</pre>
 */
public final class Trial {
    /** Stands for {@link AccessRules#defaultChanges}, which depends on the machine. */
    private static final long DEFAULT_CHANGES = 0;

    private final TrialSpec spec;
    private final Duration atMost;
    private final long changes;
    private final boolean splitLocks;

    private Trial(TrialSpec spec, Duration atMost, long changes, boolean splitLocks) {
        this.spec = spec;
        this.atMost = atMost;
        this.changes = changes;
        this.splitLocks = splitLocks;
    }

    /**
     * Creates a trial of a long in off-heap memory, with loops compiled by C2. It ends at the first tear, after enough
     * changes, or after 10 s.
     *
     * @param offset the offset of the value in bytes from a page-aligned base, from 0 to two pages minus the width
     */
    public static Trial of(int offset, WriteMode write, ReadMode read) {
        boolean splitLocks = true;
        return new Trial(TrialSpec.USUAL.at(offset).with(write, read), Duration.ofSeconds(10), DEFAULT_CHANGES,
            splitLocks);
    }

    /** Returns this trial with another width. A vector requires {@link Memory#BYTEBUFFER}, plain accesses and C2. */
    public Trial of(Width width) {
        return with(spec.of(width));
    }

    /** Returns this trial with another kind of memory. */
    public Trial in(Memory memory) {
        return with(spec.in(memory));
    }

    /** Returns this trial with loops executed in another tier, such as C1 or the interpreter. */
    public Trial by(Tier tier) {
        return with(spec.by(tier));
    }

    private Trial with(TrialSpec other) {
        return new Trial(other, atMost, changes, splitLocks);
    }

    /**
     * Returns this trial with another limit on the counting time. If too few changes are seen by then, the trial is
     * inconclusive.
     */
    public Trial atMost(Duration time) {
        return new Trial(spec, time, changes, splitLocks);
    }

    /**
     * Returns this trial with another number of changes after which it ends without a tear, by default at most 10
     * million. A negative result requires 100,000 changes, or 2,000 if both sides are locked across a line.
     */
    public Trial changes(long needed) {
        if (needed < 1) {
            throw new IllegalArgumentException("a trial needs 1 change or more, not " + needed);
        }
        return new Trial(spec, atMost, needed, splitLocks);
    }

    /**
     * Returns this trial with split locks forbidden: if it needs them, its verdict is REFUSED. Split locks are slow,
     * and delay the cache misses of other cores.
     */
    public Trial withoutSplitLocks() {
        return new Trial(spec, atMost, changes, false);
    }

    /**
     * Runs the trial in a separate JVM and waits for the result. This takes seconds.
     *
     * @return the verdict and its evidence; a trial that cannot be run has the verdict REFUSED
     * @throws IllegalArgumentException if the offset is out of range, or the trial lacks what its vector or guard needs
     * @throws IOException              if the JVM cannot be started, or the file for mapped memory cannot be created
     */
    public TrialResult run() throws IOException, InterruptedException {
        Machine machine = Machine.live();
        AccessRules rules = machine.rules();
        try (MappedFile file = Region.temporaryFile(spec.memory(), rules.geometry().pageBytes())) {
            TrialRequest request = request(rules, MappedFile.nameOf(file));
            try (Tester tester = Tester.open(spec)) {
                return GradedTrial.run(tester, request, TrialListener.SILENT, () -> machine);
            }
        }
    }

    /** Returns what {@code tester run} would print: the verdict, its evidence, the reason and, for a tear, a remedy. */
    public static String text(TrialResult result) {
        ByteArrayOutputStream text = new ByteArrayOutputStream();
        Screen screen = Screen.of(new PrintStream(text, true, StandardCharsets.UTF_8), Screen.ENDLESS);
        boolean verbose = false;
        boolean tearPrinted = false;
        new RunText(screen, verbose, result.trial()).printVerdict(result, tearPrinted);
        return text.toString(StandardCharsets.UTF_8);
    }

    private TrialRequest request(AccessRules rules, MappedFile.Name file) {
        int max = rules.geometry().maxOffset(spec.width());
        if (spec.offset() < 0 || spec.offset() > max) {
            throw new IllegalArgumentException("offset " + spec.offset() + " is not within 0.." + max);
        }
        boolean plain = spec.write() == WriteMode.PLAIN && spec.read() == ReadMode.PLAIN;
        if (spec.width().isVector() && !(plain && spec.memory() == Memory.BYTEBUFFER && spec.tier() == Tier.C2)) {
            throw new IllegalArgumentException("a vector requires bytebuffer memory, plain accesses and C2");
        }
        if (!spec.read().fits(spec.write())) {
            throw new IllegalArgumentException("seqlock requires seqlock on the other side");
        }
        long needed = changes;
        if (changes == DEFAULT_CHANGES) {
            needed = rules.defaultChanges(spec);
        }
        Budget budget = new Budget(atMost.toNanos(), needed, Until.FIRST);
        ThreadCpus cpus = KernelFiles.live().threadCpus(spec.writers(), spec.readers());
        boolean controls = true;
        return new TrialRequest(spec, budget, cpus, rules, Stressor.AUTO,
            SplitLockPolicy.permitted(splitLocks), file, controls, List.of());
    }
}
