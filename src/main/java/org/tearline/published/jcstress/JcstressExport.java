// SPDX-License-Identifier: Apache-2.0
package org.tearline.published.jcstress;

import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.tearline.published.PublishedJvm;
import org.tearline.published.Quoted;
import org.tearline.published.UnreadableExport;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The part that the tester needs of what the class Export in jcstress/ wrote; jcstress/README.md documents the whole.
 * Immutable.
 *
 * @param environment Java's {@code java.*} and {@code os.*} properties of the run
 * @param results     one for each test and configuration
 */
public record JcstressExport(Map<String, String> environment, List<Result> results) {
    /** All 158 tests in all configurations take some fifteen; the rest is room. */
    public static final int MAX_BYTES = 64 << 20;

    private static final String FORMAT = "tearline-jcstress";
    private static final int FORMAT_VERSION = 1;
    /** A configuration that saw more would have run for days; and as many as the file has room for do not overflow. */
    private static final long MAX_COUNT = 1L << 40;

    /** What the library tells its programmer after what the user must know. */
    private static final Pattern LIBRARY_ADVICE = Pattern.compile("( \\(index \\d+\\))?; `.*| \\(set `.*");

    private static final JsonMapper MAPPER = JsonMapper.builder(JsonFactory.builder()
            .streamReadConstraints(StreamReadConstraints.builder().maxDocumentLength(MAX_BYTES).build())
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .disable(StreamReadFeature.INCLUDE_SOURCE_IN_LOCATION)
            .build())
        .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS, DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES,
            DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES,
            DeserializationFeature.FAIL_ON_NULL_CREATOR_PROPERTIES)
        .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
        .build();

    /** Refuses absent elements. */
    public JcstressExport {
        environment = Map.copyOf(environment);
        results = List.copyOf(results);
    }

    /**
     * One test in one configuration, with its forks added up.
     *
     * @param status      NORMAL, or what went wrong
     * @param compilation actor to the compiler that made its code: interpreter, C1, C2 or any
     * @param scheduling  the package and core group of each actor, or free
     * @param samples     the sum of the outcomes' counts
     */
    public record Result(String test, String status, Map<String, String> compilation, String scheduling, long samples,
                         List<Outcome> outcomes) {
        /** Refuses absent elements. */
        public Result {
            compilation = Map.copyOf(compilation);
            outcomes = List.copyOf(outcomes);
        }
    }

    /** What was seen, and how often. Immutable. */
    public record Outcome(String id, long count) {
    }

    /** Reads the bytes of an export. */
    public static JcstressExport parse(byte[] bytes) throws UnreadableExport {
        try {
            JsonNode tree = MAPPER.readTree(bytes);
            if (!FORMAT.equals(tree.path("format").asString(""))) {
                throw new UnreadableExport("not what the jcstress project's Export writes");
            }
            JsonNode version = tree.path("formatVersion");
            if (version.asInt(0) != FORMAT_VERSION) {
                throw new UnreadableExport("format version " + Quoted.of(version.toString()) + ", known is "
                    + FORMAT_VERSION);
            }
            JcstressExport export = MAPPER.treeToValue(tree, JcstressExport.class);
            for (Result result : export.results) {
                checkCounts(result);
            }
            return export;
        } catch (JacksonException e) {
            String what = e.getOriginalMessage().lines().findFirst().orElse("not JSON");
            throw new UnreadableExport(Quoted.of(LIBRARY_ADVICE.matcher(what).replaceFirst("")));
        }
    }

    /** The JVM of the run. Its flags differ from configuration to configuration, so none is claimed. */
    public PublishedJvm jvm() throws UnreadableExport {
        return new PublishedJvm(property("java.vendor"), property("java.vm.version"), property("java.vm.name"), null);
    }

    /** One of Java's properties as it was when jcstress ran. */
    public String property(String name) throws UnreadableExport {
        String value = environment.get(name);
        if (value == null) {
            throw new UnreadableExport("its environment does not say " + name);
        }
        return value;
    }

    private static void checkCounts(Result result) throws UnreadableExport {
        long sum = 0;
        for (Outcome outcome : result.outcomes) {
            if (outcome.count < 0 || outcome.count > MAX_COUNT) {
                throw new UnreadableExport(Quoted.of(result.test) + ": a count of " + outcome.count);
            }
            sum += outcome.count;
        }
        if (sum != result.samples) {
            throw new UnreadableExport(Quoted.of(result.test) + ": " + result.samples + " samples, but the outcomes"
                + " add up to " + sum);
        }
    }
}
