// SPDX-License-Identifier: Apache-2.0
package org.tearline.file;

import java.time.LocalDate;
import java.util.EnumSet;
import java.util.Set;
import org.tearline.file.Environment.CpuPair;
import org.tearline.file.Environment.CpuPair.AlignedRuns;
import org.tearline.file.Environment.CpuPair.TierControl;
import org.tearline.file.Examination.Findings;
import org.tearline.file.Examination.ValidationRule;
import org.tearline.file.Series.SeriesTier;
import org.tearline.machine.CpuModel;
import org.tearline.trial.Geometry;
import org.tearline.trial.ThreadCpus.CpuDistance;

/** Checks the date, the CPU key, the pairs of CPUs and their controls. */
final class MachineCheck {
    /** The date may come from a time zone that is ahead. */
    private static final int DAYS_AHEAD = 1;
    private static final Geometry X86 = new Geometry(64, 4096);

    private MachineCheck() {
    }

    static void check(ResultFile file, LocalDate today, Findings findings) {
        if (file.date().isAfter(today.plusDays(DAYS_AHEAD))) {
            findings.add(ValidationRule.DATE, "/date", file.date() + " is in the future");
        }
        CpuModel cpu = file.environment().cpu();
        if (!cpu.key().equals(cpu.computedKey())) {
            findings.add(ValidationRule.CPU_KEY, "/environment/cpu/key", cpu.key() + " should be " + cpu.computedKey());
        }
        if (file.environment().arch().equals(Environment.X86_64) && !file.environment().geometry().equals(X86)) {
            findings.add(ValidationRule.CPU_KEY, "/environment", "lines of " + file.environment().lineBytes()
                + " and pages of " + file.environment().pageBytes() + " bytes; x86-64 has " + X86.lineBytes() + " and "
                + X86.pageBytes());
        }
        checkPlacements(file, findings);
    }

    private static void checkPlacements(ResultFile file, Findings findings) {
        Set<CpuDistance> known = EnumSet.noneOf(CpuDistance.class);
        for (CpuPair placement : file.placements()) {
            if (!known.add(placement.name())) {
                findings.add(ValidationRule.PLACEMENT, "/placements", placement.name() + " is listed twice");
            }
            if (placement.pinned() && placement.name() == CpuDistance.UNPINNED) {
                findings.add(ValidationRule.PLACEMENT, "/placements", "unpinned threads cannot be pinned");
            }
            checkControls(placement, findings);
        }
        Environment.Pinning pinning = file.environment().pinning();
        boolean all = file.placements().stream().allMatch(CpuPair::pinned);
        if (file.kind() == ResultFile.Kind.SWEEP && (pinning.had() != all || pinning.had() && !pinning.asked())) {
            findings.add(ValidationRule.PLACEMENT, "/environment/pinning", "asked is " + pinning.asked()
                + " and had is " + pinning.had() + ", but " + (all ? "every" : "not every") + " placement is pinned");
        }
        file.series().stream().filter(series -> !known.contains(series.placement())).forEach(series ->
            findings.add(ValidationRule.PLACEMENT, series.name(), "its placement is missing from placements"));
    }

    private static void checkControls(CpuPair placement, Findings findings) {
        Set<SeriesTier> known = EnumSet.noneOf(SeriesTier.class);
        for (TierControl control : placement.controls()) {
            AlignedRuns runs = control.aligned();
            if (!known.add(control.tier())) {
                findings.add(ValidationRule.CONTROLS, placement.name() + "/" + control.tier(), "is listed twice");
            }
            if (runs.failed() > runs.runs() || runs.torn() > runs.changes() || runs.torn() > 0 && runs.failed() == 0) {
                findings.add(ValidationRule.CONTROLS, placement.name() + "/" + control.tier(), runs.torn() + " torn in "
                    + runs.changes() + " changes, failed in " + runs.failed() + " of " + runs.runs() + " runs");
            }
        }
    }
}
