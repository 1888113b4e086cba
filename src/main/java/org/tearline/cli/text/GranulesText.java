// SPDX-License-Identifier: Apache-2.0
package org.tearline.cli.text;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.tearline.machine.Emulated;
import org.tearline.machine.Machine;
import org.tearline.promise.MachinePromises;
import org.tearline.promise.PromisedGranule;
import org.tearline.promise.Rule;
import org.tearline.run.GranuleSearch.Found;
import org.tearline.trial.Geometry;
import org.tearline.trial.LowerCase;
import org.tearline.trial.OffsetList;
import org.tearline.trial.PairKind;
import org.tearline.trial.TrialSpec;
import org.tearline.trial.Width;
import org.tearline.verdict.CellReason;
import org.tearline.verdict.Granules.Granule.Sum;
import org.tearline.verdict.Granules.Granule;
import org.tearline.verdict.Granules;
import org.tearline.words.Words;

/** Prints the granules of a machine as text, with a drawing of a cache line and the evidence. */
public record GranulesText(Screen screen) {
    private static final int COLUMNS = 80;
    private static final String LABEL = "  %-10s ";
    private static final int MIN_BYTES = 64;
    /** Columns from one label of the ruler to the next. */
    private static final int TICK = 8;
    /** Columns for the label, the last edge and a question mark. */
    private static final int FRAME = 16;
    private static final Map<PairKind, String> ROWS = Map.of(PairKind.STORE, "stores", PairKind.LOAD, "loads",
        PairKind.PAIR, "pairs");
    private static final Map<PairKind, String> NOUNS = Map.of(PairKind.STORE, "a store", PairKind.LOAD, "a load",
        PairKind.PAIR, "a store or load");

    /** Why the bounds may not be the CPU's. */
    enum Weakness {
        EMULATED("emulated, so the bounds are the emulator's"),
        EMULATION_UNKNOWN(CellReason.EMULATION_UNKNOWN.sentence()),
        JVM_UNKNOWN(CellReason.JVM_UNKNOWN.sentence());

        private final String sentence;

        Weakness(String sentence) {
            this.sentence = sentence;
        }

        /** Returns null if nothing is known to weaken the bounds. */
        static Weakness of(Machine machine) {
            if (machine.emulated() == Emulated.YES) {
                return EMULATED;
            }
            if (machine.emulated() == Emulated.UNKNOWN) {
                return EMULATION_UNKNOWN;
            }
            if (machine.rules().jvmKnown()) {
                return null;
            }
            return JVM_UNKNOWN;
        }

        @Override
        public String toString() {
            return LowerCase.of(this);
        }
    }

    public GranulesText {
        screen = screen.atMost(COLUMNS);
    }

    public void print(Found found, TrialSpec trial, Machine machine) {
        Granules granules = found.granules();
        Width width = trial.width();
        List<PairKind> kinds = kinds(granules);
        PromisedGranule promised = new MachinePromises(machine).granule(width);
        Weakness weakness = Weakness.of(machine);
        String label = "";
        String doubt = "";
        if (weakness != null) {
            label = "weak";
            doubt = "; weak: " + weakness.sentence;
        }
        if (weakness == Weakness.EMULATED) {
            label = "emulated";
        }
        String answer = answer(granules, kinds, kind -> granules.of(kind, width));
        screen.say("", "", MachineText.cpu(machine) + ": " + answer + doubt + ".");
        int cells = Math.max(MIN_BYTES, machine.geometry().lineBytes());
        String ticks = LABEL.formatted(label);
        for (int at = 0; at < cells; at += TICK * step(cells)) {
            ticks += String.format(Locale.US, "%-" + TICK + "d", at);
        }
        screen.line(ticks + cells);
        kinds.forEach(kind -> printRow(ROWS.get(kind), granules.of(kind, width), cells));
        if (promised.bytes() > 0) {
            screen.line(LABEL.formatted("promised") + drawing(promised.bytes(), cells));
        }
        say(advice(granules, kinds, width, machine.geometry()));
        printEvidence(granules, kinds, width);
        if (!found.offsets().isEmpty()) {
            say("by the law: only offsets " + Words.and(found.offsets().stream().map(String::valueOf).toList())
                + " were tried, one for each boundary; an access is whole if it lies in one block of the granule");
        }
        say(promised(machine, promised));
        say("on: " + machine.os().value() + MachineText.surroundings(machine) + "; JDK " + machine.jvm().version()
            + ", " + trial.tier());
    }

    /** Returns the kinds that were tested, without locked pairs, which have no granule. */
    static List<PairKind> kinds(Granules granules) {
        return Stream.of(PairKind.STORE, PairKind.LOAD, PairKind.PAIR)
            .filter(kind -> granules.known().keySet().stream().anyMatch(tested -> tested.kind() == kind))
            .toList();
    }

    private void printEvidence(Granules granules, List<PairKind> kinds, Width width) {
        for (PairKind kind : kinds) {
            Granule granule = granules.of(kind, width);
            // After an interruption, a kind may have no trials.
            if (granule.sums().stream().anyMatch(sum -> sum.changes() > 0)) {
                say(evidence(kind, granule));
            }
        }
        List<Sum> locked = granules.of(PairKind.LOCKED, width).sums();
        if (locked.stream().anyMatch(sum -> sum.changes() > 0)) {
            say("locked: " + locked.stream().map(GranulesText::counted).collect(Collectors.joining(", ")));
        }
    }

    static String promised(Machine machine, PromisedGranule promised) {
        if (!new MachinePromises(machine).apply()) {
            return "promised: nothing (no promise covers an emulator or an unknown JVM)";
        }
        if (promised.bytes() == 0) {
            if (promised.rules().isEmpty()) {
                return "promised: no rule is known";
            }
            return "promised: nothing, even at a multiple of its size (" + rules(promised) + ")";
        }
        return "promised: whole within " + promised.bytes() + " bytes (" + rules(promised) + ")";
    }

    /** Returns the vendors and the ids of rules, such as "Intel, I5, I8". */
    private static String rules(PromisedGranule promised) {
        String vendors = promised.rules().stream()
            .map(Rule::vendor)
            .distinct()
            .collect(Collectors.joining(", "));
        return vendors + ", " + String.join(", ", promised.ruleIds());
    }

    /**
     * Returns text such as "a store is whole within 32 bytes, a load within 64; locked instructions everywhere tried".
     */
    static String answer(Granules granules, List<PairKind> kinds, Function<PairKind, Granule> granule) {
        List<String> clauses = new ArrayList<>();
        boolean afterWhole = false;
        for (PairKind kind : kinds) {
            Granule bounds = granule.apply(kind);
            clauses.add(NOUNS.get(kind) + " " + clause(bounds, afterWhole));
            afterWhole = hasLowerBound(bounds);
        }
        String text = String.join(", ", clauses);
        if (kinds.stream().anyMatch(kind -> granule.apply(kind).quick())) {
            text += " (quick: fewer than a million changes)";
        }
        return text + switch (granules.locked()) {
            case WHOLE -> "; locked instructions everywhere tried";
            case TORN -> "; LOCKED INSTRUCTIONS TEAR";
            case UNKNOWN -> "";
        };
    }

    /** Omits the verb and the unit if the clause before has them. */
    private static String clause(Granule bounds, boolean afterWhole) {
        if (hasLowerBound(bounds)) {
            if (afterWhole) {
                return "within " + range(bounds, "");
            }
            return "is whole within " + range(bounds, " bytes");
        }
        if (bounds.atMost() == Granule.UNKNOWN_MOST) {
            return "has an unknown granule";
        }
        return "tears across " + bounds.atMost() + " bytes";
    }

    private static boolean hasLowerBound(Granule granule) {
        return granule.known() || granule.atLeast() > Granule.UNKNOWN_LEAST;
    }

    private static String range(Granule granule, String unit) {
        if (granule.atMost() == Granule.UNKNOWN_MOST) {
            return granule.atLeast() + unit + " or more";
        }
        if (granule.known()) {
            return granule.atMost() + unit;
        }
        return granule.atLeast() + " to " + granule.atMost() + unit;
    }

    /** Returns the bytes per character with which the drawing fits the screen, at most 8. */
    private int step(int cells) {
        int step = 1;
        while (FRAME + cells / step > screen.wrapAt() && step < TICK) {
            step *= 2;
        }
        return step;
    }

    private void printRow(String name, Granule granule, int cells) {
        if (granule.atMost() < Granule.UNKNOWN_MOST) {
            String line = LABEL.formatted(name) + drawing(granule.atMost(), cells);
            if (!granule.known()) {
                line += " ?";
            }
            screen.line(line);
        }
    }

    /** Returns a line of bytes with an edge at every multiple of the granule. */
    private String drawing(int granule, int cells) {
        boolean unicode = screen.unicode() && screen.columns() < Screen.ENDLESS;
        String edge = "|";
        String inside = "-";
        if (unicode) {
            edge = "┼";
            inside = "─";
        }
        int step = step(cells);
        int block = Math.max(step, Math.min(granule, cells));
        String line = (edge + inside.repeat(block / step - 1)).repeat(cells / block) + edge;
        if (unicode) {
            return "├" + line.substring(1, line.length() - 1) + "┤";
        }
        return line;
    }

    private static String advice(Granules granules, List<PairKind> kinds, Width width, Geometry geometry) {
        int bytes = width.bytes();
        int smallest = kinds.stream()
            .mapToInt(kind -> granules.of(kind, width).atMost())
            .min()
            .orElse(Granule.UNKNOWN_MOST);
        if (smallest == Granule.UNKNOWN_MOST) {
            return "no tear was seen, so no granule has an upper bound; tester sweep measures longer";
        }
        if (smallest < bytes) {
            return width.described() + " can tear even at a multiple of " + bytes;
        }
        if (smallest > geometry.lineBytes()) {
            return width.described() + " can tear across a page; put it at a multiple of " + bytes;
        }
        List<String> where = new ArrayList<>();
        // A value crosses an edge if it starts before the edge by less than its width.
        for (int edge = smallest; edge <= geometry.lineBytes(); edge += smallest) {
            where.add(OffsetList.ranges(IntStream.range(edge - bytes + 1, edge).boxed().toList()));
        }
        return width.described() + " at offsets " + Words.and(where) + " of a line can tear; put it at a multiple of "
            + bytes;
    }

    private static String evidence(PairKind kind, Granule granule) {
        String name = ROWS.get(kind);
        if (kind == PairKind.PAIR) {
            name = "both";
        }
        return granule.sums().stream()
            .sorted(Comparator.comparing(Sum::boundary).reversed())
            .filter(sum -> isEvidence(sum, granule))
            .map(GranulesText::counted)
            .collect(Collectors.joining("; ", name + ": ", ""));
    }

    /**
     * Whether to show a count: a tear, the middle of a vector, or the negative result that sets the lower bound. All
     * counts are shown if there is no lower bound.
     */
    private static boolean isEvidence(Sum sum, Granule granule) {
        return sum.torn() > 0 || 2 * sum.boundary() == granule.atLeast() || sum.boundary() == Geometry.OWN_MIDDLE
            || granule.atLeast() == Granule.UNKNOWN_LEAST;
    }

    private static String counted(Sum sum) {
        String where = "across its own middle";
        if (sum.boundary() != Geometry.OWN_MIDDLE) {
            where = "across " + sum.boundary();
        }
        String changes = Words.count(sum.changes(), "change");
        if (sum.torn() == 0) {
            return "none in " + changes + " " + where;
        }
        String lowNew = Words.enclosed("; low half new: ", Words.lowNew(sum.lowNew(), sum.highNew()), "");
        return "torn " + where + " (" + Words.count(sum.torn()) + " of " + changes + lowNew + ")";
    }

    private void say(String text) {
        screen.say("  ", "  ", text);
    }
}
