// SPDX-License-Identifier: Apache-2.0
package org.tearline.report.json;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.tearline.merge.Comparison;
import org.tearline.merge.Difference;
import org.tearline.merge.MergedCpu;
import org.tearline.plan.Alignment;

/** Prints a comparison as JSON, in the shape of {@code schema/compare.schema.json}. Thread-safe. */
public final class CompareJson {
    private static final int SCHEMA_VERSION = 1;

    private CompareJson() {
    }

    /** Returns the whole comparison. */
    public static String text(Comparison comparison) {
        Map<Difference, Long> counts = new LinkedHashMap<>();
        Arrays.stream(Difference.values()).forEach(difference -> counts.put(difference,
            comparison.count(difference)));
        return JsonText.of(new Document(SCHEMA_VERSION, Cpu.of(comparison.first()), Cpu.of(comparison.second()), counts,
            comparison.rows().stream().map(row -> new Row(row.difference(), row.pair(), row.placement(),
                row.offsets(), Counted.of(row.first()), Counted.of(row.second()))).toList()));
    }

    private record Document(int schemaVersion, Cpu first, Cpu second, Map<Difference, Long> counts, List<Row> rows) {
    }

    private record Cpu(String cpu, String brand, String microarchitecture, String arch, boolean emulated, String date,
                       String system, String jvm) {
        private static Cpu of(MergedCpu cpu) {
            return new Cpu(cpu.model().key(), cpu.brand(), cpu.microarchitecture(), cpu.model().arch(),
                cpu.model().emulated(), cpu.newest().toString(), cpu.runs().get(0).os(), cpu.runs().get(0).jvm());
        }
    }

    private record Row(Difference difference, String pair, Alignment place, List<Integer> offsets, Counted first,
                       Counted second) {
    }

    private record Counted(String state, long torn, long changes) {
        private static Counted of(Comparison.Counted counted) {
            return new Counted(counted.seen().id(), counted.torn(), counted.changes());
        }
    }
}
