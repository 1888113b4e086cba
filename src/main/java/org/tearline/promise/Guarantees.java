package org.tearline.promise;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.tearline.plan.Architecture;
import org.tearline.plan.Geometry;
import org.tearline.plan.Placement;
import org.tearline.plan.TrialSpec;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The registry of promises, and the questions it answers. Immutable, any thread. */
public final class Guarantees {
    private static final String FILE = "/promise/guarantees.json";

    private final List<Rule> rules;
    private final List<JavaRule> javaRules;
    private final List<Observation> observations;

    private Guarantees(List<Rule> rules, List<JavaRule> javaRules, List<Observation> observations) {
        this.rules = rules;
        this.javaRules = javaRules;
        this.observations = observations;
    }

    /** Reads the file when somebody asks for the first time, and not when a program starts. */
    private static final class Holder {
        private static final Guarantees ONE = read();
    }

    /** The registry that comes with the program, read once. */
    public static Guarantees load() {
        return Holder.ONE;
    }

    private static Guarantees read() {
        try (InputStream in = Guarantees.class.getResourceAsStream(FILE)) {
            JsonNode root = JsonMapper.shared().readTree(in);
            return new Guarantees(root.get("rules").valueStream().map(rule -> rule(rule, root.get("sources"))).toList(),
                List.of(JsonMapper.shared().treeToValue(root.get("java"), JavaRule[].class)),
                List.of(JsonMapper.shared().treeToValue(root.get("observedElsewhere"), Observation[].class)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** All rules about CPUs. */
    public List<Rule> rules() {
        return rules;
    }

    /** What the JDK promises, whatever the CPU. */
    public List<JavaRule> javaRules() {
        return javaRules;
    }

    /** What others saw and published. */
    public List<Observation> observations() {
        return observations;
    }

    /** The rules with a case that holds for this CPU. */
    public List<Rule> rulesFor(CpuTraits cpu) {
        return rules.stream().filter(rule -> !rule.casesFor(cpu).isEmpty()).toList();
    }

    /** What is promised of one side. */
    public PairPromise side(CpuTraits cpu, int widthBytes, Placement placement, AccessClass access) {
        Promise promise = null;
        List<Rule> because = new ArrayList<>();
        Set<CpuFeature> asked = EnumSet.noneOf(CpuFeature.class);
        for (Rule rule : rules) {
            if (!rule.concerns(cpu)) {
                continue;
            }
            for (Rule.Case one : rule.cases()) {
                if (!one.speaksOf(widthBytes, placement, access)) {
                    continue;
                }
                if (one.holds(cpu.features())) {
                    promise = promise == null ? one.promise() : Promise.weaker(promise, one.promise());
                    because.add(rule);
                } else if (cpu.features() == null) {
                    asked.addAll(one.with());
                    asked.addAll(one.without());
                }
            }
        }
        return new PairPromise(promise == null ? Promise.NO_RULE : promise, List.copyOf(because), Set.copyOf(asked));
    }

    /** What is promised of a write and a read of the same bytes: the weaker of the two. */
    public PairPromise pair(CpuTraits cpu, int widthBytes, Placement placement, AccessClass write, AccessClass read) {
        PairPromise writing = side(cpu, widthBytes, placement, write);
        PairPromise reading = side(cpu, widthBytes, placement, read);
        Set<Rule> because = new LinkedHashSet<>(writing.rules());
        because.addAll(reading.rules());
        Set<CpuFeature> asked = new LinkedHashSet<>(writing.asked());
        asked.addAll(reading.asked());
        return new PairPromise(Promise.weaker(writing.promise(), reading.promise()), List.copyOf(because),
            Set.copyOf(asked));
    }

    /**
     * What is promised of a trial's write and read. Of an access that the JVM makes of pieces nothing is; and what an
     * emulator does is no vendor's promise, so nobody should ask there.
     */
    public PairPromise pair(CpuTraits cpu, TrialSpec trial, Geometry geometry) {
        return trial.piecewise() ? new PairPromise(Promise.NO_RULE, List.of(), Set.of())
            : pair(cpu, trial.width().bytes(), Placement.of(trial.offset(), trial.width().bytes(), geometry),
                AccessClass.of(trial.write(), trial.tier(), cpu.architecture()),
                AccessClass.of(trial.read(), cpu.architecture()));
    }

    private static Rule rule(JsonNode node, JsonNode sources) {
        return new Rule(text(node, "id"), text(node, "vendor"), text(node, "appliesTo"), text(node, "access"),
            text(node, "sentence"), named(Architecture.values(), node, "architectures"),
            words(node, "vendorIds"), number(node, "minFamily"), number(node, "maxFamily"),
            words(node, "sources").stream().map(key -> new Source(text(sources.get(key), "title"),
                text(sources.get(key), "url"))).toList(), text(node, "confidence"),
            node.get("cases").valueStream().map(one -> oneCase(one, numbers(node, "widths"))).toList());
    }

    private static Rule.Case oneCase(JsonNode node, List<Integer> usualWidths) {
        return new Rule.Case(node.has("widths") ? numbers(node, "widths") : usualWidths,
            named(AccessClass.values(), node, "accesses"), named(Placement.values(), node, "placements"),
            named(Promise.values(), text(node, "promise")), named(CpuFeature.values(), node, "with"),
            named(CpuFeature.values(), node, "without"));
    }

    private static <T> List<T> named(T[] values, JsonNode node, String key) {
        return words(node, key).stream().map(word -> named(values, word)).toList();
    }

    private static <T> T named(T[] values, String word) {
        return Arrays.stream(values).filter(value -> value.toString().equals(word)).findFirst()
            .orElseThrow(() -> new IllegalStateException(FILE + " has the unknown word " + word));
    }

    private static String text(JsonNode node, String key) {
        return node.get(key).asString();
    }

    private static Integer number(JsonNode node, String key) {
        return node.has(key) ? Integer.valueOf(node.get(key).asInt()) : null;
    }

    private static List<Integer> numbers(JsonNode node, String key) {
        return node.get(key).valueStream().map(JsonNode::asInt).toList();
    }

    private static List<String> words(JsonNode node, String key) {
        return (node.has(key) ? node.get(key).valueStream() : Stream.<JsonNode>empty()).map(JsonNode::asString)
            .toList();
    }
}
