// SPDX-License-Identifier: Apache-2.0
package org.tearline.report;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import org.tearline.merge.Comparison;
import org.tearline.merge.Difference;
import org.tearline.merge.MergedCpu;
import org.tearline.merge.RunLine;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** A comparison as JSON: compare.schema.json describes it. Pure; any thread. */
public final class CompareJson {
    private static final int SCHEMA_VERSION = 1;

    private CompareJson() {
    }

    /** The whole comparison. */
    public static String text(Comparison comparison) {
        Map<String, Object> all = new LinkedHashMap<>();
        all.put("schemaVersion", SCHEMA_VERSION);
        all.put("first", cpu(comparison.first()));
        all.put("second", cpu(comparison.second()));
        Map<String, Object> counts = new LinkedHashMap<>();
        Arrays.stream(Difference.values()).forEach(difference -> counts.put(difference.toString(),
            comparison.count(difference)));
        all.put("counts", counts);
        all.put("rows", comparison.rows().stream().map(CompareJson::row).toList());
        return JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build().writeValueAsString(all);
    }

    private static Map<String, Object> cpu(MergedCpu cpu) {
        Map<String, Object> object = new LinkedHashMap<>();
        object.put("cpu", cpu.model().key());
        object.put("brand", cpu.brand());
        object.put("microarchitecture", cpu.microarchitecture());
        object.put("arch", cpu.model().arch());
        object.put("emulated", cpu.model().emulated());
        object.put("date", cpu.newest().toString());
        object.put("system", cpu.runs().get(0).os());
        object.put("jvm", cpu.runs().get(0).jvm());
        String withdrawn = RunLine.withdrawn(cpu.runs());
        if (!withdrawn.isEmpty()) {
            object.put("withdrawn", withdrawn);
        }
        return object;
    }

    private static Map<String, Object> row(Comparison.Row row) {
        Map<String, Object> object = new LinkedHashMap<>();
        object.put("difference", row.difference().toString());
        object.put("pair", row.pair());
        object.put("boundary", row.placement().toString());
        object.put("offsets", row.offsets());
        object.put("first", side(row.first()));
        object.put("second", side(row.second()));
        return object;
    }

    private static Map<String, Object> side(Comparison.Counted side) {
        Map<String, Object> object = new LinkedHashMap<>();
        object.put("state", side.seen().id());
        object.put("torn", side.torn());
        object.put("changes", side.changes());
        return object;
    }
}
