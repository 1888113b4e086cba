// SPDX-License-Identifier: Apache-2.0
package org.tearline.report.page;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.tearline.merge.CpuCosts;
import org.tearline.merge.Merge;
import org.tearline.published.Costs;
import org.tearline.published.Costs.Counted;
import org.tearline.published.Costs.Setting;
import org.tearline.published.Costs.Times;
import org.tearline.published.Delivered;
import tools.jackson.databind.json.JsonMapper;

/** Every time of every CPU's best run as one record, for further work. Pure. Thread-safe. */
public final class CostRecords {
    private CostRecords() {
    }

    /** Returns an array of objects with the same names, one object a line; what has no meaning is null. */
    public static String json(Merge merge) {
        List<String> lines = new ArrayList<>();
        for (CpuCosts cpu : merge.costs()) {
            for (Costs.Group group : cpu.costs().groups()) {
                for (Times times : group.series()) {
                    for (int i = 0; i < times.size(); i++) {
                        lines.add(JsonMapper.shared().writeValueAsString(row(cpu, group, times, i)));
                    }
                }
            }
        }
        return "[\n" + String.join(",\n", lines) + (lines.isEmpty() ? "" : "\n") + "]\n";
    }

    private static Map<String, Object> row(CpuCosts cpu, Costs.Group group, Times times, int index) {
        Setting setting = times.setting();
        Counted counts = times.counts() == null ? new Counted(null, null, null, null, null, null, null)
            : times.counts();
        Delivered delivered = times.delivered();
        Map<String, Object> row = new LinkedHashMap<>();
        row.put("cpu", cpu.model().key());
        row.put("brand", cpu.brand());
        row.put("microarchitecture", cpu.microarchitecture());
        row.put("emulated", cpu.model().emulated());
        row.put("profile", cpu.costs().profile());
        row.put("date", cpu.run().date().toString());
        row.put("question", group.id().toString());
        row.put("operation", setting.operation());
        row.put("widthBytes", setting.widthBytes());
        row.put("set", setting.set());
        row.put("side", setting.side());
        row.put("memory", setting.memory());
        row.put("mode", setting.mode());
        row.put("threads", setting.threads());
        row.put("counter", setting.counter());
        row.put("adder", setting.adder());
        row.put("place", setting.place());
        row.put("processes", setting.processes());
        row.put("way", setting.way());
        row.put("omission", setting.omission());
        row.put("metric", times.metric().toString());
        row.put("axis", times.axis().toString());
        row.put("at", times.point(index));
        row.put("samples", times.samples().get(index));
        row.put("forks", times.forks() == null ? null : times.forks().get(index));
        row.put("medianNanos", times.nanos(index));
        row.put("lowNanos", (double) times.lowPicos().get(index) / Costs.PICOS);
        row.put("highNanos", (double) times.highPicos().get(index) / Costs.PICOS);
        row.put("increments", at(counts.increments(), index));
        row.put("lockedAcross", at(counts.lockedAcross(), index));
        row.put("lost", at(delivered == null ? counts.lost() : delivered.lost(), index));
        row.put("reads", at(counts.reads(), index));
        row.put("changes", at(counts.changes(), index));
        row.put("torn", at(delivered == null ? counts.torn() : delivered.torn(), index));
        row.put("messages", at(delivered == null ? null : delivered.messages(), index));
        row.put("repeated", at(delivered == null ? null : delivered.repeated(), index));
        row.put("reordered", at(delivered == null ? null : delivered.reordered(), index));
        row.put("garbled", at(delivered == null ? null : delivered.garbled(), index));
        row.put("firstDamage", at(delivered == null ? null : delivered.firstDamage(), index));
        row.put("tornAhead", at(delivered == null ? null : delivered.tornAhead(), index));
        row.put("witnessBefore", at(delivered == null ? null : delivered.witnessBefore(), index));
        row.put("witnessTorn", at(delivered == null ? null : delivered.witnessTorn(), index));
        row.put("stalls", at(delivered == null ? null : delivered.stalls(), index));
        row.put("stalledMicros", at(delivered == null ? null : delivered.stalledMicros(), index));
        row.put("right", group.id() == Costs.Question.REMEDIES ? cpu.costs().remedies().stream()
            .filter(remedy -> remedy.remedy().equals(times.point(index))).map(remedy -> remedy.right().toString())
            .findFirst().orElse(null) : null);
        return row;
    }

    private static Long at(List<Long> counts, int index) {
        return counts == null ? null : counts.get(index);
    }
}
