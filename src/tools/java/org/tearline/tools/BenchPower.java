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
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Compares auto with the stressor that tears most alone, with the bare loops and with jcstress. Not thread-safe. */
@Command(name = "bench-power",
    header = "Compares auto with the best stressor, case by case, as a Markdown table.",
    description = {"", "The cases of scripts/soak that tear, and a locked read: the stressor that tears most, its"
        + " torn values per second alone, those of auto in runs next to each in time, and their ratio with an"
        + " interval of its median; the bare loops, and the most tears per change of any stressor. Each run has a"
        + " fresh worker on the same CPUs.", "",
        "Repeats everything on the JDK that TEARLINE_SECOND_JDK names, if it is set. Needs an otherwise idle machine;"
            + " takes some 16 minutes for each JDK, 4 of them of split locks.", ""},
    exitCodeList = {"0:printed", "1:a run failed", "2:wrong usage"})
final class BenchPower implements Callable<Integer> {
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

    private static final Path JAR = Tools.ROOT.resolve("target").resolve("tester.jar");
    private static final Path JCSTRESS = Tools.ROOT.resolve("scripts").resolve("jcstress");
    private static final String SECOND_JDK = System.getenv("TEARLINE_SECOND_JDK");
    private static final int MOST_PAIRS = 1000;
    private static final int MOST_MILLIS = 99_999;

    @Spec
    private CommandSpec command;

    @Option(names = "--pairs", paramLabel = "N", defaultValue = "10", description =
        "Neighbouring pairs of auto and the best for each counting time. Default: ${DEFAULT-VALUE}")
    private String pairsGiven;

    @Option(names = "--millis", paramLabel = "LIST", split = ",", defaultValue = "2000,250", description =
        "Counting times of a run, with commas between; torn values per second are those of the first. The best is"
            + " chosen from 3 separate runs of that length, beside 3 of the bare loops, as long as the last."
            + " Default: ${DEFAULT-VALUE}")
    private List<String> millisGiven;

    @Option(names = "--case", paramLabel = "NAME", description = "Only this case, such as cas/volatile@60.")
    private String only;

    @Option(names = "--jcstress", description = "Runs the same cases under jcstress, too, some 20 s each.")
    private boolean withJcstress;

    private int pairs;
    private List<Integer> millis;
    private Path jdk;

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

    @Override
    public Integer call() throws IOException, InterruptedException {
        pairs = (int) Range.check(command, "--pairs", pairsGiven, 1, MOST_PAIRS);
        millis = millisGiven.stream()
            .map(one -> (int) Range.check(command, "--millis", one, 1, MOST_MILLIS)).toList();
        List<Case> cases = CASES.stream().filter(one -> only == null || one.name().equals(only)).toList();
        if (cases.isEmpty()) {
            throw new ParameterException(command.commandLine(), "--case '" + only + "' is none of "
                + String.join(", ", CASES.stream().map(Case::name).toList()));
        }
        List<Path> jdks = Stream.of(System.getProperty("java.home"), SECOND_JDK).filter(Objects::nonNull)
            .map(Path::of).toList();
        for (Path home : jdks) {
            if (!Files.isExecutable(java(home))) {
                throw new ParameterException(command.commandLine(), "TEARLINE_SECOND_JDK '" + home
                    + "': there is no JDK, no bin/java in it");
            }
        }
        for (Path home : jdks) {
            jdk = home;
            System.out.printf("%nJDK %s%n%n| case | best stressor | alone, torn/s | auto, torn/s |%s bare, torn/s |"
                + " most torn per change | jcstress, torn/s |%n|---|---|---|---|%s---|---|---|%n", jdk,
                millis.stream().map(one -> " auto / best in " + one + " ms |").collect(Collectors.joining()),
                "---|".repeat(millis.size()));
            for (Case trial : cases) {
                run(trial);
            }
        }
        return 0;
    }

    private static Path java(Path home) {
        return home.resolve("bin").resolve("java");
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
            withJcstress ? jcstress(trial) : "not run");
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
        List<String> command = List.of(java(jdk).toString(), "-jar", JAR.toString(),
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
        ProcessBuilder command = new ProcessBuilder(JCSTRESS.toString(), "-t", trial.jcstressTest(), "--one-jvm-mode",
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
