// SPDX-License-Identifier: Apache-2.0
package org.tearline.bench;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.openjdk.jmh.util.Version;
import org.tearline.bench.machine.Cpus;
import org.tearline.bench.machine.Pinning;
import org.tearline.bench.plan.Plan;
import org.tearline.bench.plan.Profile;
import org.tearline.bench.plan.Run;
import org.tearline.bench.plan.Setting;
import org.tearline.bench.report.Report;
import org.tearline.bench.result.Assembly;
import org.tearline.bench.result.Costs;
import org.tearline.bench.result.CostsFile;
import org.tearline.bench.result.Group;
import org.tearline.bench.result.Judging;
import org.tearline.bench.result.Question;
import org.tearline.bench.result.StepResult;

/**
 * Command: measures what misaligned and falsely shared values cost. scripts/bench-costs is the way to call it; its help
 * says what the options are. Single-threaded but for the benchmarks.
 */
public final class Main {
    private static final int WRONG_USAGE = 2;
    private static final int FAULTY = 1;
    /** Of the cells of the grid that must agree with a native loop: a neighbour may spoil a few. */
    private static final double MOST = 0.9;

    private static final String HELP = """
        Measures what misaligned and falsely shared values cost. scripts/bench-costs is the way to call it: it adds the
        flags that the JVM needs, the native loops and the names of the files.

            java -jar bench.jar --work FOLDER --out FILE [OPTION...]    measure
            java -jar bench.jar show FILE                               print the tables of a file again
            java -jar bench.jar check FILE                              hold a file to its schema
            java -jar bench.jar -l                                      list the groups of measurements

        Options
          --profile quick|full|smoke  how long (default quick)
          --work FOLDER               where the parts of a run are kept, so that an ended one can go on
          --out FILE                  where the result goes
          --only LIST                 some groups, with commas between
          --no-split-locks            leave out locked operations across a line
          --fresh                     start again
          --estimate                  print how long it takes and stop
          --native FILE               the native loops, compiled
          --tester JAR                the tester, asked which remedies are right here
          --help, -h                  print this and stop

        Exit codes: 0 measured, 1 a file does not keep its schema or the native loops disagree, 2 wrong usage.
        """;

    private final PrintStream out;
    private final PrintStream err;
    private Profile profile = Profile.QUICK;
    private Path work;
    private Path file;
    private Path nativeLoop;
    private Path tester;
    private boolean splitLocks = true;
    private boolean fresh;
    private boolean estimate;
    private final Set<String> only = new TreeSet<>();

    Main(PrintStream out, PrintStream err) {
        this.out = out;
        this.err = err;
    }

    public static void main(String[] args) {
        System.exit(new Main(new PrintStream(System.out, false, StandardCharsets.UTF_8), System.err)
            .run(List.of(args)));
    }

    /** Returns the exit code. */
    int run(List<String> args) {
        if (args.isEmpty() || args.contains("--help") || args.contains("-h")) {
            out.print(HELP);
            out.flush();
            return args.isEmpty() ? WRONG_USAGE : 0;
        }
        if (args.equals(List.of("-l"))) {
            Stream.of(Question.values()).forEach(group -> out.printf("%-16s %s%n", group.id(), group.title()));
            out.flush();
            return 0;
        }
        try {
            int code = args.size() == 2 && args.get(0).equals("show") ? show(Path.of(args.get(1)))
                : args.size() == 2 && args.get(0).equals("check") ? check(Path.of(args.get(1))) : measure(args);
            out.flush();
            return code;
        } catch (IllegalArgumentException | IOException e) {
            err.println("bench-costs: " + (e instanceof IOException ? e.toString() : e.getMessage()));
            return WRONG_USAGE;
        }
    }

    private int show(Path costs) throws IOException {
        out.print(Report.text(CostsFile.read(costs)));
        return 0;
    }

    private int check(Path costs) throws IOException {
        List<String> faults = CostsFile.faults(costs);
        faults.forEach(fault -> err.println("bench-costs: " + costs + " " + fault));
        return faults.isEmpty() ? 0 : FAULTY;
    }

    private int measure(List<String> args) throws IOException {
        parse(args);
        int cpus = Cpus.inOrder().size();
        Setting setting = Setting.here(profile, cpus, splitLocks, nativeLoop, tester);
        Plan plan = Plan.of(setting, only);
        if (estimate) {
            err.printf(Locale.ROOT, "about %.0f s%n", plan.seconds());
            return 0;
        }
        if (work == null || file == null) {
            throw new IllegalArgumentException("--work and --out are wanted");
        }
        if (fresh) {
            Run.forget(work);
        }
        Run run = Run.in(work, sameness(), err);
        List<StepResult> results = run.all(plan);
        List<Group> groups = Assembly.groups(results);
        Costs costs = new Costs(Costs.FORMAT, Costs.FORMAT_VERSION, profile.name(), jmhVersion(),
            Costs.JvmName.here(), new Costs.Conditions(cpus, canPin(), setting.caches().lineBytes()), groups,
            Judging.remedies(groups, all(results, StepResult::verdicts), tester != null && profile != Profile.SMOKE),
            all(results, StepResult::layouts), Judging.agreement(groups));
        CostsFile.write(costs, file);
        Run.forget(work);
        out.print(Report.text(costs));
        // A row that this machine cannot have is left out by name; a smoke run is to find the one that broke.
        boolean broken = profile == Profile.SMOKE && !run.failed().isEmpty();
        return broken || !agrees(costs.agreement()) ? FAULTY : check(file);
    }

    /** Returns what all passes found, once: later passes find the same. */
    private static <T> List<T> all(List<StepResult> results, Function<StepResult, List<T>> part) {
        return results.stream().flatMap(result -> part.apply(result).stream()).distinct().toList();
    }

    /** Returns the times of a smoke run mean nothing, so they need not agree. */
    private boolean agrees(Costs.Agreement agreement) {
        if (profile == Profile.SMOKE || agreement == null || agreement.reason() != null) {
            return true;
        }
        boolean agrees = agreement.within20Percent() >= agreement.cells() * MOST;
        if (!agrees) {
            err.printf("bench-costs: %d of %d cells agree with the native loop: was the machine idle?%n",
                agreement.within20Percent(), agreement.cells());
        }
        return agrees;
    }

    private void parse(List<String> args) {
        for (int i = 0; i < args.size(); i++) {
            String option = args.get(i);
            switch (option) {
                case "--no-split-locks" -> splitLocks = false;
                case "--fresh" -> fresh = true;
                case "--estimate" -> estimate = true;
                default -> {
                    if (i + 1 == args.size()) {
                        throw new IllegalArgumentException("'" + option
                            + "' is no option, or wants a value; --help lists them");
                    }
                    set(option, args.get(++i));
                }
            }
        }
    }

    private void set(String option, String value) {
        switch (option) {
            case "--profile" -> profile = Profile.named(value);
            case "--work" -> work = Path.of(value);
            case "--out" -> file = Path.of(value).toAbsolutePath();
            case "--native" -> nativeLoop = Path.of(value);
            case "--tester" -> tester = Path.of(value);
            case "--only" -> {
                // An empty list would be all of them.
                if (value.isBlank()) {
                    throw new IllegalArgumentException("--only '" + value + "': want some of " + Stream.of(
                        Question.values()).map(Question::id).collect(Collectors.joining(", ")));
                }
                only.addAll(List.of(value.split(",")));
            }
            default -> throw new IllegalArgumentException("'" + option + "' is no option; --help lists them");
        }
    }

    /** Returns what must not change between the parts of a run. */
    private String sameness() throws IOException {
        Path jar = Path.of(System.getProperty("java.class.path"));
        return profile.name() + (splitLocks ? "" : " without split locks") + ", "
            + System.getProperty("java.vm.version") + ", jar of "
            + (Files.isRegularFile(jar) ? Files.getLastModifiedTime(jar).toString() : "classes");
    }

    private static String jmhVersion() {
        // "JMH 1.37 (released 1193d ago)"
        return Version.getVersion().replaceAll("^JMH ([0-9.]+).*", "$1");
    }

    /** Returns whether pinning works here, tried by a thread that is not needed any more. */
    private static boolean canPin() {
        FutureTask<Boolean> trial = new FutureTask<>(() -> Pinning.pin(0));
        new Thread(trial, "pinning").start();
        try {
            return trial.get();
        } catch (InterruptedException | ExecutionException e) {
            return false;
        }
    }
}
