// SPDX-License-Identifier: Apache-2.0
package org.tearline.run;

import java.io.IOException;
import java.time.Clock;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;
import java.util.stream.Stream;
import org.tearline.file.Environment.CpuPair;
import org.tearline.file.Environment;
import org.tearline.file.NegativeResults;
import org.tearline.file.Profile;
import org.tearline.file.PublishedMachine;
import org.tearline.file.ResultFile.TesterBuild;
import org.tearline.file.ResultFile;
import org.tearline.file.ResultText;
import org.tearline.file.Series;
import org.tearline.file.SweepAssembly;
import org.tearline.machine.Machine;
import org.tearline.machine.SplitLockCost;
import org.tearline.machine.Topology.Proximity;
import org.tearline.run.link.WorkerProcess;
import org.tearline.trial.CpuDistance;
import org.tearline.trial.OffsetList;
import org.tearline.trial.SplitLocks;
import org.tearline.trial.ThreadCpus;
import org.tearline.trial.Width;
import org.tearline.verdict.CellReason;
import org.tearline.verdict.Seen;
import org.tearline.verdict.SweepCell.ControlRun;
import org.tearline.verdict.SweepCell;
import org.tearline.verdict.Verdict;

/** A sweep of a machine, from the plan to the sealed result file. Not thread-safe. */
public final class SweepRun {
    final Machine machine;
    final SweepPlan plan;
    final Profile profile;
    final Map<CpuDistance, ThreadCpus> placements;
    private final boolean splitLocksWanted;
    private SplitLockCost cost = SplitLockCost.notTimed("not requested");
    private SplitLocks splitLocks;

    public SweepRun(Machine machine, SweepPlan plan, Profile profile, boolean splitLocksWanted) {
        this(machine, plan, profile, splitLocksWanted, placements(machine));
    }

    SweepRun(Machine machine, SweepPlan plan, Profile profile, boolean splitLocksWanted,
             Map<CpuDistance, ThreadCpus> placements) {
        this.machine = machine;
        this.plan = plan;
        this.profile = profile;
        this.splitLocksWanted = splitLocksWanted;
        this.placements = placements;
        if (splitLocksWanted || !machine.rules().hasSplitLocks()) {
            this.splitLocks = SplitLocks.ALLOWED;
        } else {
            this.splitLocks = SplitLocks.FORBIDDEN_BY_USER;
        }
    }

    /** A description that only identical sweeps share. */
    public String description() {
        List<Width> vectors = plan.widths().stream().filter(Width::isVector).toList();
        String text = "";
        if (plan.hasScalars()) {
            text += scalars() + ", ";
        }
        if (!vectors.isEmpty()) {
            text += "vectors of " + vectors + " bytes through plain ByteBuffer accesses";
            if (plan.hasOneSided()) {
                text += ", also beside locked longs";
            }
            text += ", ";
        }
        text += "offsets " + OffsetList.ranges(plan.offsets()) + ", tier " + plan.tier() + ", placements "
            + placements.keySet();
        if (!splitLocksWanted) {
            text += ", without split locks";
        }
        return text;
    }

    private String scalars() {
        List<Width> widths = plan.widths().stream().filter(width -> !width.isVector()).toList();
        String text = "memory " + plan.memories() + ", width " + widths + ", processes " + plan.processes()
            + ", write " + plan.writes() + ", read " + plan.reads();
        if (plan.guards()) {
            text += " and guards";
        }
        return text;
    }

    public SweepBudget budget() {
        return new SweepBudget(plan, profile, machine.rules(), splitLocksWanted, cost, placements.size());
    }

    /**
     * Times split locks, unless this CPU has none or the user forbade them, and decides whether trials may use them.
     *
     * @return warnings for the user
     */
    public List<String> timeSplitLocks() throws IOException, InterruptedException {
        List<String> warnings = new ArrayList<>();
        if (machine.rules().hasSplitLocks() && splitLocksWanted) {
            cost = WorkerAnswers.splitLockCost(machine.geometry(), machine.splitLocks());
            splitLocks = cost.permitted();
            if (cost.reason() != null) {
                warnings.add("split locks were not timed: " + cost.reason());
            }
            if (!splitLocks.allowed()) {
                warnings.add("skipping trials that lock across a line: " + splitLocks.cause());
            }
        }
        return warnings;
    }

    public SweepJournal.Header header() {
        return new SweepJournal.Header(description(), profile.name(), machine.cpuOrUnknown() + ", " + machine.os()
            + ", hypervisor " + machine.hypervisor() + ", CPUs " + machine.usableOrNone(),
            machine.jvm() + " " + Runtime.version(), TesterBuild.running().toString());
    }

    /**
     * Returns the sweep, ready to run.
     *
     * @param file     the file to map; null if no trial has mapped memory
     * @param maxNanos time after which no further trial is started; {@link Long#MAX_VALUE} for no limit
     */
    public Sweep sweep(String file, SweepJournal journal, Sweep.Listener listener, long maxNanos) {
        long deadline = Long.MAX_VALUE;
        if (maxNanos != Long.MAX_VALUE) {
            deadline = System.nanoTime() + maxNanos;
        }
        return new Sweep(this, file, journal, listener, deadline, WorkerProcess.STARTER);
    }

    SplitLocks splitLocks() {
        return splitLocks;
    }

    /** A result without counts; anything that makes it invalid would also make the sweep's result invalid. */
    public ResultFile blank() {
        List<SweepCell> cells = placements.keySet().stream()
            .flatMap(placement -> plan.trials().stream()
                .map(trial -> SweepCell.uncounted(placement, trial, CellReason.STOPPED, false)))
            .toList();
        List<ControlRun> controls = placements.keySet().stream()
            .map(placement -> new ControlRun(placement, plan.tier(), new Seen(0, 0)))
            .toList();
        return file(cells, controls, PublishedMachine.of(machine, cost,
            new Environment.ThreadPinning(pinned(), pinned()), new TreeMap<>()), List.of());
    }

    /** The result of a sweep; the evidence shows the instruction of each access. */
    public ResultFile result(Sweep sweep, List<ResultFile.InspectedAccess> evidence)
        throws IOException, InterruptedException {
        List<SweepCell> cells = sweep.cells().stream()
            .map(cell -> withoutPieces(cell, evidence))
            .toList();
        boolean stillPinned = pinned() && cells.stream().filter(cell -> cell.counts().reads() > 0)
            .allMatch(cell -> cell.pinned());
        Environment environment = PublishedMachine.of(machine, cost,
            new Environment.ThreadPinning(pinned(), stillPinned), WorkerAnswers.flags(plan.tier()));
        return file(cells, sweep.controls(), environment, evidence);
    }

    private boolean pinned() {
        return placements.values().stream().allMatch(ThreadCpus::pinned);
    }

    private ResultFile file(List<SweepCell> cells, List<ControlRun> controls, Environment environment,
                            List<ResultFile.InspectedAccess> evidence) {
        List<CpuPair> records = SweepAssembly.placements(cells, controls);
        List<Series> series = NegativeResults.noted(SweepAssembly.series(cells, controls, machine.geometry()), profile,
            environment, records);
        String runId = UUID.randomUUID().toString().replace("-", "");
        LocalDate today = LocalDate.now(Clock.systemUTC());
        return ResultText.sealed(
            ResultFile.unsealed(today, runId, TesterBuild.running(), environment, profile, records, series, evidence));
    }

    /** Drops the counts of a vector that was accessed in pieces, because they say nothing about the CPU. */
    private SweepCell withoutPieces(SweepCell cell, List<ResultFile.InspectedAccess> evidence) {
        boolean pieces = cell.trial().width().isVector() && cell.counts().reads() > 0
            && evidence.stream().anyMatch(found -> found.isOf(cell.trial().width())
                && !found.isOneVector(machine.architecture()));
        if (pieces) {
            return SweepCell.uncounted(cell.placement(), cell.trial(), CellReason.TIER_NOT_REACHED, cell.pinned());
        }
        return cell;
    }

    /** The main reason why a result has no verdict; empty if it has counts and its controls held. */
    public static Optional<CellReason> reasonForNoVerdict(ResultFile file) {
        boolean controlsHeld = file.placements().stream()
            .flatMap(placement -> placement.controls().stream())
            .allMatch(control -> control.hold());
        boolean counted = file.series().stream()
            .flatMap(series -> Stream.of(series.torn(), series.changes()))
            .anyMatch(counts -> counts.stream().anyMatch(count -> count > 0));
        if (controlsHeld && counted) {
            return Optional.empty();
        }
        CellReason otherwise = CellReason.ALIGNED_CONTROL_TORN;
        if (controlsHeld) {
            otherwise = CellReason.NO_CHANGE_SEEN;
        }
        return Optional.of(mostFrequentReason(file).orElse(otherwise));
    }

    /**
     * The most frequent reason of the cells that have neither a tear nor a negative result; empty without such cells.
     */
    private static Optional<CellReason> mostFrequentReason(ResultFile file) {
        Map<CellReason, Integer> cells = new EnumMap<>(CellReason.class);
        file.series().stream()
            .flatMap(series -> series.notes().stream())
            .filter(note -> note.state() != Verdict.NOT_SEEN && note.state() != Verdict.TORN)
            .forEach(note -> cells.merge(note.reason(), note.offsets().size(), Integer::sum));
        return cells.entrySet().stream()
            .max(Map.Entry.comparingByValue())
            .map(Map.Entry::getKey);
    }

    private static Map<CpuDistance, ThreadCpus> placements(Machine machine) {
        Map<CpuDistance, ThreadCpus> placements = new EnumMap<>(CpuDistance.class);
        List<Integer> usable = machine.usableOrNone();
        Proximity.onePairEach(machine.topology().value(), usable).forEach((proximity, pair) -> placements.put(
            proximity.published(), ThreadCpus.of(List.of(pair.first(), pair.second()), 1, 1)));
        if (placements.isEmpty()) {
            placements.put(CpuDistance.UNPINNED, ThreadCpus.none(usable));
        }
        return placements;
    }
}
