// SPDX-License-Identifier: Apache-2.0
package org.tearline.file;

import java.time.Clock;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;
import org.tearline.file.ResultFile.InspectedAccess;
import org.tearline.file.ResultFile.Kind;
import org.tearline.file.ResultFile.TesterBuild;
import org.tearline.trial.Architecture;
import org.tearline.trial.CpuDistance;
import org.tearline.trial.TrialSpec;
import org.tearline.verdict.CellReason;
import org.tearline.verdict.Seen;
import org.tearline.verdict.SweepCell.ControlRun;
import org.tearline.verdict.SweepCell;
import org.tearline.verdict.Verdict;

/** Creates the result file of a sweep. Stateless. */
public final class SweepFile {
    private SweepFile() {
    }

    /** Returns today's sealed file of a sweep by this build of the tester. */
    public static ResultFile of(List<SweepCell> cells, List<ControlRun> controls, Environment environment,
                                Profile profile, List<InspectedAccess> evidence) {
        String runId = UUID.randomUUID().toString().replace("-", "");
        ResultFile file = ResultFile.unsealed(Kind.SWEEP, LocalDate.now(Clock.systemUTC()), runId,
            TesterBuild.running(), environment, profile,
            SweepAssembly.placements(cells, controls), SweepAssembly.series(cells, controls, environment.geometry()),
            evidence, List.of(), List.of());
        return ResultText.sealed(file.with(NegativeResults.noted(file), null));
    }

    /** Returns a file without counts; anything that makes it invalid would also make the file of the sweep invalid. */
    public static ResultFile blank(Collection<CpuDistance> placements, List<TrialSpec> trials,
                                   Environment environment, Profile profile) {
        List<SweepCell> cells = new ArrayList<>();
        List<ControlRun> controls = new ArrayList<>();
        for (CpuDistance placement : placements) {
            trials.forEach(trial -> cells.add(SweepCell.uncounted(placement, trial, CellReason.STOPPED, false)));
            controls.add(new ControlRun(placement, trials.get(0).tier(), Seen.NOTHING));
        }
        return of(cells, controls, environment, profile, List.of());
    }

    /** Drops the counts of vectors that were accessed in pieces, because they say nothing about the CPU. */
    public static List<SweepCell> withoutPieces(Collection<SweepCell> cells, List<InspectedAccess> evidence,
                                                Architecture architecture) {
        return cells.stream().map(cell -> {
            boolean pieces = cell.trial().width().isVector() && cell.counts().reads() > 0
                && evidence.stream().anyMatch(found -> found.isOf(cell.trial().width())
                    && !found.isOneVector(architecture));
            if (pieces) {
                return SweepCell.uncounted(cell.placement(), cell.trial(), CellReason.TIER_NOT_REACHED, cell.pinned());
            }
            return cell;
        }).toList();
    }

    /** Returns the main reason why a result has no verdict; empty if it has counts and its controls held. */
    public static Optional<String> reasonForNoVerdict(ResultFile file) {
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
        // The most frequent reason of the cells that have neither a tear nor a negative result.
        Map<CellReason, Integer> cells = new EnumMap<>(CellReason.class);
        file.series().stream()
            .flatMap(series -> series.notes().stream())
            .filter(note -> note.state() != Verdict.NOT_SEEN && note.state() != Verdict.TORN)
            .forEach(note -> cells.merge(note.reason(), note.offsets().size(), Integer::sum));
        CellReason main = cells.entrySet().stream()
            .max(Map.Entry.comparingByValue())
            .map(Map.Entry::getKey)
            .orElse(otherwise);
        return Optional.of(main.sentence());
    }
}
