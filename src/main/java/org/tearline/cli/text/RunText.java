// SPDX-License-Identifier: Apache-2.0
package org.tearline.cli.text;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.tearline.trial.TrialSpec;
import org.tearline.verdict.Counts;
import org.tearline.verdict.Spread;
import org.tearline.verdict.Starts;
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
public record RunText(Screen screen, boolean verbose, TrialSpec trial) {
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
                say("", counts(result));
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
                if (outcome.upperBound95() != null) {
                    say("sure", Sentences.missed(outcome.upperBound95()));
                }
            }
        }
        say("why", new RunReasons(result).why());
        String fix = new RunAdvice(result).fix();
        if (fix != null) {
            say("fix", fix);
        }
        say("on", MachineText.on(result));
        if (verbose) {
            new RunDetails(screen, result).print();
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

    private static String counts(TrialResult result) {
        TrialOutcome outcome = result.outcome();
        Counts counts = outcome.counts();
        if (result.tornPerChange() == null) {
            if (counts.changes() == 1) {
                return "torn in the first change";
            }
            return "torn " + Words.count(counts.torn()) + " of the first " + Words.count(counts.changes())
                + " changes; it stopped there, so this is no rate";
        }
        String seams = outcome.tally().tornBySeam().entrySet().stream()
            .map(seam -> "seam " + seam.getKey() + ": " + Words.count(seam.getValue()))
            .collect(Collectors.joining(", "));
        return "torn " + Words.count(counts.torn()) + " of " + Words.count(counts.changes(), "change") + " ("
            + Words.chance(result.tornPerChange()) + "; " + Words.chances(outcome.rate().lowest(),
                outcome.rate().highest()) + " in " + Words.count(outcome.rate().slices(), "slice") + "); " + seams;
    }

    static String witness(Witness witness) {
        return Stream.of("before " + witness.hex(witness.before()), "after " + witness.hex(witness.after()),
            "read " + witness.hexWithSeam())
            .map(value -> value.replaceFirst(" 0x", " "))
            .collect(Collectors.joining("  "));
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
