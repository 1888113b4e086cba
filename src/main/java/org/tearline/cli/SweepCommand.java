package org.tearline.cli;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.LocalDate;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.Callable;
import org.tearline.engine.SplitLockTrial;
import org.tearline.engine.Sweep;
import org.tearline.engine.SweepJournal;
import org.tearline.engine.WorkerFlags;
import org.tearline.plan.Geometry;
import org.tearline.plan.Memory;
import org.tearline.plan.PlacementClass;
import org.tearline.plan.ReadMode;
import org.tearline.plan.SplitLocks;
import org.tearline.plan.SweepPlan;
import org.tearline.plan.ThreadCpus;
import org.tearline.plan.Tier;
import org.tearline.plan.Width;
import org.tearline.plan.WriteMode;
import org.tearline.platform.Kernel;
import org.tearline.platform.Platform;
import org.tearline.platform.Probe;
import org.tearline.platform.Proximity;
import org.tearline.platform.SplitLockCost;
import org.tearline.platform.SplitLockPolicy;
import org.tearline.published.Environment;
import org.tearline.published.Kind;
import org.tearline.published.Pinning;
import org.tearline.published.PlacementRecord;
import org.tearline.published.Profile;
import org.tearline.published.PublishedMachine;
import org.tearline.published.ResultFile;
import org.tearline.published.ResultText;
import org.tearline.published.Silences;
import org.tearline.published.SweepAssembly;
import org.tearline.report.SweepText;
import org.tearline.report.page.RunPage;
import org.tearline.submission.Examination;
import org.tearline.submission.Validator;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code tester sweep}: the whole matrix of one machine, into one result file. */
@Command(name = "sweep", sortOptions = false, mixinStandardHelpOptions = true,
    header = "Try every write and read at every offset, and leave one result file.",
    description = {
        "", "Every finished trial is kept in a journal beside the result file, so that a sweep that was cut off can go"
            + " on with --resume. Lists are separated by commas; offsets take ranges such as 0..63,4089..4095. Every"
            + " option can be given as a system property too.", ""},
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {"0:finished", "2:wrong usage",
        "3:controls failed, nothing could be tested, or the file is not fit to submit",
        "4:internal error", "130:interrupted; the journal stays"})
final class SweepCommand implements Callable<Integer> {
    private static final int BEFORE_PAGE_END = 7;

    @Spec
    private CommandSpec spec;

    @Option(names = "--offsets", paramLabel = "LIST", converter = Offsets.class,
        description = "Bytes from a page-aligned base. Default: all of the first line and the last 7 of the page,"
            + " 0..63,4089..4095")
    private List<Integer> offsets;

    @Option(names = "--memory", paramLabel = "LIST", split = ",", defaultValue = "unsafe,direct",
        description = "unsafe, direct, bytebuffer. Default: ${DEFAULT-VALUE}")
    private List<Memory> memories;

    @Option(names = "--write", paramLabel = "LIST", split = ",", defaultValue = "plain,ordered,volatile,cas",
        description = "plain, opaque, ordered, volatile, cas, getandset, getandadd. Default: ${DEFAULT-VALUE}")
    private List<WriteMode> writes;

    @Option(names = "--read", paramLabel = "LIST", split = ",", defaultValue = "volatile,cas,exchange",
        description = "plain, opaque, acquire, volatile, cas, exchange, getandadd. Default: ${DEFAULT-VALUE}")
    private List<ReadMode> reads;

    @Option(names = "--tier", paramLabel = "TIER", defaultValue = "c2",
        description = "What executes the loops: c2, c1 or interpreter. Default: ${DEFAULT-VALUE}")
    private Tier tier;

    @Option(names = "--profile", paramLabel = "NAME", defaultValue = "default", description = {
        "Changes that each cell without a tear gets. quick: 50000, 2000 where a side locks across a line; default:"
            + " 100000 and more, so that all aligned ones and all inside a line have 10 million together, 1000000 where"
            + " one side locks across a line, 100000 where both do; long: the same with 10000000 for each."
            + " Default: ${DEFAULT-VALUE}"})
    private String profileName;

    @Option(names = "--max-time", paramLabel = "TIME", defaultValue = "forever", converter = Converters.Nanos.class,
        description = "Start no further trial after so long: 30s, 5m, forever. Default: ${DEFAULT-VALUE}")
    private long maxNanos;

    @Option(names = "--out", paramLabel = "FILE", defaultValue = "tearline-result.json",
        description = "The result file; the journal is FILE.journal. Default: ${DEFAULT-VALUE}")
    private Path out;

    @Option(names = "--resume", defaultValue = "false", description = "Go on with the journal that is there.")
    private boolean resume;

    @Option(names = "--dry-run", defaultValue = "false",
        description = "Print what would be tried, how many trials, and an estimate of the time.")
    private boolean dryRun;

    @Option(names = "--no-split-locks", defaultValue = "false",
        description = "Leave out every trial that locks across a line.")
    private boolean noSplitLocks;

    @Option(names = "--verbose", defaultValue = "false",
        description = "Print the grid of all offsets at the end, and stack traces of errors.")
    private boolean verbose;

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
        Kernel kernel = Kernel.live();
        Platform platform = Platform.of(kernel);
        Probe probe = new Probe(kernel, true);
        Geometry geometry = new Geometry(platform.lineBytes(), platform.pageBytes());
        SweepPlan plan = plan(geometry);
        Profile profile = profile();
        Map<PlacementClass, ThreadCpus> placements = placements(probe);
        SweepEstimate estimate = SweepEstimate.of(plan, profile, platform.rules(), !noSplitLocks, placements.size());
        if (dryRun) {
            stdout.println(describe(plan, placements) + "\n" + estimate.sentence());
            return 0;
        }
        stderr.println(estimate.sentence());
        SplitLockCost cost = !platform.rules().hasSplitLocks() || noSplitLocks ? SplitLockCost.notTimed("not asked for")
            : SplitLockTrial.run(geometry, SplitLockPolicy.of(kernel));
        SplitLocks splitLocks = noSplitLocks && platform.rules().hasSplitLocks() ? SplitLocks.FORBIDDEN_BY_USER
            : SplitLockTrial.permitted(cost);
        if (interruption.happened()) {
            return ExitCode.INTERRUPTED;
        }
        if (platform.rules().hasSplitLocks() && !noSplitLocks && cost.reason() != null) {
            stderr.println("split locks were not timed: " + cost.reason());
        }
        if (!splitLocks.allowed() && !noSplitLocks) {
            stderr.println("split locks: " + splitLocks.cause());
        }
        return sweep(plan, profile, placements, platform, probe, cost, splitLocks, estimate.trials());
    }

    private int sweep(SweepPlan plan, Profile profile, Map<PlacementClass, ThreadCpus> placements, Platform platform,
                      Probe probe, SplitLockCost cost, SplitLocks splitLocks, long trials)
        throws IOException, InterruptedException {
        Path journalFile = out.resolveSibling(out.getFileName() + ".journal");
        try (SweepJournal journal = open(journalFile, new SweepJournal.Header(describe(plan, placements) + ", profile "
            + profile.name(), machine(platform, probe), platform.jvm() + " " + Runtime.version(),
            Version.build().toString()))) {
            SweepProgress progress = new SweepProgress(stderr, trials, journal.contents().cells());
            long deadline = maxNanos == Long.MAX_VALUE ? Long.MAX_VALUE : System.nanoTime() + maxNanos;
            Sweep sweep = new Sweep(plan, profile, placements, platform, splitLocks, journal, progress, deadline);
            interruption.onInterrupt(sweep::stop);
            boolean whole = sweep.run();
            progress.end();
            if (interruption.happened()) {
                stderr.println("interrupted; " + journalFile + " holds " + sweep.cells().size() + " of " + trials
                    + " trials, go on with --resume");
                return ExitCode.INTERRUPTED;
            }
            if (!whole) {
                stderr.println("time is up; " + sweep.cells().size() + " of " + trials + " trials are in the result");
            }
            Geometry geometry = new Geometry(platform.lineBytes(), platform.pageBytes());
            boolean pinned = placements.values().stream().allMatch(ThreadCpus::pinned);
            boolean held = pinned && sweep.cells().stream().filter(cell -> cell.counts().reads() > 0)
                .allMatch(cell -> cell.pinned());
            Environment environment = PublishedMachine.of(probe, platform, cost, new Pinning(pinned, held),
                WorkerFlags.of(plan.tier()));
            List<PlacementRecord> records = SweepAssembly.placements(sweep.cells(), sweep.controls());
            ResultFile file = ResultFile.unsealed(Kind.SWEEP, LocalDate.now(Clock.systemUTC()),
                UUID.randomUUID().toString().replace("-", ""), Version.build(),
                environment, profile, records, Silences.noted(SweepAssembly.series(sweep.cells(), sweep.controls(),
                    geometry), profile, environment, records), SweepEvidence.of(plan, geometry)).sealed();
            stderr.printf(Locale.ROOT, "locked across a line for %.1f s%n", sweep.splitLockedNanos() / 1e9);
            ResultText.write(file, out);
            Files.deleteIfExists(journalFile);
            boolean fit = print(file);
            return fit && hasVerdict(file) ? 0 : ExitCode.NO_VERDICT;
        }
    }

    /** Prints what was found, and whether the file may be submitted: a sweep must not send anybody to be refused. */
    private boolean print(ResultFile file) throws IOException {
        SweepText text = new SweepText(stdout, Terminal.colourOnStdout());
        text.printTable(file);
        if (verbose) {
            text.printGrid(file);
        }
        stdout.flush();
        stderr.println("page: " + RunPage.write(file, out));
        Examination examination = new Validator(Clock.systemUTC()).examine(out.toString(), out);
        if (!examination.valid()) {
            stderr.println("tester: " + out + " is not fit to submit: " + examination.findings().get(0).line());
            return false;
        }
        examination.notes().forEach(note -> stderr.println("note: " + note));
        stderr.println("result: " + out + " (tester show " + out + " prints what it says, tester submit " + out
            + " how to send it in)");
        return true;
    }

    /** In words that differ where a result file has room for one only. */
    private static String machine(Platform platform, Probe probe) {
        return platform.cpu() + ", " + probe.identity().map(Object::toString).orElse("unknown") + ", " + platform.os()
            + ", hypervisor " + platform.hypervisor() + ", CPUs " + probe.usable().orElse(List.of());
    }

    private SweepJournal open(Path journalFile, SweepJournal.Header header) throws IOException {
        try {
            if (resume) {
                return SweepJournal.resume(journalFile, header);
            }
            return SweepJournal.create(journalFile, header);
        } catch (FileAlreadyExistsException e) {
            throw new ParameterException(spec.commandLine(), journalFile
                + " is there already: go on with it with --resume, or remove it", e);
        } catch (NoSuchFileException e) {
            throw new ParameterException(spec.commandLine(), (resume ? "--resume: there is no journal " + journalFile
                : "--out " + out + ": there is no such folder"), e);
        } catch (FileSystemException e) {
            throw new ParameterException(spec.commandLine(), "--out " + out + ": nothing can be written there: "
                + (e.getReason() == null ? e.getClass().getSimpleName() : e.getReason()), e);
        }
    }

    private static boolean hasVerdict(ResultFile file) {
        return file.placements().stream().flatMap(placement -> placement.controls().stream()).allMatch(
            control -> control.hold()) && file.series().stream().anyMatch(series -> series.torn().stream()
            .anyMatch(torn -> torn > 0) || series.changes().stream().anyMatch(changes -> changes > 0));
    }

    private SweepPlan plan(Geometry geometry) {
        List<Integer> chosen = offsets != null ? offsets
            : Offsets.range(0, geometry.lineBytes() - 1, geometry.pageBytes() - BEFORE_PAGE_END,
                geometry.pageBytes() - 1);
        int max = geometry.maxOffset(Width.LONG);
        chosen.stream().filter(offset -> offset > max).findFirst().ifPresent(offset -> {
            throw new ParameterException(spec.commandLine(), "Invalid value for option '--offsets': " + offset
                + " is not within 0 to " + max);
        });
        return new SweepPlan(memories, writes, reads, chosen, tier, 1);
    }

    private Profile profile() {
        return Profile.named(profileName).orElseThrow(() -> new ParameterException(spec.commandLine(),
            "Invalid value for option '--profile': '" + profileName + "' is none of quick, default, long"));
    }

    private static Map<PlacementClass, ThreadCpus> placements(Probe probe) {
        Map<PlacementClass, ThreadCpus> placements = new EnumMap<>(PlacementClass.class);
        List<Integer> usable = probe.usable().orElse(List.of());
        Proximity.onePairEach(probe.topology(), usable).forEach((proximity, pair) -> placements.put(
            switch (proximity) {
                case SMT_SIBLINGS -> PlacementClass.SMT_SIBLINGS;
                case SAME_L2 -> PlacementClass.SAME_L2;
                case SAME_L3 -> PlacementClass.SAME_L3;
                case OTHER_L3 -> PlacementClass.OTHER_L3;
                case SAME_SOCKET -> PlacementClass.UNKNOWN;
                case OTHER_SOCKET -> PlacementClass.OTHER_SOCKET;
            }, ThreadCpus.of(List.of(pair.first(), pair.second()), 1, 1)));
        if (placements.isEmpty()) {
            placements.put(PlacementClass.UNPINNED, ThreadCpus.none(usable));
        }
        return placements;
    }

    private static String describe(SweepPlan plan, Map<PlacementClass, ThreadCpus> placements) {
        return "memory " + plan.memories() + ", write " + plan.writes() + ", read " + plan.reads() + ", offsets "
            + Offsets.format(plan.offsets()) + ", tier " + plan.tier() + ", placements " + placements.keySet();
    }
}
