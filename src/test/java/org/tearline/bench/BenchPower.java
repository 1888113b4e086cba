package org.tearline.bench;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Prints how often each stressor tears a known case beside the bare loops, auto and jcstress: the program behind
 * scripts/bench-power. One thread.
 */
final class BenchPower {
    private static final JsonMapper JSON = JsonMapper.shared();
    private static final List<Case> CASES = List.of(new Case("ordered", "volatile", 60, false),
        new Case("volatile", "volatile", 60, false), new Case("cas", "volatile", 60, true),
        new Case("ordered", "exchange", 60, true), new Case("ordered", "volatile", 4092, false),
        new Case("cas", "volatile", 4092, true), new Case("ordered", "volatile", 12, false));

    private final String jar;
    private final int rounds;
    private final int millis;
    private final Path jcstress;

    private BenchPower(String jar, int rounds, int millis, Path jcstress) {
        this.jar = jar;
        this.rounds = rounds;
        this.millis = millis;
        this.jcstress = jcstress;
    }

    /** One write and read at one offset; split-locked ones are kept to a fifth of the time. */
    private record Case(String write, String read, int offset, boolean splitLocked) {
        String name() {
            return write + "/" + read + "@" + offset;
        }

        /** The jcstress test of the same case, or null. */
        String jcstressTest() {
            String placement = offset == 4092 ? "PageCrossing" : offset == 60 ? "LineCrossing" : "InsideLine";
            String reader = read.substring(0, 1).toUpperCase(Locale.ROOT) + read.substring(1);
            String writer = write.substring(0, 1).toUpperCase(Locale.ROOT) + write.substring(1);
            return "UnsafeAddress\\." + placement + "\\." + writer + reader + "$";
        }
    }

    /** Tears and changes per second, and tears per change, of one stretch. */
    private record Sample(double tornPerSecond, double changesPerSecond, double yield) {
    }

    /** Arguments: the jar, the rounds, the milliseconds per round, the script of jcstress or "-". */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        new BenchPower(arguments[0], Integer.parseInt(arguments[1]), Integer.parseInt(arguments[2]),
            arguments[3].equals("-") ? null : Path.of(arguments[3])).run();
    }

    private void run() throws IOException, InterruptedException {
        for (Case trial : CASES) {
            boolean inside = trial.offset() == 12;
            Map<String, List<Sample>> samples = new LinkedHashMap<>();
            for (int round = 0; round < rounds; round++) {
                collect(trial, "none", "bare", samples);
                collect(trial, "each", null, samples);
                collect(trial, "auto", "AUTO", samples);
            }
            double bare = median(samples.get("bare"), inside);
            System.out.printf(Locale.ROOT, "%n%-24s %14s %14s %12s %10s%n", trial.name(),
                inside ? "changes/s" : "torn/s", "changes/s", "torn/change", "x bare");
            for (Map.Entry<String, List<Sample>> entry : samples.entrySet()) {
                double power = median(entry.getValue(), inside);
                System.out.printf(Locale.ROOT, "  %-32s %,14.0f %,14.0f %11.2g %9.1f%n", entry.getKey(), power,
                    entry.getValue().stream().mapToDouble(Sample::changesPerSecond).sorted()
                        .skip(entry.getValue().size() / 2).findFirst().orElse(0),
                    entry.getValue().stream().mapToDouble(Sample::yield).sorted().skip(entry.getValue().size() / 2)
                        .findFirst().orElse(0), bare == 0 ? Double.NaN : power / bare);
            }
            if (jcstress != null && !inside) {
                jcstress(trial, median(samples.get("AUTO"), false));
            }
        }
    }

    private void collect(Case trial, String stressor, String name, Map<String, List<Sample>> samples)
        throws IOException, InterruptedException {
        int duration = trial.splitLocked() ? millis / 5 : millis;
        List<String> command = List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-jar", jar,
            "--json", "--until=budget", "--changes=1000000000000", "--duration=" + duration + "ms",
            "--write=" + trial.write(), "--read=" + trial.read(), "--offset=" + trial.offset(),
            "--stressor=" + stressor);
        Process process = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
        JsonNode result = JSON.readTree(new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8));
        process.waitFor();
        if (name != null) {
            samples.computeIfAbsent(name, key -> new ArrayList<>()).add(sample(result.at("/elapsedNanos").asLong(),
                result.at("/counts/changes").asLong(), result.at("/counts/torn").asLong()));
            return;
        }
        for (JsonNode use : result.at("/stressors")) {
            samples.computeIfAbsent(use.get("name").asString(), key -> new ArrayList<>()).add(sample(
                use.get("nanos").asLong(), use.get("changes").asLong(), use.get("torn").asLong()));
        }
    }

    private static Sample sample(long nanos, long changes, long torn) {
        double seconds = Math.max(1, nanos) / 1e9;
        return new Sample(torn / seconds, changes / seconds, changes == 0 ? 0 : (double) torn / changes);
    }

    private static double median(List<Sample> samples, boolean changes) {
        return samples.stream().mapToDouble(changes ? Sample::changesPerSecond : Sample::tornPerSecond).sorted()
            .skip(samples.size() / 2).findFirst().orElse(0);
    }

    private void jcstress(Case trial, double auto) throws IOException, InterruptedException {
        Path folder = Files.createTempDirectory("bench-power").resolve("report");
        long start = System.nanoTime();
        Process process = new ProcessBuilder(jcstress.toString(), "-t", trial.jcstressTest(), "--one-jvm-mode",
            "--time", "200", "--out", folder.toString()).redirectErrorStream(true).start();
        process.getInputStream().readAllBytes();
        process.waitFor();
        double seconds = (System.nanoTime() - start) / 1e9;
        Path file = folder.resolve("results.json");
        if (!Files.exists(file)) {
            System.out.println("  jcstress has no such test or did not run");
            return;
        }
        long torn = 0;
        TreeMap<Double, Long> rates = new TreeMap<>();
        for (JsonNode result : JSON.readTree(Files.readString(file)).get("results")) {
            long here = 0;
            for (JsonNode outcome : result.get("outcomes")) {
                here += outcome.get("id").asString().contains("torn") ? outcome.get("count").asLong() : 0;
            }
            torn += here;
            rates.put(here / (result.get("timeMillis").asLong() * result.get("iterations").asLong() / 1e3), here);
        }
        double wall = torn / seconds;
        System.out.printf(Locale.ROOT, "  %-32s %,14.0f per second of its whole wall time (%.0f s), best fork %,.0f per"
            + " second; AUTO is %.0f x%n", "jcstress", wall, seconds, rates.isEmpty() ? 0 : rates.lastKey(),
            auto / Math.max(wall, 1e-9));
    }
}
