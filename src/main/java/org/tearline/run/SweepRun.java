// SPDX-License-Identifier: Apache-2.0
package org.tearline.run;

import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.tearline.file.Environment;
import org.tearline.file.InspectedAccess;
import org.tearline.file.Profile;
import org.tearline.file.PublishedMachine;
import org.tearline.file.ResultFile;
import org.tearline.file.ResultFile.TesterBuild;
import org.tearline.file.SweepFile;
import org.tearline.machine.JvmFlag;
import org.tearline.machine.Machine;
import org.tearline.machine.MappedFile;
import org.tearline.machine.SplitLockCost;
import org.tearline.promise.MachinePromises;
import org.tearline.run.SweepJournal.Header;
import org.tearline.run.link.WorkerProcess;
import org.tearline.trial.CpuDistance;
import org.tearline.trial.SplitLocks;
import org.tearline.trial.ThreadCpus;
import org.tearline.trial.TrialSpec;

/** A sweep of a machine, from the plan to the sealed result file. Not thread-safe. */
public final class SweepRun {
    final Machine machine;
    final SweepPlan plan;
    final Profile profile;
    final Map<CpuDistance, ThreadCpus> placements;
    private final boolean splitLocksWanted;
    private SplitLockCost cost = SplitLockCost.notTimed("not requested");
    SplitLocks splitLocks = SplitLocks.ALLOWED;

    public SweepRun(Machine machine, SweepPlan plan, Profile profile, boolean splitLocksWanted,
                    Map<CpuDistance, ThreadCpus> placements) {
        this.machine = machine;
        this.plan = plan;
        this.profile = profile;
        this.splitLocksWanted = splitLocksWanted;
        this.placements = placements;
        if (!splitLocksWanted && machine.rules().hasSplitLocks()) {
            splitLocks = SplitLocks.FORBIDDEN_BY_USER;
        }
    }

    /** A description that only identical sweeps share. */
    public String description() {
        String text = plan.description() + ", placements " + placements.keySet();
        if (!splitLocksWanted) {
            text += ", without split locks";
        }
        return text;
    }

    public SweepBudget budget() {
        return new SweepBudget(plan, profile, machine.rules(), splitLocks.allowed(), cost, placements.size());
    }

    /**
     * Times split locks, unless this CPU has none or the user forbade them, and decides whether trials may use them.
     *
     * @return warnings for the user
     */
    public List<String> timeSplitLocks() throws IOException {
        List<String> warnings = new ArrayList<>();
        boolean planned = budget().splitLocked() > 0;
        if (machine.rules().hasSplitLocks() && splitLocksWanted) {
            cost = WorkerAnswers.splitLockCost(machine.geometry(), machine.splitLocks());
            splitLocks = cost.permitted();
            if (cost.reason() != null) {
                warnings.add("split locks were not timed: " + cost.reason());
            }
            if (planned && !splitLocks.allowed()) {
                warnings.add("skipping trials that lock across a line: " + splitLocks.cause());
            }
        }
        return warnings;
    }

    public Header header() {
        return new Header(description(), profile.name(), machine.cpuOrUnknown() + ", " + machine.os()
            + ", hypervisor " + machine.hypervisor() + ", CPUs " + machine.usableOrNone(),
            machine.jvm() + " " + Runtime.version(), TesterBuild.running().toString());
    }

    /**
     * Returns the sweep, ready to run.
     *
     * @param file     the file to map; null if no trial has mapped memory
     * @param maxNanos time after which no further trial is started; {@link Long#MAX_VALUE} for no limit
     */
    public Sweep sweep(MappedFile.Name file, SweepJournal journal, Sweep.Listener listener, long maxNanos) {
        long deadline = Long.MAX_VALUE;
        if (maxNanos != Long.MAX_VALUE) {
            deadline = System.nanoTime() + maxNanos;
        }
        return new Sweep(this, file, journal, listener, deadline, WorkerProcess::start);
    }

    /** Whether the vendor promises that neither side of a trial tears. */
    boolean promised(TrialSpec trial) {
        return new MachinePromises(machine).atomic(machine.rules()).test(trial);
    }

    /** A result without counts; anything that makes it invalid would also make the sweep's result invalid. */
    public ResultFile blank() {
        return SweepFile.blank(placements.keySet(), plan.trials(), environment(new TreeMap<>()), profile);
    }

    /** The result of a sweep; the evidence shows the instruction of each access. */
    public ResultFile result(Sweep sweep, List<InspectedAccess> evidence) throws IOException {
        return SweepFile.of(sweep.cells(), sweep.controls(), environment(WorkerAnswers.flags(plan.tier())), profile,
            evidence);
    }

    private Environment environment(SortedMap<JvmFlag, String> flags) {
        boolean pinned = placements.values().stream().allMatch(ThreadCpus::pinned);
        return PublishedMachine.of(machine, cost, pinned, PublishedMachine.jvm(machine.jvm(), flags));
    }

    /** Returns the CPUs of a writer and a reader at each distance; only unpinned threads if no distance is known. */
    public static Map<CpuDistance, ThreadCpus> placements(Machine machine) {
        Map<CpuDistance, ThreadCpus> placements = new EnumMap<>(CpuDistance.class);
        List<Integer> usable = machine.usableOrNone();
        machine.topology().value().onePairEach(usable).forEach((proximity, pair) -> placements.put(
            proximity.published(), ThreadCpus.of(pair, 1, 1)));
        if (placements.isEmpty()) {
            placements.put(CpuDistance.UNPINNED, ThreadCpus.none(usable));
        }
        return placements;
    }
}
