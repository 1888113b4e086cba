// SPDX-License-Identifier: Apache-2.0
package org.tearline.tools;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import tools.jackson.databind.JsonNode;

/**
 * Compares the time to the first tear of a case: the tester's, that of a loop in C, and that of the program of 2013.
 * Each run is a new process, and the three alternate. Not thread-safe.
 */
final class FirstTear {
    /** After this time, a loop in C or the program of 2013 has seen no tear. */
    private static final String MOST_MILLIS = "1000";
    private static final double NINETY_PERCENT = 0.9;
    private static final double NANOS_PER_MILLI = 1e6;
    private static final String JAVA = System.getProperty("java.home") + "/bin/java";

    private final List<String> trial;
    private final Path nativeLoop;
    private final List<Double> tester = new ArrayList<>();
    private final List<Double> inC = new ArrayList<>();
    private final List<Double> in2013 = new ArrayList<>();

    /** @param nativeLoop the compiled native-tears.c; null if there is no C compiler */
    FirstTear(List<String> trial, Path nativeLoop) {
        this.trial = trial;
        this.nativeLoop = nativeLoop;
    }

    /** Compiles native-tears.c. Returns null if there is no C compiler. */
    static Path compile(Path folder) {
        Path program = folder.resolve("native-tears");
        return Tools.succeeds(List.of("cc", "-O2", "-pthread", "-o", program.toString(),
            Tools.ROOT.resolve("src/tools/native-tears.c").toString())) ? program : null;
    }

    /** Runs each program this often. Returns a row of the table, without the name of the case. */
    String row(int runs) throws IOException, InterruptedException {
        for (int i = 0; i < runs; i++) {
            JsonNode result = BenchPower.run(trial, "auto", List.of());
            tester.add(millis(result.path("firstTornNanos").asLong(-1)));
            if (nativeLoop != null) {
                JsonNode cpus = result.path("cpus");
                inC.add(millis(inC(cpus.at("/writers/0").asInt(0), cpus.at("/readers/0").asInt(1))));
            }
            in2013.add(millis(Long.parseLong(output(List.of(JAVA, "--add-opens",
                "java.base/jdk.internal.misc=ALL-UNNAMED", "-cp", System.getProperty("java.class.path"),
                Program2013.class.getName(), trial.get(0), trial.get(1), trial.get(2), MOST_MILLIS)))));
        }
        return String.join(" | ", times(tester), times(inC), times(in2013));
    }

    /** Runs the loop that stores to the first line and flushes the second before each load. */
    private long inC(int writer, int reader) throws IOException, InterruptedException {
        String[] columns = output(List.of(nativeLoop.toString(), instruction(trial.get(0)), instruction(trial.get(1)),
            "flush", "8", "base", MOST_MILLIS, String.valueOf(writer), String.valueOf(reader), trial.get(2)))
            .split(" ");
        return Long.parseLong(columns[columns.length - 1]);
    }

    private static String instruction(String mode) {
        return mode.equals("cas") || mode.equals("exchange") ? "cmpxchg" : "mov";
    }

    private static double millis(long nanos) {
        return nanos < 0 ? Double.POSITIVE_INFINITY : nanos / NANOS_PER_MILLI;
    }

    /** Returns the median, the 90th percentile and the longest time. */
    private static String times(List<Double> all) {
        if (all.isEmpty()) {
            return "no C compiler";
        }
        Collections.sort(all);
        int last = all.size() - 1;
        return String.join(", ", time(all.get(last / 2)), time(all.get((int) Math.ceil(NINETY_PERCENT * last))),
            time(all.get(last)));
    }

    private static String time(double millis) {
        return Double.isInfinite(millis) ? "none" : String.format(Locale.ROOT, "%,.1f", millis);
    }

    private static String output(List<String> command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
        try (InputStream out = process.getInputStream()) {
            String output = new String(out.readAllBytes(), StandardCharsets.US_ASCII).strip();
            if (process.waitFor() != 0) {
                throw new IOException(command.get(0) + " failed");
            }
            return output;
        }
    }
}
