// SPDX-License-Identifier: Apache-2.0
package org.tearline.tools;

import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.tearline.archive.KnownCpu;
import org.tearline.archive.KnownGranules;
import org.tearline.loop.Stressor;
import org.tearline.machine.Machine;
import org.tearline.run.GranuleSearch;
import org.tearline.run.Tester;
import org.tearline.run.link.TrialRequest;
import org.tearline.trial.Budget;
import org.tearline.trial.PairKind;
import org.tearline.trial.SplitLocks;
import org.tearline.trial.ThreadCpus;
import org.tearline.trial.Tier;
import org.tearline.trial.TrialSpec;
import org.tearline.trial.Until;
import org.tearline.verdict.Fate;
import org.tearline.verdict.Granules.Granule;
import org.tearline.verdict.Granules;

/**
 * Measures the granules repeatedly in new workers. Answers must not contradict each other or the published granules of
 * this CPU. Not thread-safe.
 */
final class GranuleTruth {
    private final Machine machine;
    private final ThreadCpus threadCpus;
    private final SplitLocks splitLocks;
    private final Map<PairKind, Granule> bounds = new EnumMap<>(PairKind.class);

    GranuleTruth(Machine machine, ThreadCpus threadCpus, SplitLocks splitLocks) {
        this.machine = machine;
        this.threadCpus = threadCpus;
        this.splitLocks = splitLocks;
        Optional<KnownCpu> published = KnownGranules.load().of(machine.architecture(), machine.cpuOrUnknown());
        published.map(KnownCpu::granules).ifPresent(known -> {
            bounds.put(PairKind.STORE, known.of(PairKind.STORE));
            bounds.put(PairKind.LOAD, known.of(PairKind.LOAD));
        });
    }

    /** Prints the answers; returns 1 if any is wrong, else 0. */
    int measure(int times) throws IOException, InterruptedException {
        List<String> wrong = new ArrayList<>();
        int exact = 0;
        for (int i = 0; i < times; i++) {
            try (Tester tester = Tester.open(Tier.C2, false)) {
                Granules found = new GranuleSearch(tester, new TrialRequest(TrialSpec.USUAL,
                    new Budget(1, 1, Until.FIRST), threadCpus, machine.rules(), Stressor.MIX, splitLocks, null, false,
                    List.of()))
                    .run().granules();
                if (found.locked() == Fate.TORN) {
                    wrong.add("two locked sides tore");
                }
                check(PairKind.STORE, found, wrong);
                check(PairKind.LOAD, found, wrong);
                exact += found.of(PairKind.STORE).known() && found.of(PairKind.LOAD).known() ? 1 : 0;
            }
        }
        System.out.println("truth: granules, " + times + " measurements: both exact in " + exact + "; wrong "
            + wrong.size());
        wrong.forEach(line -> System.out.println("wrong: " + line));
        return wrong.isEmpty() ? 0 : 1;
    }

    private void check(PairKind kind, Granules found, List<String> wrong) {
        Granule now = found.of(kind);
        Granule before = bounds.getOrDefault(kind, Granule.UNKNOWN);
        int least = Math.max(before.atLeast(), now.atLeast());
        int most = Math.min(before.atMost(), now.atMost());
        if (least > most) {
            wrong.add(kind + ": " + now.atLeast() + " to " + now.atMost() + " bytes, and " + before.atLeast() + " to "
                + before.atMost() + " before");
        } else {
            bounds.put(kind, new Granule(least, most, false, List.of()));
        }
    }
}
