// SPDX-License-Identifier: Apache-2.0
package org.tearline.published.jcstress;

import java.util.List;
import java.util.Map;
import org.tearline.published.ExportedFile;
import org.tearline.published.PublishedJvm;
import org.tearline.published.Quoted;
import org.tearline.published.UnreadableExport;

/**
 * The part that the tester needs of what the class Export in jcstress/ wrote; jcstress.schema.json has all of it.
 * Immutable.
 *
 * @param environment Java's {@code java.*} and {@code os.*} properties of the run
 * @param results     one for each test and configuration
 */
public record JcstressExport(Map<String, String> environment, List<Result> results) {
    /** All 158 tests in all configurations take some fifteen; the rest is room. */
    public static final int MAX_BYTES = 64 << 20;

    private static final String SCHEMA = "/schema/jcstress.schema.json";

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

    /** Holds what was seen, and how often. Immutable. */
    public record Outcome(String id, long count) {
    }

    /** Reads the bytes of an export. */
    public static JcstressExport parse(byte[] bytes) throws UnreadableExport {
        JcstressExport export = ExportedFile.parse(bytes, SCHEMA, JcstressExport.class);
        for (Result result : export.results) {
            checkSum(result);
        }
        return export;
    }

    /** Returns the JVM of the run. Its flags differ from configuration to configuration, so none is claimed. */
    public PublishedJvm jvm() throws UnreadableExport {
        return new PublishedJvm(property("java.vendor"), property("java.vm.version"), property("java.vm.name"), null);
    }

    /** Returns one of Java's properties as it was when jcstress ran. */
    public String property(String name) throws UnreadableExport {
        String value = environment.get(name);
        if (value == null) {
            throw new UnreadableExport("its environment does not say " + name);
        }
        return value;
    }

    private static void checkSum(Result result) throws UnreadableExport {
        long sum = result.outcomes.stream().mapToLong(Outcome::count).sum();
        if (sum != result.samples) {
            throw new UnreadableExport(Quoted.of(result.test) + ": " + result.samples + " samples, but the outcomes"
                + " add up to " + sum);
        }
    }
}
