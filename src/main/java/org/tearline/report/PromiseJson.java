package org.tearline.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.tearline.plan.Placement;
import org.tearline.promise.AccessClass;
import org.tearline.promise.CpuTraits;
import org.tearline.promise.Guarantees;
import org.tearline.promise.PairPromise;

/** What is promised of a long on one CPU, for machines: {@code promises} in schema/probe.schema.json. Pure. */
public final class PromiseJson {
    private static final List<AccessClass> SIDES = List.of(AccessClass.PLAIN, AccessClass.ORDERED, AccessClass.LOCKED);

    private PromiseJson() {
    }

    /** The promises for a long at these placements, the rules behind them, and what else is known. */
    public static Map<String, Object> object(Guarantees guarantees, CpuTraits cpu, List<Placement> placements) {
        List<Map<String, Object>> pairs = new ArrayList<>();
        for (Placement placement : placements) {
            for (AccessClass write : SIDES) {
                for (AccessClass read : SIDES) {
                    pairs.add(pair(guarantees, cpu, placement, write, read));
                }
            }
        }
        Map<String, Object> promises = new LinkedHashMap<>();
        promises.put("widthBytes", Long.BYTES);
        promises.put("pairs", pairs);
        promises.put("rules", guarantees.rulesFor(cpu).stream().map(rule -> {
            Map<String, Object> object = new LinkedHashMap<>();
            object.put("id", rule.id());
            object.put("vendor", rule.vendor());
            object.put("appliesTo", rule.appliesTo());
            object.put("access", rule.access());
            object.put("source", rule.source());
            object.put("confidence", rule.confidence());
            return object;
        }).toList());
        promises.put("java", guarantees.javaRules());
        promises.put("observedElsewhere", guarantees.observations());
        return promises;
    }

    private static Map<String, Object> pair(Guarantees guarantees, CpuTraits cpu, Placement placement,
                                            AccessClass write, AccessClass read) {
        PairPromise promise = guarantees.pair(cpu, Long.BYTES, placement, write, read);
        Map<String, Object> object = new LinkedHashMap<>();
        object.put("placement", placement.toString());
        object.put("write", write.toString());
        object.put("read", read.toString());
        object.put("promise", promise.promise().toString());
        object.put("rules", promise.ruleIds());
        return object;
    }
}
