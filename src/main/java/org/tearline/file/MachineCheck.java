// SPDX-License-Identifier: Apache-2.0
package org.tearline.file;

import java.time.LocalDate;
import java.util.EnumSet;
import java.util.Set;
import java.util.stream.Stream;
import org.tearline.file.Environment.CpuPair;
import org.tearline.file.Environment.CpuPair.TierControl;
import org.tearline.file.Examination.Findings;
import org.tearline.machine.CpuModel;
import org.tearline.trial.Geometry;
import org.tearline.trial.ThreadCpus.CpuDistance;
import org.tearline.trial.TrialSpec.Side;

/** Checks the date, the CPU key, the pairs of CPUs, and that a vector is one access. */
final class MachineCheck {
    /** The machine's time zone may be ahead of UTC. */
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
        checkVectors(file, findings);
    }

    /** A tear of a vector is the CPU's only if one instruction accesses the whole vector. */
    private static void checkVectors(ResultFile file, Findings findings) {
        file.series().stream().filter(series -> series.width().isVector()
            && series.changes().stream().anyMatch(changes -> changes > 0))
            .forEach(series -> Stream.of(Side.values()).filter(side -> file.evidence().stream().noneMatch(found ->
                found.isOf(series.width()) && side == found.side()
                    && found.isOneVector(file.environment().architecture())))
                .forEach(side -> findings.add(ValidationRule.INSTRUCTION, series.name(),
                    "there is no evidence that its " + side + " is one instruction")));
    }

    private static void checkPlacements(ResultFile file, Findings findings) {
        Set<CpuDistance> known = EnumSet.noneOf(CpuDistance.class);
        for (CpuPair placement : file.placements()) {
            if (!known.add(placement.name())) {
                findings.add(ValidationRule.PLACEMENT, "/placements", placement.name() + " is listed twice");
            }
            if (placement.pinned() && placement.name() == CpuDistance.UNPINNED) {
                findings.add(ValidationRule.PLACEMENT, "/placements", "the placement unpinned cannot be pinned");
            }
            if (placement.controls().stream().map(TierControl::tier).distinct().count() < placement.controls().size()) {
                findings.add(ValidationRule.CONTROLS, placement.name().toString(), "a tier is listed twice");
            }
        }
        file.series().stream().filter(series -> !known.contains(series.placement())).forEach(series ->
            findings.add(ValidationRule.PLACEMENT, series.name(), "its placement is missing from placements"));
    }
}
