// SPDX-License-Identifier: Apache-2.0
package org.tearline.report.terminal;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.tearline.plan.AccessRules;
import org.tearline.plan.Alignment;
import org.tearline.plan.Budget;
import org.tearline.plan.Crossing;
import org.tearline.plan.Geometry;
import org.tearline.plan.LibraryCase;
import org.tearline.plan.Processes;
import org.tearline.plan.ThreadCpus;
import org.tearline.plan.TrialSpec;
import org.tearline.plan.Until;
import org.tearline.plan.Width;
import org.tearline.platform.Machine;
import org.tearline.report.text.LinePicture;
import org.tearline.report.text.RateText;
import org.tearline.report.text.Screen;
import org.tearline.report.text.SideText;
import org.tearline.report.text.Words;
import org.tearline.result.Controls;
import org.tearline.result.Counts;
import org.tearline.result.MemoryOrder;
import org.tearline.result.Silence;
import org.tearline.result.StressorUse;
import org.tearline.result.TrialOutcome;
import org.tearline.result.TrialResult;
import org.tearline.result.TrialResult.Judgement;
import org.tearline.result.Verdict;
import org.tearline.result.Witness;

/** One trial for people: short enough for a screen, worth pasting into a mail. Not thread-safe. */
public final class RunText {
    private static final int SHOWN_WITNESSES = 3;
    private final PrintStream out;
    private final Screen screen;
    private final boolean verbose;
    private boolean tearPrinted;
    /** The machine that is still to be printed, or null. */
    private Supplier<Machine> machine;

    /** Prints to a stream, as wide and colourful as the screen allows; verbose adds what each stressor brought. */
    public RunText(PrintStream out, Screen screen, boolean verbose) {
        this.out = out;
        this.screen = screen;
        this.verbose = verbose;
    }

    /**
     * Prints what is about to be tried and where it lies; the library's layout that it is may be null. On what machine
     * is printed before anything else is, and asked for only then.
     */
    public void printTrial(TrialSpec trial, LibraryCase layout, AccessRules rules, ThreadCpus threadCpus,
                           Supplier<Machine> on) {
        Geometry geometry = rules.geometry();
        String value = trial.width().described();
        say(value.substring(0, 1).toUpperCase(Locale.ROOT) + value.substring(1) + " at offset "
            + trial.offset() + ": " + arithmetic(trial, geometry));
        new LinePicture(trial.offset(), trial.width().bytes(), geometry, rules.legalSeams(trial), screen)
            .lines().forEach(out::println);
        if (layout != null) {
            say("  case " + layout + ": " + layout.source() + elsewhere(layout, trial));
        }
        say("  " + trial.memory() + " memory, written " + trial.write() + " by "
            + threads(trial.writers(), "writer", threadCpus.writers())
            + ", read " + trial.read() + " by " + threads(trial.readers(), "reader", threadCpus.readers())
            + (trial.processes() == Processes.ONE ? "" : " in a process of its own") + ", tier " + trial.tier());
        if (threadCpus.note() != null) {
            say("  note: " + threadCpus.note());
        }
        out.flush();
        this.machine = on;
    }

    /** On what machine the trial runs, unless that was said. */
    void printMachine() {
        if (machine != null) {
            print(machine.get());
            machine = null;
        }
    }

    private void print(Machine machine) {
        say("  " + machine.cpuName() + (Boolean.TRUE.equals(machine.guest()) ? ", hypervisor guest" : "")
            + emulated(machine) + (machine.os() == null ? "" : "; " + machine.os().value()));
        say("  " + machine.jvm());
        out.println();
        out.flush();
    }

    /** The first tear, at once. */
    public void printTear(Witness witness, long nanos) {
        printMachine();
        tearPrinted = true;
        say("TORN, first seen after " + Words.time(nanos) + " of counting");
        printWitness(witness);
        out.flush();
    }

    /** The verdict and what it rests on. */
    public void printVerdict(TrialResult result) {
        printMachine();
        Judgement judgement = result.judgement();
        TrialOutcome outcome = result.outcome();
        if (judgement.verdict() == Verdict.TORN) {
            if (!tearPrinted) {
                printTear(outcome.tally().witnesses().get(0), outcome.firstTornNanos());
            }
            outcome.tally().witnesses().stream().skip(1).limit(SHOWN_WITNESSES - 1).forEach(this::printWitness);
            printTornCounts(result.budget(), outcome);
            if (judgement.whoTore() != null) {
                say("  who tore: " + SideText.sentence(judgement.whoTore()));
            }
        } else {
            say(headline(judgement, outcome));
        }
        if (judgement.reason() != null) {
            say("  " + judgement.reason());
        }
        if (judgement.weakness() != null) {
            say("  weak: " + judgement.weakness().sentence());
        }
        if (outcome != null) {
            printBasis(result, outcome);
        }
        RunAdvice.of(result).forEach(line -> say("  " + line));
        if (outcome != null && verbose) {
            printStressors(outcome.stressors());
        }
        out.flush();
    }

    private static String headline(Judgement judgement, TrialOutcome outcome) {
        return switch (judgement.verdict()) {
            case NONE -> "NONE SEEN, " + (judgement.weakness() == null ? "strong" : "weak") + ": "
                + Words.count(outcome.tally().counts().changes()) + " changes (< "
                    + Words.rate(judgement.upperBound95())
                + " at 95 %), " + Words.time(outcome.elapsedNanos()) + " of counting";
            case INCONCLUSIVE -> outcome != null && outcome.stopped() ? interrupted(outcome) : "INCONCLUSIVE"
                + (outcome == null ? "" : " after " + Words.count(outcome.tally().counts().changes()) + " changes");
            case REFUSED -> "REFUSED";
            case FAULT -> "FAULT";
            case TORN -> "TORN";
        };
    }

    /** Returns what was counted excludes something, even if it is less than was asked for. */
    private static String interrupted(TrialOutcome outcome) {
        long changes = outcome.tally().counts().changes();
        boolean clean = outcome.tally().counts().torn() == 0 && outcome.tally().planted().held() && changes > 0;
        return "INCONCLUSIVE, interrupted after " + Words.count(changes) + (changes == 1 ? " change" : " changes")
            + (clean ? ": none so far (< " + Words.rate(Silence.RULE_OF_THREE / changes) + " at 95 %), "
            + (outcome.controls() == null || outcome.controls().aligned().changes() == 0
            ? "the control was not run" : "the control was run") : "");
    }

    private static String emulated(Machine machine) {
        return switch (machine.emulated()) {
            case YES -> ", emulated: yes, so any tear is the emulator's";
            case NO -> "";
            case UNKNOWN -> ", emulated: unknown";
        };
    }

    private void printTornCounts(Budget budget, TrialOutcome outcome) {
        Counts counts = outcome.tally().counts();
        if (budget.until() == Until.FIRST) {
            say((counts.changes() == 1 ? "  torn in the first change; seam " : "  torn at least once in "
                + Words.count(counts.changes()) + " changes; seam ")
                + outcome.tally().witnesses().get(0).seam());
            return;
        }
        List<Long> perSeam = outcome.tally().seams();
        String seams = IntStream.range(1, perSeam.size()).filter(seam -> perSeam.get(seam) > 0)
            .mapToObj(seam -> "seam " + seam + ": " + Words.count(perSeam.get(seam)))
            .collect(Collectors.joining(", "));
        say("  torn " + Words.count(counts.torn()) + " of " + Words.count(counts.changes()) + " changes ("
            + RateText.words(outcome.rate()) + "; " + RateText.spread(outcome.rate(), "slices") + "); " + seams);
    }

    private void printWitness(Witness witness) {
        say("  before " + MemoryOrder.hex(witness.before(), witness.width()) + "  after "
            + MemoryOrder.hex(witness.after(), witness.width()) + "  seen "
            + MemoryOrder.hex(witness.seen(), witness.width(), witness.seam()) + "  seam " + witness.seam());
    }

    private void printBasis(TrialResult result, TrialOutcome outcome) {
        if (outcome.tally().planted().expected() > 0 && result.judgement().verdict() != Verdict.TORN) {
            say("  planted: the reader found " + Words.count(outcome.tally().planted().found()) + " of about "
                + Words.count(outcome.tally().planted().expected()) + " values that were stored to look torn ("
                + Words.share(outcome.tally().planted().efficiency()) + ")");
        }
        if (result.trial().width().isVector() && outcome.tierProblem() == null && outcome.elapsedNanos() > 0) {
            say("  instruction: by the JVM's log each access is one vector load or store; asm shows which");
        }
        if (outcome.controls() != null && result.judgement().verdict() != Verdict.TORN) {
            printControls(outcome.controls(), outcome,
                result.machine().rules().alignedControl(result.trial()).width());
        }
        if (outcome.tally().counts().failedCas() > 0) {
            say("  compare-and-sets that failed: " + Words.count(outcome.tally().counts().failedCas()) + " of "
                + Words.count(outcome.tally().counts().writes()));
        }
        if (result.judgement().throttled()) {
            say("  throttled: one split-locked operation takes " + Words.time(outcome.splitLockNanos())
                + "; the kernel slows them");
        }
        if (!result.threadCpus().writers().isEmpty() && !outcome.pinned() && outcome.elapsedNanos() > 0) {
            say("  not every thread could be pinned");
        }
    }

    private void printControls(Controls controls, TrialOutcome outcome, Width aligned) {
        say("  control: an aligned " + aligned.noun() + " "
            + rate(controls.aligned().torn(), controls.aligned().changes()));
        Sensitivity.of(controls.calibration(), outcome).ifPresent(torn -> say(
            "  compare: this write and read can be seen to tear: across a line, with these stressors, in "
                + often(torn) + "; a split inside a line may show less often"));
        if (verbose) {
            out.printf(Locale.ROOT, "  speed: %,.0f changes per second; an aligned line makes %,d round trips%n",
                outcome.tally().counts().changes() * 1e9 / Math.max(1, outcome.elapsedNanos()),
                controls.roundTripsPerSecond());
        }
    }

    private void printStressors(List<StressorUse> uses) {
        out.printf(Locale.ROOT, "  %-36s %9s %13s %13s   %s%n", "stressor", "time", "changes", "torn", "torn/change");
        for (StressorUse use : uses) {
            out.printf(Locale.ROOT, "  %-36s %9s %,13d %,13d   %s%n", use.name(), Words.time(use.nanos()),
                use.changes(), use.torn(), Words.rate(use.yield()));
        }
    }

    private static String often(double rate) {
        String words = Words.oneIn(rate);
        return words.equals("1 of 1") ? "nearly every change" : "about " + words + " changes";
    }

    private static String rate(long torn, long changes) {
        return (torn == 0 ? "never tore" : torn == 1 ? "tore once" : "tore " + Words.count(torn) + " times") + " in "
            + Words.count(changes) + (changes == 1 ? " change" : " changes");
    }

    private void say(String line) {
        screen.wrapped("    ", line).forEach(out::println);
    }

    private static String arithmetic(TrialSpec trial, Geometry geometry) {
        int last = trial.offset() + trial.width().bytes() - 1;
        Crossing crossing = geometry.crossing(trial.offset(), trial.width());
        Alignment place = Alignment.of(trial.offset(), trial.width().bytes(), geometry);
        String where = "bytes " + trial.offset() + ".." + last + ", " + Words.place(place);
        return where + switch (crossing) {
            case PAGE -> " (at " + last / geometry.pageBytes() * geometry.pageBytes() + ")";
            case LINE -> " (at " + last / geometry.lineBytes() * geometry.lineBytes() + ")";
            case NONE -> (trial.aligned() ? "" : ", misaligned") + ", inside a line of " + geometry.lineBytes()
                + " bytes (at " + last / geometry.lineBytes() * geometry.lineBytes() + ")";
        };
    }

    /** In what a trial is not the library's, because something was given explicitly. */
    private static String elsewhere(LibraryCase layout, TrialSpec trial) {
        List<String> there = new ArrayList<>();
        if (trial.offset() != layout.offset()) {
            there.add("at offset " + layout.offset());
        }
        if (trial.width() != layout.width()) {
            there.add(layout.width().described());
        }
        if (trial.memory() != layout.memory()) {
            there.add(layout.memory() + " memory");
        }
        if (trial.processes() != layout.processes()) {
            there.add(layout.processes() + " processes");
        }
        if (trial.write() != layout.write()) {
            there.add("written " + layout.write());
        }
        if (trial.read() != layout.read()) {
            there.add("read " + layout.read());
        }
        return there.isEmpty() ? "" : "; there it is " + String.join(", ", there);
    }

    private static String threads(int number, String noun, List<Integer> cpus) {
        String who = number == 1 ? "one " + noun : number + " " + noun + "s";
        return cpus.isEmpty() ? who + " on any CPU" : who + " on CPU "
            + cpus.stream().map(String::valueOf).collect(Collectors.joining(","));
    }
}
