// SPDX-License-Identifier: Apache-2.0
package org.tearline.jcstress;

import java.io.IOException;
import java.io.ObjectInputFilter;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.openjdk.jcstress.infra.Status;
import org.openjdk.jcstress.infra.collectors.DiskReadCollector;
import org.openjdk.jcstress.infra.collectors.DiskWriteCollector;
import org.openjdk.jcstress.infra.collectors.InProcessCollector;
import org.openjdk.jcstress.infra.collectors.TestResult;
import org.openjdk.jcstress.infra.grading.GradingResult;

/**
 * Converts result files from jcstress to JSON, adding up the configurations of each case. Not thread-safe.
 *
 * <pre>java -cp jcstress.jar org.tearline.jcstress.Export [--incomplete] FOLDER FILE...</pre>
 *
 * <p>Writes the results of all files to FOLDER/results.json and, for jcstress -p, to FOLDER/results.bin.gz. With
 * --incomplete, results.json says that tests are missing, so it cannot be imported.
 *
 * <p>Exit codes: 0 if all tests passed, 1 if a test failed or saw a forbidden result, 2 for wrong usage, 3 if a FILE is
 * not a complete result file of this jar's tests or FOLDER cannot be written.
 */
public final class Export {

    /** Incremented by incompatible changes. */
    static final int FORMAT_VERSION = 3;

    private static final String INCOMPLETE = "--incomplete";

    private static final Set<String> ENVIRONMENT = Set.of("java.vendor", "java.vm.name", "java.vm.version", "os.arch",
        "os.name", "os.version");

    private static final Pattern TEST = Pattern.compile(".*\\.([A-Za-z]+)(Plain|Volatile|Exchange)");
    private static final Pattern STATE = Pattern.compile("(\\w+), (\\w+), (?:torn )?(.*)");
    private static final Pattern MIXED_TEST = Pattern.compile(".*\\.MixedSizes\\.(\\w+)");
    private static final Pattern MIXED_STATE = Pattern.compile("(\\w+), .*");

    /** The classes in a file of jcstress. Others are refused before an object is made, as the file may be anybody's. */
    private static final ObjectInputFilter CLASSES = ObjectInputFilter.Config.createFilter("org.openjdk.jcstress.**;"
        + "java.lang.Object;java.lang.Enum;java.lang.Number;java.lang.Integer;java.lang.Long;java.lang.String;"
        + "java.util.ArrayList;java.util.HashMap;java.util.Map$Entry;maxdepth=20;!*");

    private Export() {
    }

    public static void main(String[] args) {
        System.exit(run(args, System.err));
    }

    /** Returns the exit code. */
    static int run(String[] args, PrintStream messages) {
        List<String> names = new ArrayList<>(List.of(args));
        boolean incomplete = names.remove(INCOMPLETE);
        if (names.size() < 2) {
            messages.println("usage: java -cp jcstress.jar org.tearline.jcstress.Export [--incomplete] FOLDER FILE...");
            return 2;
        }
        String folder = names.remove(0);
        String file = folder;
        try {
            List<TestResult> results = new ArrayList<>();
            for (String name : names) {
                file = name;
                results.addAll(read(Path.of(name)));
            }
            String json = json(results, !incomplete);
            file = folder;
            Files.writeString(Path.of(folder, "results.json"), json);
            write(results, Path.of(folder, "results.bin.gz"));
            Set<String> failed = failed(results);
            failed.forEach(name -> messages.println("failed: " + name));
            return failed.isEmpty() ? 0 : 1;
        } catch (IOException | ClassNotFoundException | IllegalArgumentException e) {
            // IllegalArgumentException: a test that is not in this jar.
            messages.println("export: " + file + ": " + e);
            return 3;
        }
    }

    static List<TestResult> read(Path file) throws IOException, ClassNotFoundException {
        // jcstress opens the stream, so only the filter of the whole JVM reaches it.
        if (ObjectInputFilter.Config.getSerialFilter() == null) {
            ObjectInputFilter.Config.setSerialFilter(CLASSES);
        }
        InProcessCollector results = new InProcessCollector();
        DiskReadCollector reader = new DiskReadCollector(file.toString(), results);
        // Despite its name, this reads the file and passes all results on.
        reader.dump();
        reader.close();
        return List.copyOf(results.getTestResults());
    }

    private static void write(List<TestResult> results, Path file) throws IOException {
        DiskWriteCollector writer = new DiskWriteCollector(file.toString());
        results.forEach(writer::add);
        writer.close();
    }

    /** Returns the names of tests that failed or saw a forbidden result. */
    static Set<String> failed(List<TestResult> results) {
        return results.stream().filter(result -> result.status() != Status.NORMAL || !result.grading().isPassed)
            .map(TestResult::getName).collect(Collectors.toCollection(TreeSet::new));
    }

    static String json(List<TestResult> results) {
        return json(results, true);
    }

    private static String json(List<TestResult> results, boolean allTests) {
        Map<String, Map<String, Long>> cases = new TreeMap<>();
        Map<String, Map<String, Long>> mixed = new TreeMap<>();
        for (TestResult result : results) {
            Matcher mixedTest = MIXED_TEST.matcher(result.getName());
            if (mixedTest.matches()) {
                addMixed(result, mixedTest.group(1), mixed);
            } else {
                add(result, cases);
            }
        }
        Map<String, String> environment = new TreeMap<>();
        if (!results.isEmpty()) {
            environment.putAll(results.get(0).getEnv().entries());
        }
        environment.keySet().retainAll(ENVIRONMENT);
        boolean complete = allTests && results.stream().allMatch(result -> result.status() == Status.NORMAL);
        return "{\n  \"format\": \"tearline-jcstress\",\n  \"formatVersion\": " + FORMAT_VERSION
            + ",\n  \"complete\": " + complete
            + ",\n  \"environment\": " + object(environment) + ",\n  \"cases\": " + array(cases)
            + ",\n  \"mixed\": " + array(mixed) + "\n}\n";
    }

    private static String array(Map<String, Map<String, Long>> statesByCase) {
        if (statesByCase.isEmpty()) {
            return "[]";
        }
        return statesByCase.entrySet().stream()
            .map(entry -> "    {" + entry.getKey() + ", \"states\": " + object(entry.getValue()) + "}")
            .collect(Collectors.joining(",\n", "[\n", "\n  ]"));
    }

    private static void add(TestResult result, Map<String, Map<String, Long>> cases) {
        Matcher test = TEST.matcher(result.getName());
        if (!test.matches()) {
            throw new IllegalArgumentException(result.getName() + ": not a test in this jar");
        }
        for (GradingResult seen : result.grading().gradingResults.values()) {
            Matcher state = STATE.matcher(seen.id);
            // Skips patterns without matches, which jcstress lists as well.
            if (seen.count > 0 && state.matches()) {
                Map<String, String> named = new LinkedHashMap<>();
                named.put("memory", state.group(1));
                named.put("place", state.group(2));
                named.put("write", test.group(1).toLowerCase(Locale.ROOT));
                named.put("read", test.group(2).toLowerCase(Locale.ROOT));
                count(cases, named, state.group(3), seen.count);
            }
        }
    }

    /** Exports the grade that the test declares for each state, so that an importer need not know the outcomes. */
    private static void addMixed(TestResult result, String test, Map<String, Map<String, Long>> cases) {
        for (GradingResult seen : result.grading().gradingResults.values()) {
            Matcher state = MIXED_STATE.matcher(seen.id);
            if (seen.count > 0 && state.matches()) {
                Map<String, String> named = new LinkedHashMap<>();
                named.put("test", test);
                named.put("place", state.group(1));
                count(cases, named, seen.expect.name().toLowerCase(Locale.ROOT), seen.count);
            }
        }
    }

    /** Adds to a state of a case. The case's key is its members as JSON, without the braces. */
    private static void count(Map<String, Map<String, Long>> cases, Map<String, String> named, String state,
                              long count) {
        String members = object(named);
        cases.computeIfAbsent(members.substring(1, members.length() - 1), key -> new TreeMap<>())
            .merge(state, count, Long::sum);
    }

    private static String object(Map<String, ?> members) {
        List<String> texts = new ArrayList<>();
        members.forEach((name, value) -> {
            String text = value instanceof String words ? quoted(words) : value.toString();
            texts.add(quoted(name) + ": " + text);
        });
        return "{" + String.join(", ", texts) + "}";
    }

    private static String quoted(String text) {
        StringBuilder out = new StringBuilder("\"");
        for (char c : text.toCharArray()) {
            if (c == '"' || c == '\\') {
                out.append('\\');
            }
            out.append(c < ' ' ? String.format("\\u%04x", (int) c) : c);
        }
        return out.append('"').toString();
    }
}
