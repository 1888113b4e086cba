// SPDX-License-Identifier: Apache-2.0
package org.tearline.report.page;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.DoubleStream;
import org.tearline.merge.Merge;
import org.tearline.merge.MergedCell;
import org.tearline.merge.MergedCpu;
import org.tearline.merge.Pair;
import org.tearline.merge.RunLine;
import org.tearline.merge.Seen;
import org.tearline.merge.Summary;
import org.tearline.plan.Alignment;
import org.tearline.plan.OffsetList;
import org.tearline.plan.Processes;
import org.tearline.plan.ReadMode;
import org.tearline.plan.Width;
import org.tearline.plan.WriteMode;
import org.tearline.published.Kind;
import org.tearline.published.SeriesTier;
import org.tearline.report.text.Words;
import org.tearline.result.Silence;

/** The README's tables of tears: every CPU by kind of pair, and the guards. Stateless. Thread-safe. */
final class ReadmeTears {
    private static final Set<WriteMode> STORES = EnumSet.of(WriteMode.PLAIN, WriteMode.ORDERED, WriteMode.VOLATILE);
    private static final Set<WriteMode> CAS = EnumSet.of(WriteMode.CAS);
    private static final List<Kinds> KINDS = List.of(
        new Kinds("plain, ordered, volatile / volatile", STORES, ReadMode.VOLATILE),
        new Kinds("plain, ordered, volatile / exchange (a locked read)", STORES, ReadMode.EXCHANGE),
        new Kinds("cas / volatile", CAS, ReadMode.VOLATILE), new Kinds("cas / exchange", CAS, ReadMode.EXCHANGE));
    private static final Set<Alignment> INSIDE = EnumSet.range(Alignment.INSIDE_8, Alignment.ACROSS_64);
    private static final List<Set<Alignment>> COLUMNS = List.of(EnumSet.of(Alignment.ALIGNED), INSIDE,
        EnumSet.of(Alignment.ACROSS_LINE), EnumSet.of(Alignment.ACROSS_PAGE));
    private static final Set<Alignment> LINE = EnumSet.of(Alignment.ACROSS_LINE);
    private static final List<Guard> GUARDS = List.of(new Guard("`volatile`, no guard", ReadMode.VOLATILE),
        new Guard("`agree`: until two reads agree", ReadMode.AGREE),
        new Guard("`masked`: what Chronicle-Core ships", ReadMode.MASKED),
        new Guard("`seqlock`, on both sides", ReadMode.SEQLOCK));

    private ReadmeTears() {
    }

    private record Kinds(String title, Set<WriteMode> writes, ReadMode read) {
    }

    private record Guard(String title, ReadMode read) {
    }

    /** Returns a row for every CPU model and kind of pair, and the files that it rests on. */
    static String tears(Merge merge, String results) {
        StringBuilder text = new StringBuilder(ReadmeTables.head(List.of("CPU", "write / read", "aligned",
            "inside a line", "across a line", "across a page")));
        StringBuilder files = new StringBuilder("\n");
        for (MergedCpu cpu : measured(merge)) {
            for (Kinds kinds : KINDS) {
                List<String> row = new ArrayList<>(List.of(kinds == KINDS.get(0) ? head(cpu, merge) : "",
                    kinds.title()));
                COLUMNS.forEach(places -> row.add(words(cells(cpu, kinds.writes(), kinds.read(), places),
                    places == INSIDE)));
                text.append(ReadmeTables.row(row));
            }
            List<RunLine> sweeps = sweeps(cpu);
            files.append("- ").append(name(cpu, merge)).append(": JDK ").append(String.join(", ",
                sweeps.stream().map(ReadmeTears::jdk).distinct().sorted().toList())).append("; ")
                .append(ReadmeTables.files(sweeps, results))
                .append('\n');
        }
        return text.append(files).toString();
    }

    /** Returns what guards let through across a line, beside the same read without one. */
    static String guards(Merge merge, String results) {
        StringBuilder text = new StringBuilder();
        StringBuilder files = new StringBuilder("\n");
        for (MergedCpu cpu : measured(merge)) {
            if (cpu.pairs().stream().noneMatch(pair -> pair.pair().read().guarded() && isLong(pair.pair()))) {
                continue;
            }
            text.append(text.isEmpty() ? ReadmeTables.head(List.of("CPU", "read", "of an ordered write",
                "of a CAS write")) : "");
            for (Guard guard : GUARDS) {
                boolean both = guard.read() == ReadMode.SEQLOCK;
                text.append(ReadmeTables.row(List.of(guard == GUARDS.get(0) ? head(cpu, merge) : "", guard.title(),
                    words(cells(cpu, EnumSet.of(both ? WriteMode.SEQLOCK : WriteMode.ORDERED), guard.read(), LINE),
                        false), both ? "" : words(cells(cpu, CAS, guard.read(), LINE), false))));
            }
            files.append("- ").append(name(cpu, merge)).append(": ").append(ReadmeTables.files(sweeps(cpu), results))
                .append('\n');
        }
        return text.isEmpty() ? "No result that counts has a guarded read of a long yet.\n"
            : text.append(files).toString();
    }

    private static List<MergedCpu> measured(Merge merge) {
        return merge.cpus().stream().filter(cpu -> !cpu.model().emulated() && !sweeps(cpu).isEmpty()).toList();
    }

    private static List<RunLine> sweeps(MergedCpu cpu) {
        return cpu.runs().stream().filter(run -> run.kind().equals(Kind.SWEEP.toString())).toList();
    }

    /** Returns the name with the number of runs, as the overview has it: one may be the whole answer. */
    private static String head(MergedCpu cpu, Merge merge) {
        int runs = sweeps(cpu).size();
        return name(cpu, merge) + " (" + runs + (runs == 1 ? " run)" : " runs)");
    }

    /** With its key where another CPU model has the same name. */
    private static String name(MergedCpu cpu, Merge merge) {
        boolean alone = measured(merge).stream().filter(other -> other.name().equals(cpu.name())).count() == 1;
        return Markdown.escaped(alone ? cpu.name() : cpu.name() + ", " + cpu.model().key());
    }

    /** Returns the feature version with the vendor: {@code 17 (Debian)}. */
    private static String jdk(RunLine run) {
        int blank = run.jvm().lastIndexOf(' ');
        return run.jvm().substring(blank + 1).replaceFirst("\\D.*", "") + " (" + run.jvm().substring(0, blank) + ")";
    }

    private static boolean isLong(Pair pair) {
        return pair.kind() == Kind.SWEEP && pair.width() == Width.LONG && pair.processes() == Processes.ONE
            && pair.tier() == SeriesTier.C2 && !pair.pieces();
    }

    private static List<MergedCell> cells(MergedCpu cpu, Set<WriteMode> writes, ReadMode read,
                                          Set<Alignment> places) {
        return cpu.pairs().stream().filter(pair -> isLong(pair.pair()) && writes.contains(pair.pair().write())
            && pair.pair().read() == read).flatMap(pair -> places.stream()
            .flatMap(place -> pair.at(place).stream())).toList();
    }

    /** Returns what was seen; of a tear the range of rates, and where asked for the offsets. */
    private static String words(List<MergedCell> cells, boolean offsets) {
        List<MergedCell> tore = cells.stream().filter(cell -> cell.seen().torn()).toList();
        List<MergedCell> disputed = cells.stream().filter(cell -> cell.tore() && !cell.seen().torn()).toList();
        List<MergedCell> silent = cells.stream().filter(cell -> cell.seen().none()).toList();
        if (!tore.isEmpty()) {
            return "**torn**" + (offsets ? " at " + offsets(tore) + "," : "") + " " + rates(tore) + files(tore)
                + (disputed.isEmpty() ? "" : "; " + Summary.of(disputed).words() + (offsets ? ", at "
                + offsets(disputed) : "")) + (offsets ? silent.isEmpty() ? "; elsewhere untested"
                : "; elsewhere " + none(silent) : "");
        }
        if (!disputed.isEmpty()) {
            return Summary.of(cells).words();
        }
        if (!silent.isEmpty()) {
            return none(silent);
        }
        long changes = cells.stream().mapToLong(MergedCell::changes).sum();
        return cells.isEmpty() ? "untested" : changes == 0 ? cells.get(0).seen().toString()
            : "no verdict: none in " + Words.many(changes) + bound(cells);
    }

    private static String offsets(List<MergedCell> cells) {
        return OffsetList.ranges(cells.stream().map(MergedCell::offset).distinct().sorted().toList());
    }

    /** Returns in how many files it tore, if not in all that came to an answer. */
    private static String files(List<MergedCell> tore) {
        Summary summary = Summary.of(tore);
        return summary.tornFiles() == summary.files() ? "" : ", in " + summary.kOfN();
    }

    private static String none(List<MergedCell> silent) {
        boolean strong = silent.stream().allMatch(cell -> cell.seen() == Seen.NONE_STRONG);
        return "none in " + Words.many(silent.stream().mapToLong(MergedCell::changes).sum()) + bound(silent)
            + (strong ? ", strong" + Summary.of(silent).strongIn() : ", weak");
    }

    /** Places of a class are not alike, so the bound is that of the place with the fewest changes. */
    private static String bound(List<MergedCell> silent) {
        long fewest = silent.stream().mapToLong(MergedCell::changes).min().orElse(0);
        return fewest == 0 ? "" : " (" + Words.below(Silence.RULE_OF_THREE / fewest) + " a place)";
    }

    /** Of a place whose memories and files differ tenfold or more, their lowest and highest. */
    private static String rates(List<MergedCell> tore) {
        double[] rates = tore.stream().map(MergedCell::rate).flatMapToDouble(rate -> rate.isTenfold()
            ? DoubleStream.of(rate.lowest(), rate.highest()) : DoubleStream.of(rate.perChange())).sorted().toArray();
        return Words.chances(rates[0], rates[rates.length - 1]);
    }
}
