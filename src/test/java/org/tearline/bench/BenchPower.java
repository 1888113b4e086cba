// SPDX-License-Identifier: Apache-2.0
package org.tearline.bench;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Compares auto with the stressor that tears most alone, and with the bare loops, and runs the same case under
 * jcstress: the program behind scripts/bench-power. Not thread-safe.
 */
final class BenchPower {
    private static final JsonMapper JSON = JsonMapper.shared();
    /** Those of scripts/soak that tear, and a locked read. */
    private static final List<Case> CASES = List.of(new Case("ordered", "volatile", 57),
        new Case("ordered", "volatile", 60), new Case("ordered", "volatile", 63), new Case("ordered", "volatile", 4092),
        new Case("volatile", "volatile", 57), new Case("volatile", "volatile", 60),
        new Case("volatile", "volatile", 63), new Case("volatile", "volatile", 4092),
        new Case("cas", "volatile", 60), new Case("cas", "volatile", 4092), new Case("ordered", "exchange", 60));
    /** Separate runs in which all stressors are compared, and as many of the bare loops. */
    private static final int COMPARISONS = 3;
    private static final double CONFIDENCE = 0.95;

    private final String jar;
    private final Path jdk;
    private final int pairs;
    private final List<Integer> millis;
    private final Path jcstress;

    private BenchPower(String jar, Path jdk, int pairs, List<Integer> millis, Path jcstress) {
        this.jar = jar;
        this.jdk = jdk;
        this.pairs = pairs;
        this.millis = millis;
        this.jcstress = jcstress;
    }

    /** One write and read at one offset. */
    private record Case(String write, String read, int offset) {
        String name() {
            return write + "/" + read + "@" + offset;
        }

        /** The jcstress test of the same case; it has one offset of each class. */
        String jcstressTest() {
            return "UnsafeAddress\\." + (offset == 4092 ? "PageCrossing" : "LineCrossing") + "\\."
                + capitalized(write) + capitalized(read) + "$";
        }

        private static String capitalized(String mode) {
            return mode.substring(0, 1).toUpperCase(Locale.ROOT) + mode.substring(1);
        }
    }

    /** Tears per second and per change of one stretch. */
    private record Sample(double tornPerSecond, double yield) {
        static Sample of(long nanos, long changes, long torn) {
            return new Sample(torn * 1e9 / Math.max(1, nanos), changes == 0 ? 0 : (double) torn / changes);
        }
    }

    /** Runs of auto and of the best stressor, those of the same index next to each other in time. */
    private record Pairs(List<Sample> autos, List<Sample> bests) {
        double[] ratios() {
            return IntStream.range(0, autos.size())
                .mapToDouble(i -> autos.get(i).tornPerSecond() / bests.get(i).tornPerSecond()).sorted().toArray();
        }
    }

    /**
     * Arguments: the jar, the pairs, the milliseconds of their runs with commas between, the script of jcstress or "-",
     * a case or "-", JDKs.
     */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        List<Case> cases = CASES.stream()
            .filter(one -> arguments[4].equals("-") || one.name().equals(arguments[4])).toList();
        if (cases.isEmpty()) {
            System.err.println("bench-power: no case " + arguments[4] + "; there are "
                + String.join(", ", CASES.stream().map(Case::name).toList()));
            System.exit(2);
        }
        List<Integer> millis = Arrays.stream(arguments[2].split(",")).map(Integer::valueOf).toList();
        for (int i = 5; i < arguments.length; i++) {
            System.out.printf("%nJDK %s%n%n| case | best stressor | alone, torn/s | auto, torn/s |%s bare, torn/s |"
                + " most torn per change | jcstress, torn/s |%n|---|---|---|---|%s---|---|---|%n", arguments[i],
                millis.stream().map(one -> " auto / best in " + one + " ms |").collect(Collectors.joining()),
                "---|".repeat(millis.size()));
            for (Case trial : cases) {
                new BenchPower(arguments[0], Path.of(arguments[i]), Integer.parseInt(arguments[1]), millis,
                    arguments[3].equals("-") ? null : Path.of(arguments[3])).run(trial);
            }
        }
    }

    private void run(Case trial) throws IOException, InterruptedException {
        Map<String, List<Sample>> singles = new LinkedHashMap<>();
        List<Sample> bare = new ArrayList<>();
        for (int i = 0; i < COMPARISONS; i++) {
            for (JsonNode use : hammer(trial, "each", millis.get(0)).at("/stressors")) {
                singles.computeIfAbsent(use.get("name").asString(), key -> new ArrayList<>())
                    .add(Sample.of(use.get("nanos").asLong(), use.get("changes").asLong(), use.get("torn").asLong()));
            }
            bare.add(sample(trial, "none", millis.get(millis.size() - 1)));
        }
        String best = highest(singles, Sample::tornPerSecond);
        String surest = highest(singles, Sample::yield);
        List<Pairs> pairsByMillis = new ArrayList<>();
        for (int each : millis) {
            pairsByMillis.add(pairs(trial, best, each));
        }
        System.out.printf(Locale.ROOT, "| %s | `%s` | %,.0f | %,.0f | %s | %,.0f | %.2g, `%s` | %s |%n", trial.name(),
            best, median(pairsByMillis.get(0).bests(), Sample::tornPerSecond),
            median(pairsByMillis.get(0).autos(), Sample::tornPerSecond),
            pairsByMillis.stream().map(all -> withInterval(all.ratios())).collect(Collectors.joining(" | ")),
            median(bare, Sample::tornPerSecond), median(singles.get(surest), Sample::yield), surest,
            jcstress == null ? "not run" : jcstress(trial));
    }

    private Pairs pairs(Case trial, String best, int each) throws IOException, InterruptedException {
        Pairs all = new Pairs(new ArrayList<>(), new ArrayList<>());
        for (int i = 0; i < pairs; i++) {
            // Which of a pair is first alternates, so that a host that slows down favours neither.
            if (i % 2 == 0) {
                all.autos().add(sample(trial, "auto", each));
                all.bests().add(sample(trial, best, each));
            } else {
                all.bests().add(sample(trial, best, each));
                all.autos().add(sample(trial, "auto", each));
            }
        }
        return all;
    }

    /** The median, and the ranks between which it is with the confidence given, or the extremes with what they have. */
    private static String withInterval(double[] sorted) {
        int n = sorted.length;
        int outside = 0;
        while (2 * (outside + 1) < n && 1 - 2 * below(n, outside + 1) >= CONFIDENCE) {
            outside++;
        }
        return String.format(Locale.ROOT, "%.2f (%.2f to %.2f, %.0f %% by %d pairs)",
            (sorted[n / 2] + sorted[(n - 1) / 2]) / 2, sorted[outside], sorted[n - 1 - outside],
            100 * (1 - 2 * below(n, outside)), n);
    }

    /** How likely it is that at most so many of n values are below their common median. */
    private static double below(int n, int most) {
        double term = Math.pow(2, -n);
        double sum = term;
        for (int i = 1; i <= most; i++) {
            term *= (double) (n - i + 1) / i;
            sum += term;
        }
        return sum;
    }

    private static String highest(Map<String, List<Sample>> singles, ToDoubleFunction<Sample> what) {
        return singles.entrySet().stream().max(Comparator.comparingDouble(entry -> median(entry.getValue(), what)))
            .orElseThrow().getKey();
    }

    private Sample sample(Case trial, String stressor, int each) throws IOException, InterruptedException {
        JsonNode result = hammer(trial, stressor, each);
        return Sample.of(result.at("/elapsedNanos").asLong(), result.at("/counts/changes").asLong(),
            result.at("/counts/torn").asLong());
    }

    private JsonNode hammer(Case trial, String stressor, int duration) throws IOException, InterruptedException {
        List<String> command = List.of(jdk.resolve("bin").resolve("java").toString(), "-jar", jar,
            "--json", "--until=budget", "--changes=1000000000000", "--duration=" + duration + "ms",
            "--write=" + trial.write(), "--read=" + trial.read(), "--offset=" + trial.offset(),
            "--stressor=" + stressor);
        Process process = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
        JsonNode result = JSON.readTree(new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8));
        process.waitFor();
        return result;
    }

    private static double median(List<Sample> samples, ToDoubleFunction<Sample> what) {
        return samples.stream().mapToDouble(what).sorted().skip(samples.size() / 2).findFirst().orElse(0);
    }

    /** The tears per second of the test's best fork. */
    private String jcstress(Case trial) throws IOException, InterruptedException {
        Path folder = Files.createTempDirectory("bench-power").resolve("report");
        ProcessBuilder command = new ProcessBuilder(jcstress.toString(), "-t", trial.jcstressTest(), "--one-jvm-mode",
            "--time", "200", "--out", folder.toString()).redirectErrorStream(true);
        command.environment().put("JAVA_HOME", jdk.toString());
        Process process = command.start();
        process.getInputStream().readAllBytes();
        process.waitFor();
        Path file = folder.resolve("results.json");
        if (!Files.exists(file)) {
            return "no such test, or it did not run";
        }
        double best = 0;
        for (JsonNode result : JSON.readTree(Files.readString(file)).get("results")) {
            long torn = 0;
            for (JsonNode outcome : result.get("outcomes")) {
                torn += outcome.get("id").asString().contains("torn") ? outcome.get("count").asLong() : 0;
            }
            best = Math.max(best, torn / (result.get("timeMillis").asLong() * result.get("iterations").asLong() / 1e3));
        }
        return String.format(Locale.ROOT, "%,.0f", best);
    }
}
