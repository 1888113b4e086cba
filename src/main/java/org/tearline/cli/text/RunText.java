// SPDX-License-Identifier: Apache-2.0
package org.tearline.cli.text;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.tearline.machine.Machine;
import org.tearline.trial.AccessRules;
import org.tearline.trial.TrialSpec.Processes;
import org.tearline.trial.TrialSpec;
import org.tearline.trial.Until;
import org.tearline.verdict.Counts;
import org.tearline.verdict.Seen;
import org.tearline.verdict.Silence;
import org.tearline.verdict.Spread;
import org.tearline.verdict.Starts;
import org.tearline.verdict.Tally;
import org.tearline.verdict.TrialOutcome;
import org.tearline.verdict.TrialResult.Judgement;
import org.tearline.verdict.TrialResult;
import org.tearline.verdict.Witness;
import org.tearline.words.Sentences;
import org.tearline.words.Words;

/**
 * Prints one trial: the first tear immediately, then verdict, reason, fix and machine.
 *
 * @param verbose whether to print all witnesses, the controls and the counts of each stressor as well
 */
public record RunText(Screen screen, boolean verbose, TrialSpec trial, AccessRules rules) {
    private static final String INDENT = "      ";
    private static final int ORANGE = 208;
    private static final int BLUE = 33;

    public void printTear(Witness witness, long nanos) {
        say(screen.coloured(ORANGE, "TORN"), "TORN", what() + ": first after " + Words.time(nanos));
        say("", witness(witness));
    }

    /** @param tearPrinted whether the first tear was printed already */
    public void printVerdict(TrialResult result, boolean tearPrinted) {
        Judgement judgement = result.judgement();
        TrialOutcome outcome = result.outcome();
        switch (judgement.verdict()) {
            case TORN -> {
                if (!tearPrinted) {
                    printTear(outcome.tally().witnesses().get(0), outcome.firstTornNanos());
                }
                say("", counts(result.budget().until(), outcome));
            }
            case NOT_SEEN -> {
                String headline = judgement.verdict().headline();
                String strength = "strong";
                if (judgement.weakness() != null) {
                    strength = "weak: " + judgement.weakness().sentence();
                }
                say(screen.coloured(BLUE, headline), headline, what() + ": none in "
                    + Words.count(outcome.counts().changes(), "change") + ", " + strength);
                say("sure", Sentences.missed(judgement.upperBound95()));
            }
            default -> {
                say(judgement.verdict().headline(), what() + ": " + judgement.reason());
                if (isClean(outcome)) {
                    say("sure", Sentences.missed(Silence.RULE_OF_THREE / outcome.counts().changes()));
                }
            }
        }
        RunReasons reasons = new RunReasons(trial, judgement, outcome, result.machine());
        say("why", place() + reasons.why());
        String fix = reasons.fix();
        if (fix != null) {
            say("fix", fix);
        }
        say("on", on(result.machine()));
        if (verbose) {
            printDetails(result);
        }
    }

    /** Prints how many of several starts tore, and the median and range of their first tears and rates. */
    public void printStarts(Starts starts) {
        say("runs", "torn in " + starts.torn() + " of " + Words.count(starts.results().size(), "start"));
        Spread first = starts.firstTornNanos();
        if (first != null) {
            say("", "first tear: median " + Words.time((long) first.median()) + ", range "
                + Words.time((long) first.lowest()) + " to " + Words.time((long) first.highest()));
        }
        Spread rate = starts.tornPerChange();
        if (rate != null) {
            say("", "rate: median " + Words.chance(rate.median()) + ", range "
                + Words.chances(rate.lowest(), rate.highest()));
        } else if (first != null) {
            say("", "rate: not measured; --until budget measures it");
        }
    }

    private String what() {
        return trial.width().described() + " at " + trial.offset() + ", " + trial.write() + "/" + trial.read();
    }

    private String place() {
        int last = trial.offset() + trial.width().bytes() - 1;
        int boundary = rules.geometry().boundary(trial);
        String bytes = "bytes " + trial.offset() + ".." + last;
        int crossed = last - last % boundary;
        return bytes + switch (rules.crossing(trial)) {
            case PAGE -> " cross the page at " + crossed;
            case LINE -> " cross the line at " + crossed;
            case NONE -> insideLine(boundary, crossed);
        };
    }

    private String insideLine(int boundary, int crossed) {
        if (trial.aligned()) {
            return " are aligned";
        }
        return " cross the " + boundary + "-byte boundary at " + crossed + " inside a line of "
            + rules.geometry().lineBytes();
    }

    private static boolean isClean(TrialOutcome outcome) {
        Counts counts = outcome.counts();
        return counts.changes() > 0 && counts.torn() == 0 && counts.alien() == 0 && outcome.guardsIntact()
            && outcome.tally().planted().held();
    }

    private static String counts(Until until, TrialOutcome outcome) {
        Counts counts = outcome.counts();
        if (until == Until.FIRST) {
            if (counts.changes() == 1) {
                return "torn in the first change";
            }
            return "torn " + Words.count(counts.torn()) + " of the first " + Words.count(counts.changes())
                + " changes; it stopped there, so this is no rate";
        }
        String seams = Tally.bySeam(outcome.tally().seams()).entrySet().stream()
            .map(seam -> "seam " + seam.getKey() + ": " + Words.count(seam.getValue()))
            .collect(Collectors.joining(", "));
        return "torn " + Words.count(counts.torn()) + " of " + Words.count(counts.changes(), "change") + " ("
            + Words.chance((double) counts.torn() / counts.changes()) + "; " + Words.chances(outcome.rate().lowest(),
                outcome.rate().highest()) + " in " + Words.count(outcome.rate().slices(), "slice") + "); " + seams;
    }

    private static String witness(Witness witness) {
        return Stream.of("before " + witness.hex(witness.before()), "after " + witness.hex(witness.after()),
            "read " + witness.hexWithSeam())
            .map(value -> value.replaceFirst(" 0x", " "))
            .collect(Collectors.joining("  "));
    }

    private String on(Machine machine) {
        String text = MachineText.cpu(machine) + MachineText.surroundings(machine) + "; " + machine.os().value()
            + "; JDK " + machine.jvm().version() + ", " + trial.tier() + "; " + trial.memory() + " memory";
        if (trial.processes() == Processes.TWO) {
            text += ", two processes";
        }
        return text;
    }

    private void printDetails(TrialResult result) {
        screen.line("");
        detail(MachineText.threads(trial, result.threadCpus()));
        TrialOutcome outcome = result.outcome();
        if (!outcome.fromWorker()) {
            return;
        }
        Tally tally = outcome.tally();
        tally.witnesses().stream().skip(1).forEach(witness -> detail(witness(witness)));
        String lowNew = Words.lowNew(Counts.sum(tally.lowNew()), Counts.sum(tally.highNew()));
        if (!lowNew.isEmpty()) {
            detail("low half new: " + lowNew + "; no order is promised");
        }
        detail("planted: found " + Words.count(tally.planted().found()) + " of about "
            + Words.count(tally.planted().expected()) + " stored values that look torn");
        if (outcome.controls() != null) {
            Seen aligned = outcome.controls().aligned();
            detail("control: an aligned " + rules.alignedControl(trial).width().noun() + " tore "
                + Words.count(aligned.torn(), "time") + " in " + Words.count(aligned.changes(), "change"));
        }
        if (result.judgement().throttled()) {
            detail("throttled by the kernel: one split-locked operation takes "
                + Words.time(outcome.splitLockNanos()));
        }
        screen.row("  %-46s %9s %13s %13s", "stressor, " + Words.time(outcome.elapsedNanos()) + " of counting time",
            "time", "changes", "torn");
        outcome.stressors().forEach(use -> screen.row("  %-46s %9s %,13d %,13d", use.name(), Words.time(use.nanos()),
            use.changes(), use.torn()));
    }

    private void detail(String text) {
        screen.say("  ", INDENT, text);
    }

    private void say(String label, String text) {
        say(label, label, text);
    }

    /** Wraps with the plain label and prints the coloured one, whose escape sequences take no columns. */
    private void say(String coloured, String label, String text) {
        String head = String.format(Locale.ROOT, "%-" + Math.max(INDENT.length(), label.length() + 2) + "s", label);
        List<String> lines = screen.wrapped(head, INDENT, text);
        screen.out().println(coloured + lines.get(0).substring(label.length()));
        lines.stream().skip(1).forEach(screen.out()::println);
    }
}
