// SPDX-License-Identifier: Apache-2.0
package org.tearline.file;

import java.time.Clock;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.UUID;
import org.tearline.file.ResultFile.Kind;
import org.tearline.file.ResultFile.TesterBuild;
import org.tearline.trial.CpuDistance;
import org.tearline.trial.TrialSpec;
import org.tearline.verdict.CellReason;
import org.tearline.verdict.Seen;
import org.tearline.verdict.SweepCell.ControlRun;
import org.tearline.verdict.SweepCell;

/** Creates the result file of a sweep. Stateless. */
public final class SweepFile {
    private SweepFile() {
    }

    /** Returns today's sealed file of a sweep by this build of the tester, without the counts of vectors in pieces. */
    public static ResultFile of(Collection<SweepCell> cells, List<ControlRun> controls, Environment environment,
                                Profile profile, List<InspectedAccess> evidence) {
        List<SweepCell> whole = InspectedAccess.withoutPieces(cells, evidence, environment.architecture());
        boolean stayed = whole.stream().noneMatch(SweepCell::strayed);
        String runId = UUID.randomUUID().toString().replace("-", "");
        ResultFile file = ResultFile.unsealed(Kind.SWEEP, LocalDate.now(Clock.systemUTC()), runId,
            TesterBuild.running(), environment.withPinning(stayed), profile,
            SweepAssembly.placements(whole, controls), SweepAssembly.series(whole, controls, environment.geometry()),
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
}
