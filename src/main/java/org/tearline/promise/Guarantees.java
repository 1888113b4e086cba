package org.tearline.promise;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.tearline.plan.Placement;
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

    /** Reads the registry that comes with the program. */
    public static Guarantees load() {
        try (InputStream in = Guarantees.class.getResourceAsStream(FILE)) {
            JsonNode root = JsonMapper.shared().readTree(in);
            Map<?, ?> sources = JsonMapper.shared().treeToValue(root.get("sources"), Map.class);
            return new Guarantees(root.get("rules").valueStream().map(rule -> rule(rule, sources)).toList(),
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
        for (Rule rule : rules) {
            for (Rule.Case one : rule.casesFor(cpu)) {
                if (rule.widths().contains(widthBytes) && one.modes().contains(access)
                    && one.placements().contains(placement)) {
                    promise = promise == null ? one.promise() : Promise.weaker(promise, one.promise());
                    because.add(rule);
                }
            }
        }
        return new PairPromise(promise == null ? Promise.NO_RULE : promise, List.copyOf(because));
    }

    /** What is promised of a write and a read of the same bytes: the weaker of the two. */
    public PairPromise pair(CpuTraits cpu, int widthBytes, Placement placement, AccessClass write, AccessClass read) {
        PairPromise writing = side(cpu, widthBytes, placement, write);
        PairPromise reading = side(cpu, widthBytes, placement, read);
        Set<Rule> because = new LinkedHashSet<>(writing.rules());
        because.addAll(reading.rules());
        return new PairPromise(Promise.weaker(writing.promise(), reading.promise()), List.copyOf(because));
    }

    private static Rule rule(JsonNode node, Map<?, ?> sources) {
        return new Rule(text(node, "id"), text(node, "vendor"), text(node, "appliesTo"), text(node, "access"),
            words(node, "isa"), words(node, "vendorIds"), number(node, "minFamily"), number(node, "maxFamily"),
            node.get("widths").valueStream().map(JsonNode::asInt).toList(),
            String.valueOf(sources.get(text(node, "source"))), text(node, "confidence"),
            node.get("cases").valueStream().map(Guarantees::oneCase).toList());
    }

    private static Rule.Case oneCase(JsonNode node) {
        return new Rule.Case(words(node, "modes").stream().map(word -> named(AccessClass.values(), word)).toList(),
            words(node, "placements").stream().map(word -> named(Placement.values(), word)).toList(),
            named(Promise.values(), text(node, "promise")), words(node, "with"), words(node, "without"));
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

    private static List<String> words(JsonNode node, String key) {
        return (node.has(key) ? node.get(key).valueStream() : Stream.<JsonNode>empty()).map(JsonNode::asString)
            .toList();
    }
}
