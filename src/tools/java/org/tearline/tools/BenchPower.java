// SPDX-License-Identifier: Apache-2.0
package org.tearline.tools;

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
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Compares auto with the most effective single stressors and with bare loops, and its first tear with that of other
 * programs. Not thread-safe.
 */
@Command(name = "bench-power",
    header = "Prints Markdown tables that compare auto with the best stressors and with other programs.",
    description = {"", "For most tearing cases of scripts/soak and for a locked read, prints the three stressors with"
        + " the most torn values per second, the rate of the best, the ratio of auto to the best in adjacent runs, and"
        + " the rate of bare loops. Each run uses a new worker on the same CPUs.", "",
        "Then prints the time to the first tear in ms, as median, 90th percentile and longest: the tester's, that of a"
        + " loop in C on the same CPUs, and that of a program like the one of 2013. Here, none means none in a second.",
        "", "Needs an otherwise idle machine. Takes about 16 minutes, with split locks for 4 of them.", ""},
    exitCodeList = {"0:printed", "1:a run failed", "2:wrong usage"})
final class BenchPower implements Callable<Integer> {
    /** Write, read, offset: most tearing cases of scripts/soak, and a locked read. */
    private static final List<List<String>> CASES = List.of(List.of("ordered", "volatile", "57"),
        List.of("ordered", "volatile", "60"), List.of("ordered", "volatile", "63"),
        List.of("ordered", "volatile", "4092"), List.of("volatile", "volatile", "60"), List.of("cas", "volatile", "60"),
        List.of("cas", "volatile", "4092"), List.of("ordered", "exchange", "60"));
    /** Number of runs that compare all stressors. */
    private static final int COMPARISONS = 3;
    private static final int BEST = 3;
    private static final int MOST_PAIRS = 1000;
    private static final int MOST_MILLIS = 99_999;

    @Spec
    private CommandSpec command;

    @Option(names = "--pairs", paramLabel = "N", defaultValue = "6",
        description = "Number of pairs of a run with auto and one with the best stressor. Default: ${DEFAULT-VALUE}")
    private String pairsGiven;

    @Option(names = "--millis", paramLabel = "N", defaultValue = "2000",
        description = "Duration of a run in milliseconds. Default: ${DEFAULT-VALUE}")
    private String millisGiven;

    @Option(names = "--first", paramLabel = "N", defaultValue = "30",
        description = "Number of runs of each program to its first tear; 0 for none. Default: ${DEFAULT-VALUE}")
    private String firstGiven;

    @Option(names = "--case", paramLabel = "NAME", description = "Run only this case, such as cas/volatile@60.")
    private String only;

    @Override
    public Integer call() throws IOException, InterruptedException {
        int pairs = (int) Tools.number(command, "--pairs", pairsGiven, 1, MOST_PAIRS);
        int millis = (int) Tools.number(command, "--millis", millisGiven, 1, MOST_MILLIS);
        int first = (int) Tools.number(command, "--first", firstGiven, 0, MOST_PAIRS);
        List<List<String>> cases = CASES.stream().filter(trial -> only == null || name(trial).equals(only)).toList();
        if (cases.isEmpty()) {
            throw new ParameterException(command.commandLine(), "--case '" + only + "': give one of "
                + String.join(", ", CASES.stream().map(BenchPower::name).toList()));
        }
        System.out.println("JDK " + Runtime.version() + "\n\n| case | best stressors | torn/s of the first |"
            + " auto / first | bare, torn/s |\n|---|---|---|---|---|");
        for (List<String> trial : cases) {
            compare(trial, pairs, millis);
        }
        if (first > 0) {
            compareFirst(cases, first);
        }
        return 0;
    }

    private static void compareFirst(List<List<String>> cases, int runs) throws IOException, InterruptedException {
        Path folder = Files.createTempDirectory("bench-power");
        try {
            Path nativeLoop = FirstTear.compile(folder);
            System.out.println("\n| case | first tear in ms: tester | loop in C | program of 2013 |\n"
                + "|---|---|---|---|");
            for (List<String> trial : cases) {
                System.out.println("| " + name(trial) + " | " + new FirstTear(trial, nativeLoop).row(runs) + " |");
            }
        } finally {
            Tools.delete(folder);
        }
    }

    private static String name(List<String> trial) {
        return trial.get(0) + "/" + trial.get(1) + "@" + trial.get(2);
    }

    private static void compare(List<String> trial, int pairs, int millis) throws IOException, InterruptedException {
        Map<String, List<Double>> alone = new LinkedHashMap<>();
        for (int i = 0; i < COMPARISONS; i++) {
            for (JsonNode use : run(trial, "each", wholeTime(millis)).at("/stressors")) {
                alone.computeIfAbsent(use.get("name").asString(), key -> new ArrayList<>())
                    .add(rate(use.get("torn").asLong(), use.get("nanos").asLong()));
            }
        }
        List<String> best = alone.keySet().stream().sorted(Comparator.comparingDouble((String stressor) ->
            median(alone.get(stressor))).reversed()).limit(BEST).toList();
        List<Double> firsts = new ArrayList<>();
        List<Double> autos = new ArrayList<>();
        for (int i = 0; i < pairs; i++) {
            // Alternates the order, so that a slow phase of the host affects both stressors.
            if (i % 2 == 0) {
                autos.add(torn(trial, "auto", millis));
            }
            firsts.add(torn(trial, best.get(0), millis));
            if (i % 2 != 0) {
                autos.add(torn(trial, "auto", millis));
            }
        }
        List<Double> ratios = IntStream.range(0, pairs).mapToObj(i -> autos.get(i) / firsts.get(i)).sorted().toList();
        System.out.printf(Locale.ROOT, "| %s | %s | %,.0f | %.2f (%.2f to %.2f) | %,.0f |%n", name(trial),
            best.stream().collect(Collectors.joining("`, `", "`", "`")), median(firsts), median(ratios), ratios.get(0),
            ratios.get(pairs - 1), torn(trial, "none", millis));
    }

    private static double torn(List<String> trial, String stressor, int millis) throws IOException,
        InterruptedException {
        JsonNode result = run(trial, stressor, wholeTime(millis));
        return rate(result.at("/counts/torn").asLong(), result.at("/elapsedNanos").asLong());
    }

    private static double rate(long torn, long nanos) {
        return torn * 1e9 / Math.max(1, nanos);
    }

    private static List<String> wholeTime(int millis) {
        return List.of("--until=budget", "--changes=1000000000000", "--duration=" + millis + "ms");
    }

    static JsonNode run(List<String> trial, String stressor, List<String> options) throws IOException,
        InterruptedException {
        List<String> run = new ArrayList<>(List.of(System.getProperty("java.home") + "/bin/java", "-jar",
            Tools.ROOT.resolve("target/tester.jar").toString(), "--json", "--write=" + trial.get(0),
            "--read=" + trial.get(1), "--offset=" + trial.get(2), "--stressor=" + stressor));
        run.addAll(options);
        Process process = new ProcessBuilder(run).redirectError(ProcessBuilder.Redirect.INHERIT).start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        process.waitFor();
        return JsonMapper.shared().readTree(output);
    }

    private static double median(List<Double> some) {
        return some.stream().mapToDouble(Double::doubleValue).sorted().skip(some.size() / 2).findFirst().orElse(0);
    }
}
