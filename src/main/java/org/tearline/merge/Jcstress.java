// SPDX-License-Identifier: Apache-2.0
package org.tearline.merge;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.tearline.plan.AccessRules;
import org.tearline.plan.Memory;
import org.tearline.plan.Processes;
import org.tearline.plan.ReadMode;
import org.tearline.plan.Tier;
import org.tearline.plan.TrialSpec;
import org.tearline.plan.Width;
import org.tearline.plan.WriteMode;
import org.tearline.published.JcstressCase;
import org.tearline.published.ResultFile;
import org.tearline.published.SeriesTier;
import org.tearline.result.Granules;
import org.tearline.result.Granules.Fate;

/**
 * What the tests of jcstress saw on a CPU model, beside what the tester's own results say of the same place, write and
 * read. A case is compared where those results decide it. Immutable.
 *
 * @param jvms    that ran the tests
 * @param samples in all cases
 * @param agreed  cases in which both saw a tear, or neither did
 * @param missed  cases that the tester saw torn, and jcstress did not
 * @param extra   cases that jcstress saw torn, and the tester says are whole
 */
public record Jcstress(MergedCpu cpu, SortedSet<String> jvms, long samples, int agreed, List<String> missed,
                       List<String> extra) {

    /** One place, write and read; a raw address and a direct buffer are the same instruction. */
    private record Case(JcstressCase.Place place, WriteMode write, ReadMode read) {
        private TrialSpec trial() {
            return new TrialSpec(Memory.UNSAFE, Width.LONG, place.offset(), write, read, 1, 1, Processes.ONE, Tier.C2,
                1);
        }

        @Override
        public String toString() {
            return place + " " + write + "/" + read;
        }
    }

    static Jcstress of(MergedCpu cpu, List<ResultFile> files) {
        SortedSet<String> jvms = new TreeSet<>();
        Map<Case, Boolean> torn = new TreeMap<>(Comparator.comparing(Case::toString));
        long samples = 0;
        for (ResultFile file : files) {
            jvms.add(file.environment().jvm().vendor() + " " + file.environment().jvm().version());
            for (JcstressCase one : file.cases()) {
                samples += one.states().values().stream().mapToLong(Long::longValue).sum();
                if (one.memory() != Memory.BYTEBUFFER) {
                    torn.merge(new Case(one.place(), one.write(), one.read()), one.torn(), Boolean::logicalOr);
                }
            }
        }
        AccessRules rules = files.get(0).environment().rules();
        Granules granules = granules(cpu, rules);
        int agreed = 0;
        List<String> missed = new ArrayList<>();
        List<String> extra = new ArrayList<>();
        for (Map.Entry<Case, Boolean> entry : torn.entrySet()) {
            TrialSpec trial = entry.getKey().trial();
            Fate fate = granules.fate(Granules.Kind.of(trial, rules).orElseThrow(), Width.LONG,
                rules.geometry().boundary(trial.offset(), Width.LONG));
            if (fate == Fate.UNKNOWN) {
                continue;
            }
            if (entry.getValue() == (fate == Fate.TORN)) {
                agreed++;
            } else {
                (entry.getValue() ? extra : missed).add(entry.getKey().toString());
            }
        }
        return new Jcstress(cpu, jvms, samples, agreed, List.copyOf(missed), List.copyOf(extra));
    }

    /** The granules that follow from the cells of the tester's own files. */
    private static Granules granules(MergedCpu cpu, AccessRules rules) {
        return Granules.of(cpu.pairs().stream().filter(pair -> pair.pair().width() == Width.LONG
                && pair.pair().processes() == Processes.ONE && pair.pair().tier() == SeriesTier.C2
                && !pair.pair().pieces())
            .flatMap(pair -> Granules.Kind.of(new Case(JcstressCase.Place.ALIGNED, pair.pair().write(),
                pair.pair().read()).trial(), rules).stream().map(kind -> new Granules.Asked(kind, Width.LONG,
                pair.cells().stream().filter(cell -> cell.tore() || cell.seen().none()).map(cell ->
                    new Granules.Place(rules.geometry().boundary(cell.offset(), Width.LONG), cell.changes(),
                        cell.torn(), true)).toList()))).toList());
    }

    /** How many cases the tester's results decide. */
    public int compared() {
        return agreed + missed.size() + extra.size();
    }

    /** The answer in a line, without the cases that differ. */
    public String words() {
        return compared() == 0 ? "nothing to compare with" : "agrees at " + agreed + " of " + compared() + " cases";
    }
}
