// SPDX-License-Identifier: Apache-2.0
package org.tearline.cli.json;

import java.util.Arrays;
import java.util.List;
import org.tearline.machine.CpuModel.CpuFeature;
import org.tearline.promise.AccessClass;
import org.tearline.promise.Guarantees;
import org.tearline.promise.Guarantees.CpuTraits;
import org.tearline.promise.Guarantees.JavaRule;
import org.tearline.promise.Guarantees.Observation;
import org.tearline.promise.Guarantees.PairPromise;
import org.tearline.promise.Rule.Source;
import org.tearline.trial.Architecture;
import org.tearline.trial.Geometry.Alignment;
import org.tearline.trial.TrialSpec.Tier;
import org.tearline.trial.TrialSpec.WriteMode;
import org.tearline.trial.Width;

/** What is promised of a value on one CPU: {@code promises} in schema/probe.schema.json. */
public record PromiseJson(int widthBytes, List<Pair> pairs, List<Rule> rules, List<JavaRule> java,
                          List<Observation> observedElsewhere) {
    public static PromiseJson of(Guarantees guarantees, CpuTraits cpu, Width width, List<Alignment> placements) {
        List<AccessClass> sides = sides(width, cpu.architecture());
        return new PromiseJson(width.bytes(), placements.stream().flatMap(placement -> sides.stream()
            .flatMap(write -> sides.stream().map(read -> Pair.of(guarantees, cpu, width, placement, write, read))))
            .toList(), guarantees.rulesFor(cpu).stream().map(rule -> new Rule(rule.id(), rule.vendor(),
            rule.appliesTo(), rule.access(), rule.sentence(), rule.source(),
            rule.sources().stream().map(Source::url).toList(), rule.confidence())).toList(), guarantees.javaRules(),
            guarantees.observations());
    }

    /** One write and read at one placement. */
    public record Pair(Alignment place, AccessClass write, AccessClass read, String promise, List<String> rules,
                       List<String> asked) {
        private static Pair of(Guarantees guarantees, CpuTraits cpu, Width width, Alignment placement,
                               AccessClass write, AccessClass read) {
            PairPromise promise = guarantees.pair(cpu, width.bytes(), placement, write, read);
            return new Pair(placement, write, read, promise.promise().toString(), promise.ruleIds(),
                promise.asked().stream().sorted().map(CpuFeature::toString).toList());
        }
    }

    /** A vendor's rule. */
    public record Rule(String id, String vendor, String appliesTo, String access, String sentence, String source,
                       List<String> urls, String confidence) {
    }

    /** What C2 makes of the writes; the reads come to the same. */
    private static List<AccessClass> sides(Width width, Architecture architecture) {
        return Arrays.stream(WriteMode.values()).map(mode -> AccessClass.of(mode, width, Tier.C2, architecture))
            .distinct().sorted().toList();
    }
}
