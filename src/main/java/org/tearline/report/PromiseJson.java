// SPDX-License-Identifier: Apache-2.0
package org.tearline.report;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.tearline.plan.Alignment;
import org.tearline.plan.Architecture;
import org.tearline.plan.Tier;
import org.tearline.plan.Width;
import org.tearline.plan.WriteMode;
import org.tearline.promise.AccessClass;
import org.tearline.promise.CpuFeature;
import org.tearline.promise.CpuTraits;
import org.tearline.promise.Guarantees;
import org.tearline.promise.Observation;
import org.tearline.promise.PairPromise;
import org.tearline.promise.Source;

/** What is promised of a value on one CPU, for machines: {@code promises} in schema/probe.schema.json. Pure. */
public final class PromiseJson {
    private PromiseJson() {
    }

    /** The promises for a value at these placements, the rules behind them, and what else is known. */
    public static Map<String, Object> object(Guarantees guarantees, CpuTraits cpu, Width width,
                                             List<Alignment> placements) {
        List<Map<String, Object>> pairs = new ArrayList<>();
        List<AccessClass> sides = sides(width, cpu.architecture());
        for (Alignment placement : placements) {
            for (AccessClass write : sides) {
                for (AccessClass read : sides) {
                    pairs.add(pair(guarantees, cpu, width, placement, write, read));
                }
            }
        }
        Map<String, Object> promises = new LinkedHashMap<>();
        promises.put("widthBytes", width.bytes());
        promises.put("pairs", pairs);
        promises.put("rules", guarantees.rulesFor(cpu).stream().map(rule -> {
            Map<String, Object> object = new LinkedHashMap<>();
            object.put("id", rule.id());
            object.put("vendor", rule.vendor());
            object.put("appliesTo", rule.appliesTo());
            object.put("access", rule.access());
            object.put("sentence", rule.sentence());
            object.put("source", rule.source());
            object.put("urls", rule.sources().stream().map(Source::url).toList());
            object.put("confidence", rule.confidence());
            return object;
        }).toList());
        promises.put("java", guarantees.javaRules());
        promises.put("observedElsewhere", guarantees.observations().stream().map(PromiseJson::object).toList());
        return promises;
    }

    private static Map<String, Object> object(Observation seen) {
        Map<String, Object> object = new LinkedHashMap<>();
        object.put("id", seen.id());
        object.put("cpu", seen.cpu());
        object.put("observed", seen.observed());
        object.put("how", seen.how());
        object.put("by", seen.by());
        object.put("source", seen.source());
        object.put("confidence", seen.confidence());
        return object;
    }

    /** What C2 makes of the writes, and so of the reads too. */
    private static List<AccessClass> sides(Width width, Architecture architecture) {
        return Arrays.stream(WriteMode.values()).map(mode -> AccessClass.of(mode, width, Tier.C2, architecture))
            .distinct().sorted().toList();
    }

    private static Map<String, Object> pair(Guarantees guarantees, CpuTraits cpu, Width width, Alignment placement,
                                            AccessClass write, AccessClass read) {
        PairPromise promise = guarantees.pair(cpu, width.bytes(), placement, write, read);
        Map<String, Object> object = new LinkedHashMap<>();
        object.put("placement", placement.toString());
        object.put("write", write.toString());
        object.put("read", read.toString());
        object.put("promise", promise.promise().toString());
        object.put("rules", promise.ruleIds());
        object.put("asked", promise.asked().stream().sorted().map(CpuFeature::toString).toList());
        return object;
    }
}
