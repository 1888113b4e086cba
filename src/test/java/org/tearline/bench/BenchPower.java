// SPDX-License-Identifier: Apache-2.0
package org.tearline.bench;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Prints how often each stressor tears a known case, then pairs the best of them, the bare loops and auto, and runs the
 * same case under jcstress: the program behind scripts/bench-power. One thread.
 */
final class BenchPower {
    private static final JsonMapper JSON = JsonMapper.shared();
    private static final List<Case> CASES = List.of(new Case("ordered", "volatile", 60, false),
        new Case("volatile", "volatile", 60, false), new Case("cas", "volatile", 60, true),
        new Case("ordered", "exchange", 60, true), new Case("ordered", "volatile", 4092, false),
        new Case("cas", "volatile", 4092, true), new Case("ordered", "volatile", 12, false));
    /** Rounds in which all stressors are compared, for one with pairs. */
    private static final int COMPARED_SHARE = 4;

    private final String jar;
    private final int pairs;
    private final int millis;
    private final Path jcstress;

    private BenchPower(String jar, int pairs, int millis, Path jcstress) {
        this.jar = jar;
        this.pairs = pairs;
        this.millis = millis;
        this.jcstress = jcstress;
    }

    /** One write and read at one offset; split-locked ones have half as many pairs of half the length. */
    private record Case(String write, String read, int offset, boolean splitLocked) {
        String name() {
            return write + "/" + read + "@" + offset;
        }

        boolean inside() {
            return offset == 12;
        }

        /** What a case is about: tears, or changes where nothing tears. */
        ToDoubleFunction<Sample> power() {
            return inside() ? Sample::changesPerSecond : Sample::tornPerSecond;
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
        static Sample of(long nanos, long changes, long torn) {
            double seconds = Math.max(1, nanos) / 1e9;
            return new Sample(torn / seconds, changes / seconds, changes == 0 ? 0 : (double) torn / changes);
        }
    }

    /** Arguments: the jar, the pairs, the milliseconds of each, the script of jcstress or "-". */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        BenchPower bench = new BenchPower(arguments[0], Integer.parseInt(arguments[1]), Integer.parseInt(arguments[2]),
            arguments[3].equals("-") ? null : Path.of(arguments[3]));
        for (Case trial : CASES) {
            bench.run(trial);
        }
    }

    private void run(Case trial) throws IOException, InterruptedException {
        System.out.printf(Locale.ROOT, "%n%-42s %12s %12s %12s%n", trial.name(), "torn/s", "changes/s", "torn/change");
        Map<String, List<Sample>> singles = new LinkedHashMap<>();
        for (int round = 0; round < Math.max(1, pairs(trial) / COMPARED_SHARE); round++) {
            for (JsonNode use : hammer(trial, "each", 2 * time(trial)).at("/stressors")) {
                singles.computeIfAbsent(use.get("name").asString(), key -> new ArrayList<>())
                    .add(Sample.of(use.get("nanos").asLong(), use.get("changes").asLong(), use.get("torn").asLong()));
            }
        }
        singles.forEach(BenchPower::print);
        String best = singles.entrySet().stream()
            .max(Comparator.comparingDouble(entry -> median(entry.getValue(), trial.power()))).orElseThrow().getKey();
        Map<String, List<Sample>> paired = new LinkedHashMap<>();
        for (int round = 0; round < pairs(trial); round++) {
            for (Map.Entry<String, String> contestant : contestants(best).entrySet()) {
                JsonNode result = hammer(trial, contestant.getValue(), time(trial));
                paired.computeIfAbsent(contestant.getKey(), key -> new ArrayList<>())
                    .add(Sample.of(result.at("/elapsedNanos").asLong(), result.at("/counts/changes").asLong(),
                        result.at("/counts/torn").asLong()));
            }
        }
        System.out.printf("  %d pairs; BEST is %s%n", pairs(trial), best);
        paired.forEach(BenchPower::print);
        System.out.printf("  AUTO is %s BEST and %s BARE, medians over pairs%n",
            times(ratio(paired, "BEST", trial)), times(ratio(paired, "BARE", trial)));
        if (jcstress != null && !trial.inside()) {
            jcstress(trial, median(paired.get("AUTO"), trial.power()));
        }
    }

    private static Map<String, String> contestants(String best) {
        Map<String, String> contestants = new LinkedHashMap<>();
        contestants.put("BARE", "none");
        contestants.put("BEST", best);
        contestants.put("AUTO", "auto");
        return contestants;
    }

    private int time(Case trial) {
        return trial.splitLocked() ? millis / 2 : millis;
    }

    private int pairs(Case trial) {
        return trial.splitLocked() ? (pairs + 1) / 2 : pairs;
    }

    private JsonNode hammer(Case trial, String stressor, int duration) throws IOException, InterruptedException {
        List<String> command = List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-jar", jar,
            "--json", "--until=budget", "--changes=1000000000000", "--duration=" + duration + "ms",
            "--write=" + trial.write(), "--read=" + trial.read(), "--offset=" + trial.offset(),
            "--stressor=" + stressor);
        Process process = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
        JsonNode result = JSON.readTree(new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8));
        process.waitFor();
        return result;
    }

    private static void print(String name, List<Sample> samples) {
        System.out.printf(Locale.ROOT, "  %-40s %,12.0f %,12.0f %12.2g%n", name, median(samples, Sample::tornPerSecond),
            median(samples, Sample::changesPerSecond), median(samples, Sample::yield));
    }

    private static double ratio(Map<String, List<Sample>> paired, String other, Case trial) {
        double[] ratios = IntStream.range(0, paired.get("AUTO").size())
            .mapToDouble(i -> trial.power().applyAsDouble(paired.get("AUTO").get(i))
                / trial.power().applyAsDouble(paired.get(other).get(i))).sorted().toArray();
        return ratios[ratios.length / 2];
    }

    private static String times(double ratio) {
        return Double.isFinite(ratio) ? String.format(Locale.ROOT, "%.2f x", ratio) : "no ratio (0) to";
    }

    private static double median(List<Sample> samples, ToDoubleFunction<Sample> what) {
        return samples.stream().mapToDouble(what).sorted().skip(samples.size() / 2).findFirst().orElse(0);
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
        double best = 0;
        for (JsonNode result : JSON.readTree(Files.readString(file)).get("results")) {
            long here = 0;
            for (JsonNode outcome : result.get("outcomes")) {
                here += outcome.get("id").asString().contains("torn") ? outcome.get("count").asLong() : 0;
            }
            torn += here;
            best = Math.max(best, here / (result.get("timeMillis").asLong() * result.get("iterations").asLong() / 1e3));
        }
        System.out.printf(Locale.ROOT, "  jcstress: %,.0f torn in %.0f s of wall time, %,.0f/s; its best fork %,.0f/s;"
            + " AUTO is %s that%n", (double) torn, seconds, torn / seconds, best, times(auto * seconds / torn));
    }
}
