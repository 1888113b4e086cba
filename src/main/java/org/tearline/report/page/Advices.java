// SPDX-License-Identifier: Apache-2.0
package org.tearline.report.page;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.tearline.merge.CostRows;
import org.tearline.merge.CpuCosts;
import org.tearline.merge.Spread;
import org.tearline.merge.Merge;
import org.tearline.merge.MergedCpu;
import org.tearline.merge.MergedPair;
import org.tearline.plan.Alignment;
import org.tearline.promise.CpuFamily;
import org.tearline.promise.Guarantees;
import org.tearline.promise.PairClass;
import org.tearline.published.Costs;
import org.tearline.report.text.Words;

/** Advises how to keep a long whole, by what was measured and promised. Pure. Thread-safe. */
final class Advices {
    private static final Set<Alignment> INSIDE = EnumSet.of(Alignment.ACROSS_8, Alignment.ACROSS_16,
        Alignment.ACROSS_32);
    private static final String INSIDE_ONE = "// address: off the heap, of the first byte; a line has 64 bytes";
    private static final String GUARD =
        "if ((address & 63) > 56) throw new IllegalStateException(\"across a line: lock both sides\");";
    private static final List<String> CPUS = List.of("intel", "x86", "any");

    private Advices() {
    }

    /** Returns every way that the choices can end in; empty where no costs were measured. */
    static List<Advice> of(Merge merge, Guarantees guarantees) {
        List<CpuCosts> costs = merge.costs();
        if (costs.isEmpty()) {
            return List.of();
        }
        String aligned = "Promised whole by: " + families(guarantees, Alignment.ALIGNED) + "; "
            + tears(merge, Set.of(Alignment.ALIGNED), "nobody saw an aligned long tear here");
        String inside = "Promised whole inside a line by: " + families(guarantees, Alignment.ACROSS_32);
        String elsewhere = "all other CPUs: " + tears(merge, INSIDE, "promised by nobody else");
        return List.of(
            new Advice("Align it to 8 bytes", CPUS.stream().map(cpu -> "move one " + cpu).toList(), List.of(
                "int at = BitUtil.align(index, Long.BYTES);  // the next multiple of 8",
                "buffer.verifyAlignment();                   // once: the buffer begins at one, too",
                "buffer.putLongOrdered(at, value);           // the writer",
                "long seen = buffer.getLongVolatile(at);     // a reader"), handed(costs, "aligned-field"), aligned,
                ""),
            new Advice("Align it to 8 bytes, and update it by getAndAdd or compare-and-set",
                CPUS.stream().map(cpu -> "move many " + cpu).toList(), List.of(
                "int at = BitUtil.align(index, Long.BYTES);  // the next multiple of 8",
                "buffer.verifyAlignment();                   // once: the buffer begins at one, too",
                "buffer.getAndAddLong(at, 1);                // any writer: none is lost",
                "long seen = buffer.getLongVolatile(at);     // a reader"), each(costs, Advices::counter), aligned, ""),
            new Advice("Leave it, if all 8 bytes lie in one line", List.of("stay one intel"), List.of(INSIDE_ONE, GUARD,
                "buffer.putLongOrdered(index, value);        // the writer",
                "long seen = buffer.getLongVolatile(index);  // a reader"), each(costs, Advices::inside),
                inside, elsewhere),
            new Advice("Leave it, if all 8 bytes lie in one line, and update it by getAndAdd or compare-and-set",
                List.of("stay many intel"), List.of(INSIDE_ONE, GUARD,
                "buffer.getAndAddLong(index, 1);             // any writer: none is lost",
                "long seen = buffer.getLongVolatile(index);  // a reader"), List.of(), inside, elsewhere),
            new Advice("Copy it to an aligned slot, which readers read instead", List.of("stay one x86",
                "stay one any"), List.of(
                "buffer.putLong(index, value);               // the writer: where the layout wants it,",
                "slot.putLongOrdered(0, value);              // then into a slot at a multiple of 8",
                "slot.verifyAlignment();                     // once",
                "long seen = slot.getLongVolatile(0);        // a reader reads the slot alone"),
                handed(costs, "copied-to-slot"), silent(costs, "copied-to-slot"), ""),
            new Advice("Take one lock on both sides", List.of("stay many x86", "stay many any"), List.of(
                "synchronized (lock) { buffer.putLong(index, value); }   // every writer",
                "long seen;",
                "synchronized (lock) { seen = buffer.getLong(index); }   // every reader",
                "// two processes share no monitor: give the file an aligned word to lock by compareAndSet"),
                handed(costs, "synchronized"), silent(costs, "synchronized"), ""));
    }

    /** Returns the sentence that aligning is free, with its numbers; empty if a CPU was measured where it is not. */
    static String free(List<CpuCosts> costs) {
        List<String> beside = new ArrayList<>();
        for (CpuCosts cpu : costs) {
            for (CostRows.ByOffset row : rows(cpu)) {
                Double aligned = nanos(row, Alignment.ALIGNED);
                Double across = nanos(row, Alignment.ACROSS_LINE);
                if (aligned != null && across != null && aligned > across) {
                    return "";
                }
                if (aligned != null && across != null && row.operation().equals("ordered")) {
                    beside.add(Words.nanos(aligned) + " ns aligned and " + Words.nanos(across)
                        + " ns across a line on " + cpu.microarchitecture());
                }
            }
        }
        return beside.isEmpty() ? "" : "Aligning is free: no access of 8 bytes by one thread cost more aligned than"
            + " across a line. An ordered store takes " + String.join(", ", beside) + ".";
    }

    /** Returns the ways that were measured and are wrong, with the CPUs. */
    static List<String> wrong(List<CpuCosts> costs, Function<String, String> name) {
        return costs.stream().flatMap(cpu -> cpu.costs().remedies().stream()).filter(judged ->
            judged.right() == Costs.Right.WRONG).map(Costs.Judged::remedy).distinct().map(remedy -> name.apply(remedy)
            + ": wrong on " + costs.stream().filter(cpu -> cpu.costs().remedies().stream().anyMatch(judged ->
            judged.remedy().equals(remedy) && judged.right() == Costs.Right.WRONG))
            .map(CpuCosts::microarchitecture).collect(Collectors.joining(", "))).toList();
    }

    private static List<String> handed(List<CpuCosts> costs, String remedy) {
        return each(costs, cpu -> CostRows.remedies(cpu.ranged()).stream().filter(row -> row.judged().remedy()
            .equals(remedy) && row.writer() != null && row.reader() != null).findFirst().map(row ->
            row.writer().words() + " ns for the writer, " + row.reader().words() + " ns for the reader"));
    }

    private static Optional<String> counter(CpuCosts cpu) {
        List<Integer> threads = CostRows.counterThreads(cpu.costs());
        return CostRows.counters(cpu.ranged()).stream().filter(row -> row.counter().equals("getandadd")).findFirst()
            .flatMap(row -> Optional.ofNullable(row.nanos().get(threads.size() - 1)).map(spread -> spread.words()
                + " ns an addition with " + threads.get(threads.size() - 1) + " threads"));
    }

    private static Optional<String> inside(CpuCosts cpu) {
        return rows(cpu).stream().filter(row -> row.operation().equals("ordered")
            && nanos(row, Alignment.ALIGNED) != null && nanos(row, Alignment.ACROSS_32) != null).findFirst()
            .map(row -> "an ordered store takes " + Words.nanos(nanos(row, Alignment.ALIGNED)) + " ns aligned, "
                + Words.nanos(nanos(row, Alignment.ACROSS_32)) + " ns across 32 bytes");
    }

    private static List<String> each(List<CpuCosts> costs, Function<CpuCosts, Optional<String>> words) {
        return costs.stream().map(cpu -> words.apply(cpu).map(text -> cpu.microarchitecture() + ": " + text)
            .orElse(null)).filter(Objects::nonNull).toList();
    }

    private static List<CostRows.ByOffset> rows(CpuCosts cpu) {
        return CostRows.byOffset(cpu.ranged(), cpu.model().geometry()).stream()
            .filter(CostRows.ByOffset::ofALongAtOnePlace).toList();
    }

    private static Double nanos(CostRows.ByOffset row, Alignment place) {
        return Spread.medianOrNull(row.nanos().get(place));
    }

    private static String silent(List<CpuCosts> costs, String remedy) {
        List<String> seen = each(costs, cpu -> cpu.costs().remedies().stream().filter(judged -> judged.remedy()
            .equals(remedy)).findFirst().map(judged -> judged.right() == Costs.Right.WRONG ? "torn"
            : "none torn in " + Words.many(judged.own().changes()) + " changes"));
        return seen.isEmpty() ? "" : "Seen: " + String.join("; ", seen);
    }

    private static String families(Guarantees guarantees, Alignment place) {
        Predicate<CpuFamily> whole = family -> PlainestPair.of(PairClass.ORDINARY).promise(guarantees, family.traits(),
            place).atomic();
        return guarantees.families().stream().filter(whole).map(CpuFamily::name).collect(Collectors.joining("; "));
    }

    /** Returns the CPUs on which an ordinary pair was seen to tear at such places, or else that none was. */
    private static String tears(Merge merge, Set<Alignment> places, String none) {
        List<String> torn = merge.cpus().stream().filter(cpu -> !cpu.model().emulated()
            && cpu.pairs().stream().filter(pair -> Answer.classOf(cpu, pair) == PairClass.ORDINARY)
                .anyMatch(pair -> tore(pair, places))).map(MergedCpu::microarchitecture).distinct().toList();
        return torn.isEmpty() ? none : "seen torn on " + String.join(", ", torn) + (places.equals(INSIDE)
            ? "; promised by nobody else" : "");
    }

    private static boolean tore(MergedPair pair, Set<Alignment> places) {
        return places.stream().flatMap(place -> pair.at(place).stream())
            .anyMatch(cell -> cell.seen().torn());
    }
}
