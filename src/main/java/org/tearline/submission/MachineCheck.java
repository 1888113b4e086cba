package org.tearline.submission;

import java.time.LocalDate;
import java.util.EnumSet;
import java.util.Set;
import org.tearline.result.file.Cpu;
import org.tearline.result.file.Environment;
import org.tearline.result.file.PlacementClass;
import org.tearline.result.file.PlacementRecord;
import org.tearline.result.file.ResultFile;

/** What a file says of its day, its machine and its pairs of CPUs. Immutable, any thread. */
record MachineCheck(LocalDate today) implements Check {
    /** Somewhere it is tomorrow already. */
    private static final int DAYS_AHEAD = 1;

    @Override
    public void check(ResultFile file, Findings findings) {
        if (file.date().isAfter(today.plusDays(DAYS_AHEAD))) {
            findings.add(Rule.DATE, "/date", file.date() + " is in the future");
        }
        Environment environment = file.environment();
        Cpu cpu = environment.cpu();
        if (!cpu.key().equals(cpu.computedKey())) {
            findings.add(Rule.CPU_KEY, "/environment/cpu/key", cpu.key() + " should be " + cpu.computedKey());
        }
        MachineModel.check(environment, findings);
        checkPlacements(file, findings);
    }

    private static void checkPlacements(ResultFile file, Findings findings) {
        Set<PlacementClass> known = EnumSet.noneOf(PlacementClass.class);
        for (PlacementRecord placement : file.placements()) {
            if (!known.add(placement.name())) {
                findings.add(Rule.PLACEMENT, "/placements", placement.name() + " is listed twice");
            }
            if (placement.pinned() && placement.name() == PlacementClass.UNPINNED) {
                findings.add(Rule.PLACEMENT, "/placements", "unpinned threads cannot be pinned");
            }
            if (placement.pinned() && !file.environment().pinning().had()) {
                findings.add(Rule.PLACEMENT, "/placements", placement.name()
                    + " is pinned, but environment.pinning.had is false");
            }
        }
        file.series().stream().filter(series -> !known.contains(series.placement())).forEach(series ->
            findings.add(Rule.PLACEMENT, series.name(), "its placement is not listed under placements"));
    }
}
