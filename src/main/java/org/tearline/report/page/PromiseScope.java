// SPDX-License-Identifier: Apache-2.0
package org.tearline.report.page;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.tearline.plan.Alignment;
import org.tearline.plan.ReadMode;
import org.tearline.plan.Tier;
import org.tearline.plan.Width;
import org.tearline.plan.WriteMode;
import org.tearline.promise.AccessClass;
import org.tearline.promise.CpuFamily;
import org.tearline.promise.Guarantees;
import org.tearline.promise.PairPromise;
import org.tearline.promise.Promise;
import org.tearline.promise.Rule;

/**
 * Holds what is promised of every CPU of one family, or of several where a name does not tell which: for each write and
 * read of the tester at each place. Immutable.
 */
record PromiseScope(Guarantees guarantees, List<CpuFamily> families) {

    /**
     * Returns one for each family in the order of the registry, and then one for each set of them that a name may mean.
     */
    static List<PromiseScope> all(Guarantees guarantees) {
        return names(guarantees).stream().map(names -> of(guarantees, names)).toList();
    }

    /** Returns which of {@link #all} is of these families. */
    static int number(Guarantees guarantees, List<String> families) {
        return names(guarantees).indexOf(families);
    }

    private static List<List<String>> names(Guarantees guarantees) {
        return Stream.concat(guarantees.families().stream().map(family -> List.of(family.name())),
            KnownCpus.list().stream().map(KnownCpus.KnownCpu::families)).distinct().toList();
    }

    private static PromiseScope of(Guarantees guarantees, List<String> names) {
        return new PromiseScope(guarantees, names.stream().map(name -> guarantees.families().stream()
            .filter(family -> family.name().equals(name)).findFirst()
            .orElseThrow(() -> new IllegalArgumentException("no family is called " + name))).toList());
    }

    String name() {
        return families.stream().map(CpuFamily::name).collect(Collectors.joining(" or "));
    }

    AccessClass of(WriteMode write, Width width) {
        return AccessClass.of(write, width, Tier.C2, families.get(0).traits().architecture());
    }

    AccessClass of(ReadMode read, Width width) {
        return AccessClass.of(read, width, families.get(0).traits().architecture());
    }

    /** Returns what is promised of both sides, whichever of the families it is. */
    PairPromise promise(Width width, Alignment column, AccessClass write, AccessClass read) {
        return joined(families.stream().map(family -> guarantees.pair(family.traits(), width.bytes(),
            column, write, read)).toList());
    }

    /** The same in words, with what each side is promised where that differs and there is one family. */
    CpuView.PromiseView view(Width width, Alignment column, AccessClass write, AccessClass read) {
        if (families.size() == 1) {
            return CpuViews.promise(guarantees, families.get(0).traits(), width.bytes(), column, write, read);
        }
        PairPromise both = promise(width, column, write, read);
        return new CpuView.PromiseView(CpuViews.words(both), "", String.join(", ", both.ruleIds()), both.promise(), 1);
    }

    /**
     * Returns what is left of several promises for who does not know which of them holds; a fault of some is a trap of
     * all.
     */
    static PairPromise joined(List<PairPromise> all) {
        List<Promise> promises = all.stream().map(PairPromise::promise).distinct().toList();
        Promise weakest = promises.stream().reduce(Promise::weaker).orElseThrow();
        // The rules that decide, as for one pair.
        Set<Rule> rules = new LinkedHashSet<>();
        all.stream().filter(one -> one.promise() == weakest).forEach(one -> rules.addAll(one.rules()));
        return new PairPromise(promises.size() > 1 && weakest == Promise.FAULTS ? Promise.NOT_GUARANTEED_OR_TRAPS
            : weakest, List.copyOf(rules), Set.of());
    }

    /** For the script: which kind of instruction each mode is, and what two of them are promised at each place. */
    Map<String, Object> data(PageTables tables) {
        Map<String, Object> object = new LinkedHashMap<>();
        object.put("name", name());
        object.put("sentence", new PromiseSentence(this).text());
        object.put("writes", classes(WriteMode.values(), mode -> of(mode, Width.LONG)));
        object.put("reads", classes(ReadMode.values(), mode -> of(mode, Width.LONG)));
        Map<String, Object> widths = new LinkedHashMap<>();
        for (Width width : Width.values()) {
            Set<AccessClass> writes = Arrays.stream(WriteMode.values()).map(mode -> of(mode, width))
                .collect(Collectors.toCollection(LinkedHashSet::new));
            Set<AccessClass> reads = Arrays.stream(ReadMode.values()).map(mode -> of(mode, width))
                .collect(Collectors.toCollection(LinkedHashSet::new));
            Map<String, Integer> rows = new LinkedHashMap<>();
            writes.forEach(write -> reads.forEach(read -> rows.put(write.ordinal() + "" + read.ordinal(),
                tables.promiseRows.number(Stream.of(Alignment.values()).map(column ->
                    tables.promise(view(width, column, write, read))).toList()))));
            widths.put(String.valueOf(width.bytes()), rows);
        }
        object.put("promises", widths);
        return object;
    }

    private static <M> Map<String, Integer> classes(M[] modes, Function<M, AccessClass> of) {
        Map<String, Integer> classes = new LinkedHashMap<>();
        new ArrayList<>(List.of(modes)).forEach(mode -> classes.put(mode.toString(), of.apply(mode).ordinal()));
        return classes;
    }
}
