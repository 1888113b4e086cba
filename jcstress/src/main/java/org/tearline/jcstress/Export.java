// SPDX-License-Identifier: Apache-2.0
package org.tearline.jcstress;

import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import org.openjdk.jcstress.infra.collectors.TestResult;
import org.openjdk.jcstress.infra.grading.GradingResult;
import org.openjdk.jcstress.infra.runners.TestConfig;
import org.openjdk.jcstress.vm.CompileMode;

/**
 * Command: puts a result file of jcstress into JSON that needs no class of jcstress to read. Single-threaded.
 *
 * <pre>java -cp jcstress.jar org.tearline.jcstress.Export FILE [OUT]</pre>
 *
 * <p>Without OUT the JSON goes to stdout. Exit codes: 0 done, 1 the file is missing, cut short or broken, or names
 * tests that this jar does not have, 2 wrong usage. The shape is described in jcstress/README.md.
 */
public final class Export {

    /** Counted up whenever a reader of the JSON would have to change. */
    static final int FORMAT_VERSION = 1;

    private static final String CORE_PROPERTIES = "/META-INF/maven/org.openjdk.jcstress/jcstress-core/pom.properties";

    private Export() {
    }

    public static void main(String[] args) {
        if (args.length < 1 || args.length > 2) {
            System.err.println("usage: java -cp jcstress.jar org.tearline.jcstress.Export FILE [OUT]");
            System.exit(2);
        }
        try {
            String json = Json.text(document(Path.of(args[0])));
            if (args.length == 2) {
                writeWhole(Path.of(args[1]), json);
            } else {
                new PrintStream(System.out, false, StandardCharsets.UTF_8).append(json).flush();
            }
        } catch (IOException | IllegalArgumentException e) {
            System.err.println("export: " + e.getMessage());
            System.exit(1);
        }
    }

    /**
     * Returns what the file holds, as maps and lists; every count is of all forks and iterations of one configuration.
     */
    static Map<String, Object> document(Path file) throws IOException {
        List<TestResult> results = ResultFile.merged(ResultFile.read(file));
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("format", "tearline-jcstress");
        document.put("formatVersion", FORMAT_VERSION);
        document.put("jcstressVersion", jcstressVersion());
        document.put("source", file.getFileName().toString());
        document.put("environment", environment(results));
        document.put("results", results.stream().map(Export::result).toList());
        return document;
    }

    private static Map<String, Object> environment(List<TestResult> results) {
        return results.isEmpty() ? Map.of() : new TreeMap<>(results.get(0).getEnv().entries());
    }

    private static Map<String, Object> result(TestResult result) {
        TestConfig config = result.getConfig();
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("test", result.getName());
        fields.put("status", result.status().name());
        fields.put("passed", result.grading().isPassed);
        fields.put("interesting", result.grading().hasInteresting);
        fields.put("compilation", compilation(config));
        fields.put("jvmArgs", config.jvmArgs);
        fields.put("scheduling", config.getSchedulingClass().toString());
        fields.put("timeMillis", config.time);
        fields.put("iterations", config.iters);
        fields.put("strideSize", config.strideSize);
        fields.put("strideCount", config.strideCount);
        fields.put("samples", result.getTotalCount());
        fields.put("outcomes", outcomes(result));
        fields.put("messages", result.getMessages());
        return fields;
    }

    /** Actor to the compiler that made its code; "any" where the JVM was left to choose. */
    private static Map<String, Object> compilation(TestConfig config) {
        Map<String, Object> tiers = new LinkedHashMap<>();
        int mode = config.getCompileMode();
        for (int actor = 0; actor < config.threads; actor++) {
            tiers.put(config.actorNames.get(actor), tier(mode, actor));
        }
        return tiers;
    }

    private static String tier(int mode, int actor) {
        if (mode == CompileMode.UNIFIED) {
            return "any";
        }
        return CompileMode.isInt(mode, actor) ? "interpreter" : CompileMode.isC1(mode, actor) ? "C1" : "C2";
    }

    /**
     * Returns the outcomes that were seen; jcstress also grades those that were not, with their pattern and a count of
     * 0.
     */
    private static List<Map<String, Object>> outcomes(TestResult result) {
        List<Map<String, Object>> outcomes = new ArrayList<>();
        for (GradingResult graded : result.grading().gradingResults.values()) {
            if (graded.count > 0) {
                Map<String, Object> fields = new LinkedHashMap<>();
                fields.put("id", graded.id);
                fields.put("count", graded.count);
                fields.put("expect", graded.expect.name());
                fields.put("description", graded.description);
                outcomes.add(fields);
            }
        }
        return outcomes;
    }

    private static String jcstressVersion() throws IOException {
        Properties properties = new Properties();
        try (InputStream in = Export.class.getResourceAsStream(CORE_PROPERTIES)) {
            if (in == null) {
                return "unknown";
            }
            properties.load(in);
        }
        return properties.getProperty("version", "unknown");
    }

    /** Whole or not at all: a reader never sees half a file. */
    private static void writeWhole(Path out, String text) throws IOException {
        Path directory = out.toAbsolutePath().getParent();
        if (!Files.isDirectory(directory)) {
            throw new IOException(directory + ": no such directory");
        }
        Path part = directory.resolve(out.getFileName() + "." + ProcessHandle.current().pid() + ".part");
        try {
            Files.writeString(part, text);
            Files.move(part, out, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
        } finally {
            Files.deleteIfExists(part);
        }
    }
}
