// SPDX-License-Identifier: Apache-2.0
package org.tearline.report.page;

import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.tearline.merge.Design;
import org.tearline.merge.MergedCell;
import org.tearline.merge.MergedCpu;
import org.tearline.merge.MergedPair;
import org.tearline.merge.RunLine;
import org.tearline.merge.Seen;
import org.tearline.merge.Summary;
import org.tearline.plan.Alignment;
import org.tearline.promise.CpuFamily;
import org.tearline.promise.CpuTraits;
import org.tearline.promise.Guarantees;
import org.tearline.promise.Observation;
import org.tearline.promise.PairClass;
import org.tearline.promise.PairPromise;
import org.tearline.promise.Promise;
import org.tearline.promise.Rule;
import org.tearline.published.Kind;

/** Fills the table above the fold: with counts, with what others report, and with promises. Pure. Thread-safe. */
final class Overviews {
    private static final List<PairClass> GROUPS = List.of(PairClass.values());
    /** A tear stands above a fault, that above a silence, and that above nothing, whatever the numbers. */
    private static final int TORN = 3_000;
    private static final int OTHER = 2_000;
    private static final int NONE = 1_000;
    private static final int STEPS_PER_DECADE = 20;

    private Overviews() {
    }

    /** A cell's place: which CPU, write, read and offset show it best. */
    private record Shown(MergedCpu cpu, MergedPair pair, MergedCell cell) {
        private double rate() {
            return cell.tore() ? (double) cell.torn() / cell.changes() : 0;
        }

        /** Returns whether half of the value lies on each side of a boundary. */
        private boolean centred() {
            return (cell.offset() + Long.BYTES / 2) % Long.BYTES == 0;
        }
    }

    /**
     * Returns where a cell of the table leads: to the offset that tore most often; of silences to one that is as weak
     * as all together or has no answer, with half of the value on each side of the boundary, as near to the line's
     * begin as there is.
     */
    private static Shown best(List<Shown> shown, Summary summary) {
        if (summary.torn() > 0) {
            return shown.stream().max(Comparator.comparingDouble(Shown::rate)).orElseThrow();
        }
        return shown.stream().min(Comparator.comparing((Shown one) -> one.cell().seen() != summary.seen())
            .thenComparing(one -> one.cell().seen().none()).thenComparing(one -> !one.centred())
            .thenComparing(one -> one.cell().offset())).orElse(null);
    }

    static Overview of(Guarantees guarantees, List<MergedCpu> cpus) {
        List<Alignment> columns = Arrays.stream(Alignment.values()).filter(place -> place != Alignment.INSIDE_8)
            .filter(column -> column != Alignment.ACROSS_64
            || cpus.stream().anyMatch(cpu -> CpuViews.places(cpu).contains(column))).toList();
        List<Overview.Section> sections = new ArrayList<>();
        sections.add(new Overview.Section("measured", "Measured here", "rate torn, or changes without a tear",
            measured(guarantees, cpus, columns, false)));
        List<Overview.Row> emulated = measured(guarantees, cpus, columns, true);
        if (!emulated.isEmpty()) {
            sections.add(new Overview.Section("emulated", "Emulated", "an emulator's tears, not the CPU's", emulated));
        }
        sections.add(new Overview.Section("elsewhere", "Reported elsewhere",
            "by others; not checked here, never counted", guarantees.observations().stream()
            .filter(seen -> !seen.cells().isEmpty()).map(seen -> elsewhere(seen, columns)).toList()));
        sections.add(new Overview.Section("promised", "Promised atomic?",
            "by the vendor, of CPUs measured or not", guarantees.families().stream()
            .map(family -> promised(guarantees, family, cpus, columns)).toList()));
        return new Overview(columns, GROUPS.stream().map(group -> new Overview.Group(group.toString(), group.title(),
            group.meaning())).toList(), sections);
    }

    private static List<Overview.Row> measured(Guarantees guarantees, List<MergedCpu> cpus, List<Alignment> columns,
                                               boolean emulated) {
        List<Overview.Row> rows = new ArrayList<>();
        Design.of(cpus, emulated).forEach(row -> Arrays.stream(Kind.values()).forEach(kind -> {
            String design = row.name();
            List<MergedCpu> members = row.members();
            List<RunLine> runs = members.stream().flatMap(cpu -> cpu.runs().stream())
                .filter(run -> run.kind().equals(kind.toString())).toList();
            for (boolean usual : List.of(true, false)) {
                List<Overview.Cell> cells = GROUPS.stream().flatMap(group -> columns.stream()
                    .map(column -> cell(guarantees, members, kind, group, column, usual))).toList();
                if (runs.isEmpty() || cells.stream().allMatch(cell -> cell.style().equals(Look.UNTESTED.style()))) {
                    continue;
                }
                String detail = members.stream().map(cpu -> cpu.brand() + " " + cpu.id())
                    .collect(Collectors.joining(" "));
                rows.add(new Overview.Row(row.name() + (kind == Kind.SWEEP ? "" : ", " + kind)
                    + (usual ? "" : ", other pairs"),
                    "#cpu-" + members.get(0).id(), detail, detail,
                    KnownCpus.which(known -> known.isOf(design)), cells,
                    usual ? String.valueOf(runs.size()) : "",
                    !usual ? "" : runs.stream().map(RunLine::date).max(LocalDate::compareTo)
                    .orElseThrow().toString()));
            }
        }));
        return rows;
    }

    private static Overview.Cell cell(Guarantees guarantees, List<MergedCpu> members, Kind kind, PairClass group,
                                      Alignment column, boolean usual) {
        List<Shown> shown = new ArrayList<>();
        String broken = "";
        for (MergedCpu cpu : members) {
            Predicate<MergedCell> isUsual = cpu.usual();
            for (MergedPair pair : cpu.pairs()) {
                if (pair.pair().kind() == kind && Answer.classOf(cpu, pair) == group) {
                    List<MergedCell> some = pair.at(column).stream()
                        .filter(cell -> isUsual.test(cell) == usual).toList();
                    some.forEach(cell -> shown.add(new Shown(cpu, pair, cell)));
                    broken = broken.isEmpty() && some.stream().anyMatch(MergedCell::tore)
                        ? Contradiction.broken(guarantees, cpu, pair, column) : broken;
                }
            }
        }
        Summary summary = Summary.ofModels(members.stream().map(cpu -> shown.stream().filter(one -> one.cpu() == cpu)
            .map(Shown::cell).toList()).toList());
        Shown best = best(shown, summary);
        Look look = Look.of(summary.seen(), summary.median(), summary.changes());
        String number = summary.outnumbered() ? Look.brief(summary.silent())
            : summary.torn() > 0 ? Look.brief(summary.median())
            : summary.seen().none() ? Look.brief(summary.changes()) : "";
        return new Overview.Cell(look.style(), summary.seen().glyph() + number,
            summary.words() + (broken.isEmpty() ? "" : "; promised whole (" + broken + ")"),
            best == null ? "" : Links.section(best.cpu()),
            best == null ? null : Links.place(best.pair(), best.cell().offset()), order(summary));
    }

    private static int order(Summary summary) {
        if (summary.torn() > 0 && !summary.outnumbered()) {
            return TORN + (int) (STEPS_PER_DECADE * Math.log10(summary.median()));
        }
        return summary.seen().none() || summary.outnumbered() ? NONE - (int) (STEPS_PER_DECADE
            * Math.log10((summary.outnumbered() ? summary.silent() : summary.changes()) + 1.0))
            : summary.seen() == Seen.UNTESTED ? 0 : OTHER;
    }

    private static Overview.Row elsewhere(Observation seen, List<Alignment> columns) {
        String detail = seen.observed() + " " + seen.source();
        return new Overview.Row(seen.cpu(), seen.url(), detail, detail,
            KnownCpus.which(known -> known.isNamedIn(seen.cpu())),
            GROUPS.stream().flatMap(group -> columns.stream().map(column -> {
                Observation.Reported reported = seen.at(group, column);
                return reported == null ? new Overview.Cell("nothing", "", "", "", null, 0)
                    : new Overview.Cell("reported", reported == Observation.Reported.FAULTS ? "fault"
                        : reported.toString(), seen.observed(), "", null,
                        reported == Observation.Reported.TORN ? TORN : NONE);
            })).toList(), seen.id(), "");
    }

    private static Overview.Row promised(Guarantees guarantees, CpuFamily family, List<MergedCpu> cpus,
                                         List<Alignment> columns) {
        long measured = cpus.stream().filter(cpu -> !cpu.model().emulated()
            && alike(guarantees, cpu.traits(), family.traits())).flatMap(cpu -> cpu.runs().stream()).count();
        return new Overview.Row(family.name(), "#" + anchor(family), family.alsoCalled(), family.alsoCalled(),
            KnownCpus.which(known -> known.families().contains(family.name())),
            GROUPS.stream().flatMap(group -> columns.stream()
                .map(column -> promised(guarantees, family, group, column))).toList(),
            measured == 0 ? "none" : String.valueOf(measured), "");
    }

    static String anchor(CpuFamily family) {
        return "promise-" + family.name().toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "-");
    }

    private static Overview.Cell promised(Guarantees guarantees, CpuFamily family, PairClass group, Alignment column) {
        PairPromise promise = PlainestPair.of(group).promise(guarantees, family.traits(), column);
        String text = switch (promise.promise()) {
            case ATOMIC -> "yes";
            case NOT_GUARANTEED -> "no";
            case NOT_GUARANTEED_OR_TRAPS -> "no";
            case FAULTS -> "fault";
            case NO_RULE -> "?";
        };
        // A volatile access can end the program where a plain one may tear at worst.
        boolean orderedFaults = group == PairClass.ORDINARY && promise.promise() != Promise.FAULTS
            && PlainestPair.VOLATILE.promise(guarantees, family.traits(), column).promise() == Promise.FAULTS;
        PairPromise added = PlainestPair.of(group).byAddition().promise(guarantees, family.traits(), column);
        boolean addedIsWhole = !promise.atomic() && added.atomic();
        return new Overview.Cell("promise-" + text.replace("?", "open"),
            text + (orderedFaults || addedIsWhole ? "*" : ""), CpuViews.words(promise) + ": " + ids(promise)
            + (orderedFaults ? "; a volatile one faults" : "")
            + (addedIsWhole ? "; by getAndAdd atomic: " + ids(added) : ""), "#" + anchor(family), null,
            "yes".equals(text) ? NONE : OTHER);
    }

    private static String ids(PairPromise promise) {
        return String.join(", ", promise.ruleIds());
    }

    /** Returns the family that a CPU is promised the same as; null if it is none. */
    static CpuFamily family(Guarantees guarantees, CpuTraits cpu) {
        return guarantees.families().stream().filter(family -> alike(guarantees, cpu, family.traits())).findFirst()
            .orElse(null);
    }

    /** Returns whether two CPUs are promised the same. */
    private static boolean alike(Guarantees guarantees, CpuTraits one, CpuTraits other) {
        return one.architecture() == other.architecture() && ids(guarantees, one).equals(ids(guarantees, other));
    }

    private static Set<String> ids(Guarantees guarantees, CpuTraits traits) {
        return guarantees.rulesFor(traits).stream().filter(rule -> rule.speaksOf(Long.BYTES)).map(Rule::id)
            .collect(Collectors.toSet());
    }
}
