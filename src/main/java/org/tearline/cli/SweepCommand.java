package org.tearline.cli;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.tearline.asm.SweepEvidence;
import org.tearline.engine.Sweep;
import org.tearline.engine.SweepJournal;
import org.tearline.engine.SweepRun;
import org.tearline.memory.MappedFile;
import org.tearline.plan.Geometry;
import org.tearline.plan.Memory;
import org.tearline.plan.OffsetList;
import org.tearline.plan.Processes;
import org.tearline.plan.ReadMode;
import org.tearline.plan.SweepPlan;
import org.tearline.plan.Tier;
import org.tearline.plan.Width;
import org.tearline.plan.WriteMode;
import org.tearline.platform.Machine;
import org.tearline.published.Profile;
import org.tearline.published.ResultFile;
import org.tearline.published.ResultText;
import org.tearline.published.TesterBuild;
import org.tearline.published.WholeFile;
import org.tearline.report.LiveLine;
import org.tearline.report.SubmissionText;
import org.tearline.report.SweepProgress;
import org.tearline.report.SweepText;
import org.tearline.report.page.RunPage;
import org.tearline.result.CellReason;
import org.tearline.submission.Examination;
import org.tearline.submission.Validator;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code tester sweep}: the whole matrix of one machine, into one result file. */
@Command(name = "sweep", sortOptions = false, mixinStandardHelpOptions = true,
    header = "Try every write and read at every offset, and write one result file.",
    description = {
        "", "A journal next to the result file keeps every finished trial, so that --resume can continue a sweep that"
            + " was interrupted. Lists are separated by commas; offsets take ranges such as 0..63,4089..4095. Every"
            + " option can also be given as a system property.", ""},
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {"0:finished", "2:wrong usage",
        "3:controls failed, nothing could be tested, or the file cannot be submitted",
        "4:internal error", "130:interrupted; the journal stays"})
final class SweepCommand implements Callable<Integer> {
    private static final String DEFAULT_PROFILE = "default";

    @Spec
    private CommandSpec spec;

    @Option(names = "--offsets", paramLabel = "LIST",
        description = "Bytes from a page-aligned base. Default: all of the first line and the last 7 of the page,"
            + " 0..63,4089..4095")
    private String offsets;

    @Option(names = {"--memory", "--memories"}, paramLabel = "LIST", split = ",",
        description = "unsafe, direct, bytebuffer, heap, heapview, mapped, segment (from JDK 22 on). Default:"
            + " unsafe,direct; all that this JDK has with --profile wide")
    private List<Memory> memories;

    @Option(names = "--file", paramLabel = "PATH",
        description = "What mapped memory maps: a new file, which is removed at the end, or one of zeros that is large"
            + " enough. Default: a new file in memory")
    private Path file;

    @Option(names = {"--width", "--widths"}, paramLabel = "LIST", split = ",",
        description = "Bytes of a value: 2, 4, 8, or 16, 32, 64: a vector, which has --memory bytebuffer, --write"
            + " plain, --read plain and tier c2, and is tried by these whatever is the default. Default: 8; all that"
            + " this JDK has with --profile wide")
    private List<Width> widths;

    @Option(names = "--processes", paramLabel = "LIST", split = ",",
        description = "1: writer and reader are threads of one process; 2: the reader is in a process of its own,"
            + " for mapped memory only. Default: 1; both with --profile wide")
    private List<Processes> processes;

    @Option(names = "--write", paramLabel = "LIST", split = ",",
        description = "plain, opaque, ordered, volatile, cas, getandset, getandadd, seqlock. Default:"
            + " plain,ordered,volatile,cas; plain,ordered,cas with --profile wide")
    private List<WriteMode> writes;

    @Option(names = "--read", paramLabel = "LIST", split = ",",
        description = "plain, opaque, acquire, volatile, cas, exchange, getandadd, agree, masked, seqlock (with"
            + " the write of that name only). Default: volatile,cas,exchange; volatile,exchange with --profile wide")
    private List<ReadMode> reads;

    @Option(names = "--tier", paramLabel = "TIER", defaultValue = "c2",
        description = "What executes the loops: c2, c1 or interpreter. Default: ${DEFAULT-VALUE}")
    private Tier tier;

    @Option(names = "--profile", paramLabel = "NAME", completionCandidates = Profiles.class, description = {
        "How many changes each cell without a tear gets. quick: 50000, or 2000 where a side locks across a line;"
            + " default: at least 100000, and so many that all aligned cells and all cells inside a line have 10"
            + " million together; across a line 1000000 where one side locks, 100000 where both do; long: the same"
            + " with 10000000 for each; wide: the changes of quick, for every width and memory and for two processes."
            + " Default: " + DEFAULT_PROFILE
            + "; with --resume that of the journal"})
    private String profileName;

    @Option(names = "--max-time", paramLabel = "TIME", defaultValue = "forever", converter = Converters.Nanos.class,
        description = "Start no new trial after this time: 30s, 5m, forever. Default: ${DEFAULT-VALUE}")
    private long maxNanos;

    @Option(names = "--out", paramLabel = "FILE", defaultValue = "tearline-result.json",
        description = "The result file; the journal is FILE.journal. Default: ${DEFAULT-VALUE}")
    private Path out;

    @Option(names = "--resume", defaultValue = "false", description = "Continue from the existing journal.")
    private boolean resume;

    @Option(names = "--dry-run", defaultValue = "false",
        description = "Print what would be tried, how many trials, and an estimate of the time.")
    private boolean dryRun;

    @Option(names = "--no-split-locks", defaultValue = "false",
        description = "Leave out every trial that locks across a line.")
    private boolean noSplitLocks;

    @Option(names = "--verbose", defaultValue = "false",
        description = "Print stack traces of errors.")
    private boolean verbose;

    /** What a shell offers for a profile. */
    static final class Profiles extends ArrayList<String> {
        private static final long serialVersionUID = 1;

        Profiles() {
            super(List.of("quick", DEFAULT_PROFILE, "long", "wide"));
        }
    }

    private final Interruption interruption;
    private final PrintStream stdout;
    private final PrintStream stderr;

    SweepCommand(Interruption interruption, PrintStream stdout, PrintStream stderr) {
        this.interruption = interruption;
        this.stdout = stdout;
        this.stderr = stderr;
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        OutputFile.check(spec, out);
        Machine machine = Machine.live();
        Path journalFile = out.resolveSibling(out.getFileName() + ".journal");
        Profile profile = profile(journalFile);
        SweepPlan plan = plan(profile == Profile.WIDE ? SweepPlan.WIDE : SweepPlan.USUAL, machine.geometry());
        check(plan);
        SweepRun sweep = new SweepRun(machine, plan, profile, !noSplitLocks);
        String estimate = SweepText.sentence(sweep.estimate());
        if (dryRun) {
            stdout.println(sweep.description() + "\n" + estimate);
            return 0;
        }
        try (MappedFile mapped = mapped(plan, machine.geometry())) {
            stderr.println(estimate);
            List<String> doubts = sweep.timeSplitLocks();
            if (interruption.happened()) {
                return ExitCode.INTERRUPTED;
            }
            doubts.forEach(stderr::println);
            try (SweepJournal journal = open(journalFile, sweep.header(TesterBuild.running()))) {
                return run(sweep, plan, mapped == null ? null : mapped.path().toAbsolutePath().toString(), journal,
                    journalFile);
            }
        }
    }

    /** The file that the sweep maps; null if no memory is one. */
    private MappedFile mapped(SweepPlan plan, Geometry geometry) throws IOException {
        return plan.memories().contains(Memory.MAPPED) ? MappedFiles.open(file, geometry, spec.commandLine()) : null;
    }

    private void check(SweepPlan plan) {
        int java = Runtime.version().feature();
        for (Memory memory : plan.memories()) {
            if (memory.problem(java) != null) {
                throw new ParameterException(spec.commandLine(), "--memory " + memory + " " + memory.problem(java));
            }
        }
        plan.widths().stream().filter(Width::isVector).findFirst().ifPresent(this::checkVector);
        if (file != null && !plan.memories().contains(Memory.MAPPED)) {
            throw new ParameterException(spec.commandLine(), "--file " + file + " goes with --memory mapped, not with"
                + " --memory " + plan.memories().stream().map(Memory::toString).collect(Collectors.joining(",")));
        }
    }

    private void checkVector(Width vector) {
        String problem = Vectors.problem(vector, withoutVectors());
        if (problem != null) {
            throw new ParameterException(spec.commandLine(), problem);
        }
    }

    /** The lists that leave out what a vector has; what is the default need not hold it. */
    private List<String> withoutVectors() {
        List<String> wrong = new ArrayList<>();
        without(Memory.BYTEBUFFER, memories).ifPresent(listed -> wrong.add("--memory " + listed));
        without(WriteMode.PLAIN, writes).ifPresent(listed -> wrong.add("--write " + listed));
        without(ReadMode.PLAIN, reads).ifPresent(listed -> wrong.add("--read " + listed));
        without(Processes.ONE, processes).ifPresent(listed -> wrong.add("--processes " + listed));
        if (tier != Tier.C2) {
            wrong.add("--tier " + tier);
        }
        return wrong;
    }

    private static <T> Optional<String> without(T needed, List<T> listed) {
        return listed == null || listed.contains(needed) ? Optional.empty()
            : Optional.of(listed.stream().map(Object::toString).collect(Collectors.joining(",")));
    }

    private int run(SweepRun sweep, SweepPlan plan, String mapped, SweepJournal journal, Path journalFile)
        throws IOException, InterruptedException {
        long trials = sweep.estimate().trials();
        LiveLine live = new LiveLine(stderr, Terminal.columnsOfStderr());
        if (!journal.contents().cells().isEmpty()) {
            stderr.println("goes on behind the trials in " + journalFile);
        }
        Sweep running = sweep.sweep(mapped, journal, new SweepProgress(stderr, live, trials,
            journal.contents().cells()), maxNanos);
        interruption.onInterrupt(running::stop);
        boolean whole = running.run();
        live.clear();
        if (interruption.happened()) {
            stderr.println("interrupted; " + journalFile + " holds " + running.cells().size() + " of " + trials
                + " trials; continue with: " + commandLine());
            return ExitCode.INTERRUPTED;
        }
        if (!whole) {
            stderr.println("time is up; " + running.cells().size() + " of " + trials + " trials are in the result");
        }
        ResultFile file = sweep.result(running, TesterBuild.running(), SweepEvidence.of(plan,
            sweep.geometry(), running.longestStressor(), running.countedVectors()));
        stderr.printf(Locale.ROOT, "locked across a line for %.1f s%n", running.splitLockedNanos() / 1e9);
        ResultText.write(file, out);
        Files.deleteIfExists(journalFile);
        return print(file) ? 0 : ExitCode.NO_VERDICT;
    }

    /** Prints what was found, and whether the file is worth submitting: nobody must be sent to be refused. */
    private boolean print(ResultFile file) throws IOException {
        SweepText text = new SweepText(stdout, Terminal.stdout());
        text.printTable(file);
        text.printStrips(file);
        stdout.flush();
        stderr.println("page: " + RunPage.write(file, out));
        Examination examination = new Validator(Clock.systemUTC()).examine(out.toString(), out);
        if (!examination.valid()) {
            stderr.println("tester: " + out + " cannot be submitted: " + examination.findings().get(0).line());
            return false;
        }
        Optional<CellReason> hindrance = SweepRun.hindrance(file);
        if (hindrance.isPresent()) {
            stderr.println("tester: " + out + " has no verdict, so there is nothing to send: "
                + hindrance.get().sentence() + "; tester show " + out + " prints what it says");
            return false;
        }
        examination.notes().forEach(note -> stderr.println("note: " + note));
        stderr.println("result: " + out + " " + SubmissionText.whatNext(out));
        return true;
    }

    private SweepJournal open(Path journalFile, SweepJournal.Header header) throws IOException {
        try {
            if (resume) {
                return SweepJournal.resume(journalFile, header);
            }
            return SweepJournal.create(journalFile, header);
        } catch (SweepJournal.InUse e) {
            throw new ParameterException(spec.commandLine(), e.getMessage(), e);
        } catch (FileAlreadyExistsException e) {
            throw new ParameterException(spec.commandLine(), journalFile
                + " exists already: continue with --resume, or remove it", e);
        } catch (NoSuchFileException e) {
            throw new ParameterException(spec.commandLine(), resume ? "--resume: there is no journal " + journalFile
                : "--out " + out + ": cannot write there: " + WholeFile.why(e), e);
        } catch (FileSystemException e) {
            throw new ParameterException(spec.commandLine(), "--out " + out + ": cannot write there: "
                + WholeFile.why(e), e);
        }
    }

    /** What was asked for; what was not is as in another plan. */
    private SweepPlan plan(SweepPlan unless, Geometry geometry) {
        List<Width> chosen = widths != null ? widths : unless.widths().stream()
            .filter(width -> !width.isVector() || withoutVectors().isEmpty()).toList();
        int max = chosen.stream().mapToInt(geometry::maxOffset).min().orElseThrow();
        return new SweepPlan(memories != null ? memories : unless.memories(), chosen,
            processes != null ? processes : unless.processes(), writes != null ? writes : unless.writes(),
            reads != null ? reads : unless.reads(), offsets != null ? offsets(max) : OffsetList.usual(geometry), tier);
    }

    private List<Integer> offsets(int max) {
        try {
            return OffsetList.parse(offsets, max);
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), "Invalid value for option '--offsets': " + e.getMessage(),
                e);
        }
    }

    /** The profile that was named; else that of the journal that is there; else the default one. */
    private Profile profile(Path journalFile) throws IOException {
        if (profileName == null) {
            return Profile.named(resume && Files.exists(journalFile)
                ? SweepJournal.profile(journalFile).orElse(DEFAULT_PROFILE) : DEFAULT_PROFILE).orElseThrow(() ->
                new IOException(journalFile + " is the journal of a sweep with a profile that is not known here"));
        }
        return Profile.named(profileName).orElseThrow(() -> new ParameterException(spec.commandLine(),
            "Invalid value for option '--profile': '" + profileName + "' is none of quick, default, long, wide"));
    }

    /** What was typed, with the properties that stood for options, and --resume: to be copied into a shell. */
    private String commandLine() {
        List<String> words = new ArrayList<>(List.of("java"));
        spec.options().stream().flatMap(PropertyDefaults::names)
            .filter(name -> System.getProperty(name) != null)
            .forEach(name -> words.add("-D" + name + "=" + System.getProperty(name)));
        words.addAll(List.of("-jar", System.getProperty("java.class.path")));
        words.addAll(spec.root().commandLine().getParseResult().originalArgs());
        if (!resume) {
            words.add("--resume");
        }
        return words.stream().map(SubmissionText::quoted).collect(Collectors.joining(" "));
    }
}
