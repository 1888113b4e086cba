// SPDX-License-Identifier: Apache-2.0
package org.tearline.archive;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.tearline.file.JcstressImport.JcstressCase;
import org.tearline.file.ResultFile;
import org.tearline.trial.AccessRules;
import org.tearline.trial.Memory;
import org.tearline.trial.TrialSpec;
import org.tearline.trial.TrialSpec.Processes;
import org.tearline.trial.TrialSpec.ReadMode;
import org.tearline.trial.TrialSpec.Tier;
import org.tearline.trial.TrialSpec.WriteMode;
import org.tearline.trial.Width;
import org.tearline.verdict.Granules;
import org.tearline.verdict.Granules.Fate;

/**
 * What the tests of jcstress saw on a CPU design, beside what the agreed numbers say of the same place, write and
 * read. A case is compared where they decide it.
 *
 * @param jvms    that ran the tests
 * @param samples in all cases
 * @param torn    cases that tear and that jcstress saw torn
 * @param whole   cases that cannot tear and that it saw whole
 * @param missed  cases that tear, of which it saw no tear: a matter of luck, and no contradiction
 * @param extra   cases that cannot tear and that it saw torn: a contradiction
 */
public record Jcstress(SortedSet<String> jvms, long samples, int torn, int whole, List<String> missed,
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

    /** One element, or none without a file. */
    static List<Jcstress> of(Granules granules, List<ResultFile> files) {
        if (files.isEmpty()) {
            return List.of();
        }
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
        int alsoTorn = 0;
        int alsoWhole = 0;
        List<String> missed = new ArrayList<>();
        List<String> extra = new ArrayList<>();
        for (Map.Entry<Case, Boolean> entry : torn.entrySet()) {
            TrialSpec trial = entry.getKey().trial();
            Fate fate = granules.fate(Granules.Kind.of(trial, rules).orElseThrow(), Width.LONG,
                rules.geometry().boundary(trial.offset(), Width.LONG));
            if (fate == Fate.UNKNOWN) {
                continue;
            }
            boolean seen = entry.getValue();
            if (seen != (fate == Fate.TORN)) {
                (seen ? extra : missed).add(entry.getKey().toString());
            } else if (seen) {
                alsoTorn++;
            } else {
                alsoWhole++;
            }
        }
        return List.of(new Jcstress(jvms, samples, alsoTorn, alsoWhole, List.copyOf(missed), List.copyOf(extra)));
    }

    /** The comparison in a line, without the cases that differ. */
    public String words() {
        return "torn in " + torn + " of " + (torn + missed.size()) + " cases that can tear, in " + extra.size() + " of "
            + (whole + extra.size()) + " that cannot";
    }
}
