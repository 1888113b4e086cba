// SPDX-License-Identifier: Apache-2.0
package org.tearline.submission;

import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.tearline.published.Costs;
import org.tearline.published.Costs.Neighbour;
import org.tearline.published.KnownNames;
import org.tearline.published.ResultFile;

/** Tells whether every name is one of those that the tester and its benchmarks use. Thread-safe. */
final class NamesCheck implements Check {
    private static final KnownNames NAMES = KnownNames.load();

    @Override
    public void check(ResultFile file, Findings findings) {
        file.series().forEach(series -> series.calibration().stream()
            .filter(use -> !NAMES.isStressor(use.name())).forEach(use -> findings.add(ValidationRule.NAMES,
                series.name(), "no stressor is called " + use.name())));
        if (file.costs() == null) {
            return;
        }
        for (Costs.Group group : file.costs().groups()) {
            String where = "/costs/" + group.id();
            group.leftOut().stream().filter(missing -> !NAMES.saysWhatWasLeftOut(missing.what())).forEach(missing ->
                findings.add(ValidationRule.NAMES, where, "nothing called " + missing.what() + " could be left out"));
            for (Costs.Times times : group.series()) {
                Costs.Setting setting = times.setting();
                one(NAMES.counters(), setting.counter(), "counter", where, findings);
                one(NAMES.adders(), setting.adder(), "adder", where, findings);
                one(ways(setting.processes()), setting.way(), "way", where, findings);
                names(times).forEach(name -> one(points(times), name, times.axis().toString(), where, findings));
            }
        }
        file.costs().remedies().forEach(judged -> one(NAMES.remedy(), judged.remedy(), "remedy", "/costs/remedies",
            findings));
    }

    private static List<String> names(Costs.Times times) {
        return times.names() == null ? List.of() : times.names();
    }

    /** Returns the names that points of a series may have. */
    private static Set<String> points(Costs.Times times) {
        return switch (times.axis()) {
            case WHAT -> NAMES.what();
            case LAYOUT -> NAMES.layout();
            case REMEDY -> NAMES.remedy();
            case QUEUE -> NAMES.queue().getOrDefault(String.valueOf(times.setting().place()), Set.of());
            case WAY -> ways(times.setting().processes());
            case NEIGHBOUR -> Arrays.stream(Neighbour.values()).map(Neighbour::toString)
                .collect(Collectors.toSet());
            case OFFSET_BYTES, DISTANCE_BYTES, THREADS, MESSAGE_BYTES -> Set.of();
        };
    }

    private static Set<String> ways(Integer processes) {
        return NAMES.way().getOrDefault(String.valueOf(processes), Set.of());
    }

    private static void one(Set<String> known, String name, String kind, String where, Findings findings) {
        if (name != null && !known.contains(name)) {
            findings.add(ValidationRule.NAMES, where, "no " + kind + " is called " + name);
        }
    }
}
