// SPDX-License-Identifier: Apache-2.0
package org.tearline;

import java.io.IOException;
import java.time.Duration;
import org.tearline.file.PublishedMachine;
import org.tearline.loop.MappedFile;
import org.tearline.loop.Region;
import org.tearline.loop.Stressor;
import org.tearline.machine.Linux;
import org.tearline.machine.Machine;
import org.tearline.machine.SplitLockPolicy;
import org.tearline.run.Tester;
import org.tearline.run.Tester.TrialListener;
import org.tearline.run.link.Message.TrialRequest;
import org.tearline.trial.AccessRules;
import org.tearline.trial.Memory;
import org.tearline.trial.ThreadCpus;
import org.tearline.trial.TrialSpec;
import org.tearline.trial.TrialSpec.Budget;
import org.tearline.trial.TrialSpec.Budget.Until;
import org.tearline.trial.TrialSpec.Processes;
import org.tearline.trial.TrialSpec.ReadMode;
import org.tearline.trial.TrialSpec.Tier;
import org.tearline.trial.TrialSpec.WriteMode;
import org.tearline.trial.Width;
import org.tearline.verdict.TrialResult;

/**
 * Does a value tear at this offset, if one thread stores it in this way and another reads it in that way? The same
 * trial as {@code tester run}, with one writer and one reader. Immutable. Thread-safe.
 *
 * <pre>{@code
 * TrialResult result = Trial.of(60, WriteMode.ORDERED, ReadMode.VOLATILE).run();
 * if (result.judgement().verdict() == Verdict.TORN) …
 * }</pre>
 */
public final class Trial {
    private static final Duration USUAL_TIME = Duration.ofSeconds(10);
    /** Decides which byte values are stored, in which order: any will do. */
    private static final long SEED = 1;

    private final int offset;
    private final Width width;
    private final WriteMode write;
    private final ReadMode read;
    private final Memory memory;
    private final Tier tier;
    private final Duration atMost;
    private final long changes;
    private final boolean splitLocks;

    private Trial(int offset, Width width, WriteMode write, ReadMode read, Memory memory, Tier tier,
                  Duration atMost, long changes, boolean splitLocks) {
        this.offset = offset;
        this.width = width;
        this.write = write;
        this.read = read;
        this.memory = memory;
        this.tier = tier;
        this.atMost = atMost;
        this.changes = changes;
        this.splitLocks = splitLocks;
    }

    /**
     * A trial of a long in raw memory, compiled by C2, that ends with the first tear, with enough changes, or after
     * 10 s.
     *
     * @param offset where the value begins, in bytes from a page-aligned base: 0 to two pages minus its width
     */
    public static Trial of(int offset, WriteMode write, ReadMode read) {
        return new Trial(offset, Width.LONG, write, read, Memory.UNSAFE, Tier.C2, USUAL_TIME, 0, true);
    }

    /** The same with a short or an int. */
    public Trial of(Width other) {
        return new Trial(offset, other, write, read, memory, tier, atMost, changes, splitLocks);
    }

    /** The same, reached through another API. */
    public Trial in(Memory other) {
        return new Trial(offset, width, write, read, other, tier, atMost, changes, splitLocks);
    }

    /** The same, executed by another part of HotSpot. */
    public Trial by(Tier other) {
        return new Trial(offset, width, write, read, memory, other, atMost, changes, splitLocks);
    }

    /**
     * The same with another limit of its counting time. If it ends a negative result early, the verdict is
     * inconclusive.
     */
    public Trial atMost(Duration time) {
        return new Trial(offset, width, write, read, memory, tier, time, changes, splitLocks);
    }

    /** The same with another number of changes that a negative result needs: 1 or more, 10 million are usual. */
    public Trial changes(long needed) {
        if (needed < 1) {
            throw new IllegalArgumentException("a negative result needs 1 change or more, not " + needed);
        }
        return new Trial(offset, width, write, read, memory, tier, atMost, needed, splitLocks);
    }

    /**
     * The same, but refused if it would lock across a line, which takes a microsecond or more each time and delays what
     * misses the first-level caches of other cores.
     */
    public Trial withoutSplitLocks() {
        return new Trial(offset, width, write, read, memory, tier, atMost, changes, false);
    }

    /**
     * Runs the trial in a JVM of its own and waits for it: a second or two for a negative result, less for a tear.
     *
     * @return the verdict and what it rests on; a trial that cannot be run has a verdict too, which says so
     * @throws IllegalArgumentException if the offset is out of range
     * @throws IOException              if no JVM can be started, or no file be made for mapped memory
     */
    public TrialResult run() throws IOException, InterruptedException {
        Linux kernel = Linux.live();
        Machine machine = Machine.live();
        AccessRules rules = machine.rules();
        try (MappedFile file = memory == Memory.MAPPED
            ? MappedFile.temporary(Region.bytes(rules.geometry().pageBytes())) : null) {
            TrialRequest request = request(rules, kernel, file == null ? null : file.path().toString());
            try (Tester tester = Tester.open(tier, false)) {
                return tester.run(request, PublishedMachine.promised(machine, rules), machine, TrialListener.SILENT);
            }
        }
    }

    private TrialRequest request(AccessRules rules, Linux kernel, String file) {
        int most = rules.geometry().maxOffset(width);
        if (offset < 0 || offset > most) {
            throw new IllegalArgumentException("offset " + offset + " is not within 0 to " + most);
        }
        TrialSpec trial = new TrialSpec(memory, width, offset, write, read, 1, 1, Processes.ONE, tier, SEED);
        Budget budget = new Budget(atMost.toNanos(), changes == 0 ? rules.defaultChanges(trial) : changes,
            Until.FIRST);
        return new TrialRequest(trial, budget, ThreadCpus.automatic(kernel.allowedCpus(), kernel::coreOf, 1, 1), rules,
            Stressor.AUTO, SplitLockPolicy.permits(kernel, splitLocks), file, true);
    }
}
