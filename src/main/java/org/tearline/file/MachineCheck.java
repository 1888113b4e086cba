// SPDX-License-Identifier: Apache-2.0
package org.tearline.file;

import static org.tearline.file.ValidationRule.CONTROLS;
import static org.tearline.file.ValidationRule.CPU_KEY;
import static org.tearline.file.ValidationRule.DATE;
import static org.tearline.file.ValidationRule.EMULATED;
import static org.tearline.file.ValidationRule.INSTRUCTION;
import static org.tearline.file.ValidationRule.PLACEMENT;

import java.time.LocalDate;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.tearline.file.CpuPair.TierControl;
import org.tearline.file.Environment.Cpus;
import org.tearline.file.Examination.Findings;
import org.tearline.machine.CpuModel;
import org.tearline.machine.Emulated;
import org.tearline.trial.CpuDistance;
import org.tearline.trial.Geometry;
import org.tearline.trial.Side;
import org.tearline.trial.Width;
import org.tearline.verdict.Counts;

/**
 * Checks the date, the CPU key, x86-64's line and page size, the emulator, the pairs of CPUs, and that a vector is one
 * access.
 */
record MachineCheck(ResultFile file, Findings findings) {
    void check(LocalDate today) {
        // Files are dated in UTC, but the clock of the machine may be ahead at midnight.
        if (file.date().isAfter(today.plusDays(1))) {
            findings.add(DATE, "/date", file.date() + " is in the future");
        }
        // No tester existed before. The clock of a machine may be at 1970 after its start.
        if (file.date().isBefore(LocalDate.of(2026, 1, 1))) {
            findings.add(DATE, "/date", file.date() + " is before the first tester");
        }
        Environment environment = file.environment();
        CpuModel cpu = environment.cpu();
        if (!cpu.key().equals(cpu.computedKey())) {
            findings.add(CPU_KEY, "/environment/cpu/key", cpu.key() + " should be " + cpu.computedKey());
        }
        // The key and the name of a design are made of these, so a file must not choose others for a known CPU.
        cpu.spelledVendor()
            .filter(vendor -> !vendor.equals(cpu.vendor()))
            .ifPresent(vendor -> findings.add(CPU_KEY, "/environment/cpu/vendor", cpu.vendor()
                + " should be " + vendor));
        if (environment.arch().equals(Environment.X86_64) && !environment.geometry().equals(Geometry.USUAL)) {
            findings.add(CPU_KEY, "/environment", "lines of " + environment.lineBytes()
                + " and pages of " + environment.pageBytes() + " bytes; x86-64 has "
                + Geometry.USUAL.lineBytes() + " and " + Geometry.USUAL.pageBytes());
        }
        if (environment.emulated() == Emulated.NO && environment.hypervisor().emulated() == Emulated.YES) {
            findings.add(EMULATED, "/environment/emulated", environment.hypervisor() + " translates instructions");
        }
        checkPlacements();
        checkVectors();
    }

    /** A tear of a vector is the CPU's only if one instruction accesses the whole vector. */
    private void checkVectors() {
        for (Series series : file.series()) {
            boolean counted = Counts.sum(series.changes()) > 0;
            for (Side side : Side.values()) {
                if (counted && series.width().isVector() && !isOneVector(series.width(), side)) {
                    findings.add(INSTRUCTION, series.name(),
                        "there is no evidence that its " + side + " is one instruction");
                }
            }
        }
    }

    private boolean isOneVector(Width width, Side side) {
        return file.evidence().stream()
            .filter(found -> found.isOf(width) && found.side() == side)
            .anyMatch(found -> found.isOneVector(file.environment().architecture()));
    }

    private void checkPlacements() {
        Set<CpuDistance> known = new HashSet<>();
        Environment environment = file.environment();
        Cpus cpus = environment.topology();
        List<Integer> counts = Stream.of(cpus.sockets(), cpus.cores(), cpus.threads())
            .filter(Objects::nonNull)
            .toList();
        if (!counts.equals(counts.stream().sorted().toList())) {
            findings.add(PLACEMENT, "/environment/topology", "more sockets than cores, or more cores"
                + " than CPUs");
        }
        boolean moved = !environment.pinning().had() && file.placements().stream().allMatch(CpuPair::pinned);
        for (CpuPair placement : file.placements()) {
            if (!known.add(placement.name())) {
                findings.add(PLACEMENT, "/placements", placement.name() + " is listed twice");
            }
            boolean impossible = placement.name() == CpuDistance.UNPINNED || moved || Objects.equals(cpus.usable(), 1);
            if (placement.pinned() && impossible) {
                findings.add(PLACEMENT, "/placements", placement.name() + " cannot be pinned here");
            }
            if (placement.controls().stream().map(TierControl::tier).distinct().count() < placement.controls().size()) {
                findings.add(CONTROLS, placement.name().toString(), "a tier is listed twice");
            }
        }
        file.series().stream()
            .filter(series -> !known.contains(series.placement()))
            .forEach(series -> findings.add(PLACEMENT, series.name(), "its placement is missing from placements"));
    }
}
