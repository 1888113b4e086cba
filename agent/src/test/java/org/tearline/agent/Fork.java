// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Runs a program of the tests in a JVM with the built agent. Without C2 and the usual collector, a program takes half
 * the time. So only the newest JDK uses them, where a test asks for it or all do by -Dtearline.all=true. .ci/jdks does
 * that, and takes each JDK for the newest in turn. Not thread-safe.
 */
final class Fork {
    /** For programs whose accesses need not be compiled by C2. */
    static final String[] QUICK = {"-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"};
    /**
     * Compiles the stores of Unsafe at once. The interpreter's ordered stores are locked, and some hosts take
     * milliseconds for a locked access across a line.
     */
    private static final List<String> COMPILED = List.of("-XX:CompileCommand=quiet",
        "-XX:CompileCommand=CompileThresholdScaling,*.misc.Unsafe::put*,0.001");
    /** Kinds of evidence, most dangerous first. */
    static final List<String> EVIDENCE = List.of("unordered", "unknown", "locked", "ordered", "oneThread");
    /** The launcher of the JDK that runs the tests. */
    static final String JAVA = tool(System.getProperty("java.home"), "java");
    private static final int POLL_MILLIS = 5;
    static final String AGENT = System.getProperty("agent.jar");
    static final Path CLASSES = Path.of("target", "test-classes").toAbsolutePath();

    private final Path folder;
    private final List<String> jvm = new ArrayList<>();
    private final List<String> libraries = new ArrayList<>();
    private String java = JAVA;
    private String options = "";
    private boolean optimized = Boolean.getBoolean("tearline.all");

    /** The report is null if the agent wrote none. */
    record Result(int exit, String out, String err, JsonNode report) {
        Result well() {
            assertThat(exit).as(err).isZero();
            return this;
        }

        /** @param pointer JSON pointer into the report */
        JsonNode at(String pointer) {
            return report.at(pointer);
        }

        JsonNode sites() {
            return report.get("sites");
        }

        List<Seen> seen() {
            List<Seen> all = new ArrayList<>();
            for (JsonNode site : sites()) {
                JsonNode own = frame(site);
                for (JsonNode place : site.get("places")) {
                    all.add(new Seen(own.get("class").asString() + "." + own.get("method").asString(),
                        site.at("/access/method").asString(), place(site, place),
                        place.get("offset").asInt(), place.get("hits").asLong()));
                }
            }
            return all;
        }

        void assertNothingLost() {
            assertThat(at("/hits/firstLost").toString()).isEqualTo("null");
        }

        /** Returns the kinds of evidence about the values of a site. */
        static Stream<String> evidence(JsonNode site) {
            return EVIDENCE.stream().filter(kind -> site.get("values").get(kind).asInt() > 0);
        }

        /** Returns the frame that is a site. */
        static JsonNode frame(JsonNode site) {
            return site.get("frames").get(site.get("site").asInt());
        }

        /** Returns what was printed to stderr without the JVM's warnings about the program. */
        List<String> ownLines() {
            return err.lines().filter(line -> !line.startsWith("WARNING: ")).toList();
        }

        /** Returns the hits of a site by place and offset. */
        static Map<String, Long> places(JsonNode site) {
            Map<String, Long> hits = new HashMap<>();
            site.get("places").forEach(place -> hits.put(place(site, place) + " " + place.get("offset").asInt(),
                place.get("hits").asLong()));
            return hits;
        }

        private static String place(JsonNode site, JsonNode place) {
            return site.get("memory").asString().equals("heap") ? "object" : place.get("crossesPage").asBoolean()
                ? "page" : place.get("crossesLine").asBoolean() ? "line" : "inside";
        }

        JsonNode site(String method) {
            for (JsonNode site : sites()) {
                if (site.at("/access/method").asString().equals(method)) {
                    return site;
                }
            }
            throw new AssertionError("no site with " + method + " in " + report);
        }
    }

    /**
     * Hits of a site at one offset. The place is "object" in the heap; otherwise "page" or "line" if the access crosses
     * one, or else "inside".
     */
    record Seen(String site, String access, String place, int offset, long hits) {
    }

    Fork(Path folder) {
        this.folder = folder;
    }

    /** Returns the homes of the JDKs to test: this one and TEARLINE_SECOND_JDK. */
    static Stream<String> jdks() {
        String second = System.getenv("TEARLINE_SECOND_JDK");
        return Stream.of(System.getProperty("java.home"), second).filter(home -> home != null && !home.isEmpty());
    }

    /** Returns only the last of the JDKs, for tests that are slow or whose subject is the same on all JDKs. */
    static Stream<String> newest() {
        return jdks().skip(jdks().count() - 1);
    }

    static String tool(String home, String name) {
        return Path.of(home, "bin", name).toString();
    }

    /** Returns a command that runs a program on the JDK of the tests. */
    static List<String> quick(String... arguments) {
        return Stream.of(List.of(JAVA), List.of(QUICK), List.of(arguments)).flatMap(List::stream).toList();
    }

    /** Runs any command with more arguments. The result has both streams in one, and no report. */
    static Result execute(List<String> command, String... arguments) throws IOException, InterruptedException {
        List<String> all = new ArrayList<>(command);
        all.addAll(List.of(arguments));
        Process process = new ProcessBuilder(all).redirectErrorStream(true).start();
        String text = new String(process.getInputStream().readAllBytes(), UTF_8);
        return new Result(process.waitFor(), text, text, null);
    }

    static Path library(String name) {
        return Path.of(System.getProperty("libraries"), name);
    }

    Fork on(String home) {
        java = tool(home, "java");
        return this;
    }

    /** Uses C2 and the usual collector on the newest JDK. */
    Fork optimized() {
        optimized = true;
        return this;
    }

    /** Sets the agent's options, which may name another file for the report; null means no agent. */
    Fork options(String text) {
        options = text;
        return this;
    }

    Fork jvm(String... arguments) {
        jvm.addAll(List.of(arguments));
        return this;
    }

    /** Adds the jars of the tests' class path whose names start with one of these prefixes. */
    Fork libraries(String... names) {
        for (String name : names) {
            List<String> found = Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
                .filter(jar -> Path.of(jar).getFileName().toString().startsWith(name)).toList();
            assertThat(found).as(name).isNotEmpty();
            libraries.addAll(found);
        }
        return this;
    }

    Fork jar(Path jar) {
        assertThat(jar).exists();
        libraries.add(jar.toString());
        return this;
    }

    List<String> command(Class<?> program, String... arguments) {
        return command(program.getName(), CLASSES, arguments);
    }

    List<String> command(String program, Path classes, String... arguments) {
        List<String> command = new ArrayList<>(List.of(java));
        if (!optimized || newest().noneMatch(home -> java.equals(tool(home, "java")))) {
            command.addAll(List.of(QUICK));
        }
        if (options != null) {
            command.add("-javaagent:" + AGENT + "=out=" + folder.resolve("report.json") + "," + options);
        }
        command.addAll(COMPILED);
        command.addAll(jvm);
        List<String> path = new ArrayList<>(List.of(classes.toString()));
        path.addAll(libraries);
        command.addAll(List.of("-cp", String.join(File.pathSeparator, path), program));
        command.addAll(List.of(arguments));
        return command;
    }

    /** Runs a program, which must end well. */
    Result run(Class<?> program, String... arguments) throws IOException, InterruptedException {
        return run(program.getName(), CLASSES, arguments);
    }

    Result run(String program, Path classes, String... arguments) throws IOException, InterruptedException {
        return finish(start(command(program, classes, arguments))).well();
    }

    Process start(List<String> command) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(command).directory(folder.toFile())
            .redirectOutput(folder.resolve("out").toFile()).redirectError(folder.resolve("err").toFile());
        builder.environment().keySet().removeAll(List.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS"));
        return builder.start();
    }

    /** Starts a program and waits until it has printed something. */
    Process startAndWait(Class<?> program, String... arguments) throws IOException, InterruptedException {
        Process process = start(command(program, arguments));
        await(process, "out");
        return process;
    }

    /** Waits until a file has content or the program has ended. */
    void await(Process process, String name) throws IOException, InterruptedException {
        Path file = folder.resolve(name);
        while (process.isAlive() && (!Files.exists(file) || Files.size(file) == 0)) {
            MILLISECONDS.sleep(POLL_MILLIS);
        }
    }

    Result finish(Process process) throws IOException, InterruptedException {
        int code = process.waitFor();
        Path report = folder.resolve("report.json");
        return new Result(code, read("out"), read("err"),
            Files.exists(report) ? JsonMapper.shared().readTree(report) : null);
    }

    String read(String name) throws IOException {
        return Files.readString(folder.resolve(name));
    }
}
