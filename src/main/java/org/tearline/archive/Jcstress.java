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
import org.tearline.file.JcstressImport.MixedCase;
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
 * The outcome of the jcstress tests, compared with the agreed numbers. Leaves out cases that the numbers do not
 * decide.
 *
 * @param jvms    the JVMs that ran the tests
 * @param samples the number of samples in all cases
 * @param torn    cases that can tear and did
 * @param whole   cases that cannot tear and did not
 * @param missed  cases that can tear and did not, which is not a contradiction
 * @param extra   cases that cannot tear and did, which is a contradiction
 * @param mixed   the tests of two sizes, added up over all files; by test and place
 */
public record Jcstress(SortedSet<String> jvms, long samples, int torn, int whole, List<String> missed,
                       List<String> extra, List<MixedCase> mixed) {
    /** One place, write and read. A raw address and a direct buffer use the same instruction. */
    private record Pair(JcstressCase.Place place, WriteMode write, ReadMode read) {
        private TrialSpec trial() {
            return new TrialSpec(Memory.UNSAFE, Width.LONG, place.offset(), write, read, 1, 1, Processes.ONE, Tier.C2,
                1);
        }

        @Override
        public String toString() {
            return place + " " + write + "/" + read;
        }
    }

    /** Returns one element, or none if there is no file from a known JVM. */
    static List<Jcstress> of(Granules granules, List<ResultFile> all) {
        List<ResultFile> files = all.stream()
            .filter(file -> file.environment().rules().jvmKnown())
            .toList();
        if (files.isEmpty()) {
            return List.of();
        }
        SortedSet<String> jvms = new TreeSet<>();
        Map<Pair, Boolean> torn = new TreeMap<>(Comparator.comparing(Pair::toString));
        long samples = 0;
        for (ResultFile file : files) {
            jvms.add(file.environment().jvm().vendor() + " " + file.environment().jvm().version());
            for (JcstressCase one : file.cases()) {
                samples += one.states().values().stream()
                    .mapToLong(Long::longValue)
                    .sum();
                if (one.memory() != Memory.BYTEBUFFER) {
                    torn.merge(new Pair(one.place(), one.write(), one.read()), one.torn(), Boolean::logicalOr);
                }
            }
        }
        AccessRules rules = files.get(0).environment().rules();
        int bothTorn = 0;
        int bothWhole = 0;
        List<String> missed = new ArrayList<>();
        List<String> extra = new ArrayList<>();
        for (Map.Entry<Pair, Boolean> entry : torn.entrySet()) {
            TrialSpec trial = entry.getKey().trial();
            Fate fate = granules.fate(rules.kind(trial).orElseThrow(), Width.LONG,
                rules.geometry().boundary(trial.offset(), Width.LONG));
            if (fate == Fate.UNKNOWN) {
                continue;
            }
            boolean seen = entry.getValue();
            boolean mayTear = fate == Fate.TORN;
            if (seen && mayTear) {
                bothTorn++;
            } else if (seen) {
                extra.add(entry.getKey().toString());
            } else if (mayTear) {
                missed.add(entry.getKey().toString());
            } else {
                bothWhole++;
            }
        }
        return List.of(new Jcstress(jvms, samples, bothTorn, bothWhole, List.copyOf(missed), List.copyOf(extra),
            mixed(files)));
    }

    private static List<MixedCase> mixed(List<ResultFile> files) {
        Map<String, MixedCase> byName = new TreeMap<>();
        for (ResultFile file : files) {
            for (MixedCase one : file.mixed()) {
                byName.merge(one.test() + " " + one.place().ordinal(), one, MixedCase::plus);
            }
        }
        return List.copyOf(byName.values());
    }

    /** Returns the comparison as a phrase, without the names of cases. */
    public String words() {
        return "tears in " + torn + " of " + (torn + missed.size()) + " cases that can tear, and in " + extra.size()
            + " of " + (whole + extra.size()) + " that cannot";
    }
}
