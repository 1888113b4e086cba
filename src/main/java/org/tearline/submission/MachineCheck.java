// SPDX-License-Identifier: Apache-2.0
package org.tearline.submission;

import java.time.LocalDate;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.tearline.plan.CpuDistance;
import org.tearline.published.CpuPair;
import org.tearline.published.Environment;
import org.tearline.published.Kind;
import org.tearline.published.PublishedCpu;
import org.tearline.published.PublishedPinning;
import org.tearline.published.PublishedTopology;
import org.tearline.published.ResultFile;

/** Holds what a file says of its day, its machine and its pairs of CPUs. Immutable. Thread-safe. */
record MachineCheck(LocalDate today) implements Check {
    /** Somewhere it is tomorrow already. */
    private static final int DAYS_AHEAD = 1;
    /** The tester did not exist before; what jcstress found may be older. */
    private static final LocalDate FIRST_DAY = LocalDate.of(2026, 1, 1);
    /** Of a build without history it is unknown. The first was 0.1.0, and no version has left one digit. */
    private static final Pattern BUILD = Pattern.compile(
        "unknown|(0\\.[1-9]\\d?|[1-9]\\.\\d{1,2})\\.\\d{1,2}(-SNAPSHOT)?");

    @Override
    public void check(ResultFile file, Findings findings) {
        if (file.date().isAfter(today.plusDays(DAYS_AHEAD))) {
            findings.add(ValidationRule.DATE, "/date", file.date() + " is in the future");
        }
        if (file.kind() != Kind.JCSTRESS && file.date().isBefore(FIRST_DAY)) {
            findings.add(ValidationRule.DATE, "/date", file.date() + " is before there was a tester");
        }
        if (!BUILD.matcher(file.tester().version()).matches() && !findings.has(ValidationRule.TEXT)) {
            findings.add(ValidationRule.NAMES, "/tester/version", "no version is called " + file.tester().version());
        }
        Environment environment = file.environment();
        PublishedCpu cpu = environment.cpu();
        if (!cpu.key().equals(cpu.computedKey())) {
            findings.add(ValidationRule.CPU_KEY, "/environment/cpu/key", cpu.key() + " should be " + cpu.computedKey());
        }
        MachineModel.check(environment, findings);
        checkPlacements(file, findings);
    }

    /** Returns whether no number is smaller than one before it; what is not known fits. */
    private static boolean ascending(Integer... numbers) {
        List<Integer> known = Stream.of(numbers).filter(Objects::nonNull).toList();
        return known.stream().sorted().toList().equals(known);
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
        }
        PublishedTopology topology = file.environment().topology();
        boolean alone = topology.usable() != null && topology.usable() < 2;
        file.series().stream().filter(series -> alone && series.placement() != CpuDistance.UNPINNED
            && series.changes().stream().anyMatch(changes -> changes > 0)).forEach(series ->
                findings.add(ValidationRule.PLACEMENT, series.name(), "pinned to two CPUs, but only "
                    + topology.usable()
                    + " could be used"));
        if (!ascending(topology.sockets(), topology.cores(), topology.threads())
            || !ascending(topology.usable(), topology.threads())) {
            findings.add(ValidationRule.PLACEMENT, "/environment/topology", "more sockets than cores,"
                + " or more cores or usable CPUs than there are");
        }
        PublishedPinning pinning = file.environment().pinning();
        boolean all = file.placements().stream().allMatch(CpuPair::pinned);
        if (file.kind() == Kind.SWEEP && (pinning.had() != all || pinning.had() && !pinning.asked())) {
            findings.add(ValidationRule.PLACEMENT, "/environment/pinning", "asked " + pinning.asked() + " and had "
                + pinning.had() + ", but " + (all ? "every" : "not every") + " placement is pinned");
        }
        file.series().stream().filter(series -> !known.contains(series.placement())).forEach(series ->
            findings.add(ValidationRule.PLACEMENT, series.name(), "its placement is not listed under placements"));
    }
}
