// SPDX-License-Identifier: Apache-2.0
package org.tearline.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import org.tearline.asm.SweepEvidence;
import org.tearline.cli.text.FindingText;
import org.tearline.cli.text.LiveLine;
import org.tearline.cli.text.SweepJson;
import org.tearline.cli.text.Terminal;
import org.tearline.file.Examination;
import org.tearline.file.Profile;
import org.tearline.file.ResultFile;
import org.tearline.file.Validator;
import org.tearline.machine.Machine;
import org.tearline.machine.MappedFile;
import org.tearline.run.Sweep;
import org.tearline.run.SweepJournal;
import org.tearline.run.SweepPlan;
import org.tearline.run.SweepRun;
import org.tearline.trial.Budget;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code tester sweep}: tries all combinations on this machine and writes one result file. */
@Command(name = "sweep",
    header = "Try writes and reads at many offsets, and write one result file.",
    description = {
        "", "A journal next to the result file records every finished trial; --resume continues a sweep from it after"
            + " an interruption or --max-time. The items of a list are separated by commas; offsets can be ranges such"
            + " as 0..63,4089..4095."
            + " Options can also be system properties, such as java -Dprofile=quick -jar tester.jar sweep.", ""},
    exitCodeList = {"0:the result file is written, or the plan printed", "2:wrong usage",
        "3:controls failed, nothing could be tested, or the file cannot be submitted",
        ExitCode.FAILED, "130:interrupted; the journal is kept"})
final class SweepCommand extends Subcommand {
    @Mixin
    private PlanOptions options;

    @Option(names = "--profile", paramLabel = "NAME", defaultValue = "default", description = {
        "Changes to count in each cell (a write, a read and an offset) without a tear. quick: " + Profile.QUICK_CHANGES
            + ", or " + Budget.LEAST_SPLIT_LOCKED_CHANGES + " where a side locks across a line, and at least "
            + Budget.LEAST_CHANGES + " for a vector beside a locked long. default: at least "
            + Budget.LEAST_CHANGES + ", and " + Profile.CLASS_CHANGES + " in total for all offsets of a kind (aligned,"
            + " inside a line, across a line, across a page); where one side locks across a line, "
            + Budget.DEFAULT_HALF_LOCKED_CHANGES + "; where both do, at least " + Budget.LEAST_SPLIT_LOCKED_CHANGES
            + ", and up to " + Budget.DEFAULT_SPLIT_LOCKED_CHANGES + " in total for all offsets of a kind. long: like"
            + " default, but " + Budget.DEFAULT_CHANGES + " where neither side locks across a line. wide: like quick,"
            + " but for all widths and most memories, also with two processes, and with at least "
            + Budget.LEAST_CHANGES + " for the guards. Default: ${DEFAULT-VALUE}"})
    private Profile profile;

    @Option(names = "--max-time", paramLabel = "TIME", defaultValue = "forever",
        description = "Start no trials after this time, such as 30s or 5m, or forever; --resume then continues the"
            + " sweep. Default: ${DEFAULT-VALUE}")
    private Duration maxTime;

    @Option(names = "--out", paramLabel = "FILE", converter = Converters.OutputFile.class,
        defaultValue = "tearline-result.json",
        description = "The result file. The journal is FILE.journal; the page is FILE without .json and with .html."
            + " Neither FILE nor the page may exist, unless --resume continues the sweep that wrote them."
            + " Default: ${DEFAULT-VALUE}")
    private Path out;

    @Option(names = "--resume", description = "Continue from the existing journal. Trials, profile, machine, JVM and"
        + " build must be the same; --max-time may differ.")
    private boolean resume;

    @Option(names = "--dry-run", description = "Only print the plan, the number of trials and the estimated time.")
    private boolean dryRun;

    @Option(names = "--no-split-locks", description = "Skip trials that lock across a line.")
    private boolean noSplitLocks;

    @Option(names = "--json", description = JSON)
    private boolean json;

    private SweepOutput output;

    @Override
    public Integer call() throws IOException, InterruptedException {
        output = new SweepOutput(out, resume);
        output.requireWritable();
        Machine machine = Machine.live();
        SweepPlan plan = options.plan(SweepPlan.of(profile), machine.geometry());
        SweepRun run = new SweepRun(machine, plan, profile, !noSplitLocks, SweepRun.placements(machine));
        reject(run.budget().trials() == 0, "no trial of this profile has these writes, reads, processes and offsets");
        if (dryRun) {
            String planned = run.description() + "\n" + SweepProgress.sentence(run.budget());
            if (json) {
                planned = SweepJson.plan(run.budget());
            }
            stdout.println(planned);
            return 0;
        }
        reject(!resume && Files.exists(output.journal()), output.journal()
            + " already exists: continue with --resume, or delete it");
        machine.jvm().requireTier(plan.tier());
        ResultFile empty = run.blank();
        // The first validation takes a second. Meanwhile, a worker times split locks.
        Background<Examination> blank = new Background<>(() -> new Validator().examine("", empty));
        try (MappedFile mapped = options.file.open(plan.memories(), machine.geometry())) {
            List<String> warnings = run.timeSplitLocks();
            if (!blank.join().valid()) {
                warn("no sweep was run, because its result could not be submitted: "
                    + blank.join().problem());
                return ExitCode.NO_VERDICT;
            }
            if (interruption.happened()) {
                return ExitCode.INTERRUPTED;
            }
            // From now on, a signal waits until it is said how to continue.
            interruption.onInterrupt(() -> { });
            try (SweepJournal journal = output.openJournal(run)) {
                output.requireOwn(journal);
                Terminal.stderr(stderr).say("", "  ", SweepProgress.sentence(run.budget()));
                warnings.forEach(stderr::println);
                return sweep(machine, run, plan, mapped, journal);
            }
        }
    }

    private int sweep(Machine machine, SweepRun run, SweepPlan plan, MappedFile mapped, SweepJournal journal)
        throws IOException, InterruptedException {
        long trials = run.budget().trials();
        LiveLine live = liveLine();
        if (!journal.contents().cells().isEmpty()) {
            stderr.println("continuing from " + quoted(output.journal()));
        } else if (resume) {
            stderr.println(quoted(output.journal()) + " contains no trials; starting over");
        }
        Sweep sweep = run.sweep(MappedFile.nameOf(mapped), journal, new SweepProgress(stderr, live, run.budget(),
            journal.contents().cells()), maxTime.toNanos());
        interruption.onInterrupt(sweep::stop);
        // A JVM that is ending starts no worker.
        boolean complete = !interruption.happened() && sweep.run();
        live.clear();
        int done = sweep.cells().size();
        String next = output.restored(journal);
        if (interruption.happened()) {
            stderr.println("interrupted; " + done + " of " + trials + " trials are done; " + next);
            return ExitCode.INTERRUPTED;
        }
        if (done == 0) {
            stderr.println("time is up before the first trial: no result was written; " + next);
            return ExitCode.NO_VERDICT;
        }
        if (!complete) {
            stderr.println("time is up; " + done + " of " + trials + " trials are in the result; " + next);
        }
        ResultFile file = run.result(sweep, SweepEvidence.of(plan, machine.geometry(), sweep.cells()));
        stderr.printf(Locale.ROOT, "locked across a line for %.1f s in total%n", sweep.splitLockedNanos() / 1e9);
        return publish(file, journal, complete);
    }

    private int publish(ResultFile file, SweepJournal journal, boolean complete) throws IOException {
        output.claim(journal);
        interruption.onInterrupt(() -> stderr.println("interrupted; " + output.abandoned(journal)));
        String page = output.renderOwn(file, journal);
        output.write(file);
        if (!json) {
            new FindingText(file, screen()).print();
        }
        boolean submittable = output.canBeSubmitted(file, stderr);
        output.writePage(page);
        if (complete && !interruption.happened() && !journal.delete()) {
            warn("the journal was replaced during the sweep, so it was not deleted");
        }
        stderr.println("page: " + quoted(output.pageFile()));
        if (json) {
            stdout.println(SweepJson.print(file, out, output.pageFile(), complete, submittable));
        }
        if (submittable) {
            return 0;
        }
        return ExitCode.NO_VERDICT;
    }
}
