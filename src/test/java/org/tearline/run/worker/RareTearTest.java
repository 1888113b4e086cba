// SPDX-License-Identifier: Apache-2.0
package org.tearline.run.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.function.ToDoubleFunction;
import java.util.stream.DoubleStream;
import org.agrona.UnsafeApi;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.tearline.loop.RareTears;
import org.tearline.loop.Stressor;
import org.tearline.run.link.Message.Where;
import org.tearline.run.link.TrialRequest;
import org.tearline.trial.AccessRules;
import org.tearline.trial.Architecture;
import org.tearline.trial.Budget;
import org.tearline.trial.Generations;
import org.tearline.trial.Geometry;
import org.tearline.trial.Memory;
import org.tearline.trial.ReadMode;
import org.tearline.trial.SplitLocks;
import org.tearline.trial.ThreadCpus;
import org.tearline.trial.Tier;
import org.tearline.trial.TrialSpec.Processes;
import org.tearline.trial.TrialSpec;
import org.tearline.trial.Until;
import org.tearline.trial.Width;
import org.tearline.trial.WriteMode;
import org.tearline.verdict.Planted;
import org.tearline.verdict.Tally;
import org.tearline.verdict.TornDecoder;

/**
 * Tests that rare tears are detected as often as expected. The writer stores torn values at a known low rate. The
 * expected share of trials that find one assumes independent changes and takes the detection rate from planted values.
 * The value is aligned, so the CPU adds no tears. The loops are interpreted, so that no compilation log is needed.
 */
@Tag("stress")
class RareTearTest {
    private static final AccessRules RULES = new AccessRules(Architecture.X86_64,
        new Geometry(64, UnsafeApi.pageSize()), true);
    private static final TrialSpec TRIAL = new TrialSpec(Memory.UNSAFE, Width.LONG, 0, WriteMode.ORDERED,
        ReadMode.VOLATILE, 1, 1, Processes.ONE, Tier.INTERPRETER, 1);
    private static final int SEAM = 4;
    /** Limit in standard deviations; three in ten thousand correct sums exceed it. */
    private static final double DEVIATIONS = 3.6;
    /**
     * A reader that samples at random misses the planted values that follow another one, which are no changes. Rare
     * tears do not follow each other, so it finds more of them.
     */
    private static final double SHARE_AFTER_ORDINARY =
        (double) Generations.ORDINARY / (Generations.ORDINARY + Generations.PLANTED);
    /** The rarest tears take 10 s on an idle machine, and several times as long on a busy one. */
    private static final long TIME_LIMIT_NANOS = 200_000_000_000L;

    /** Stored tears per change, the minimum changes of a trial, and the trials. */
    private record Rate(double perChange, long changes, int trials) {
    }

    /** What the trials of a rate came to, and what they should have come to. */
    private record Outcome(Rate rate, List<Long> changes, int seen, long torn, double efficiency) {
        /** Returns the number of trials that should see a torn value, if so many of the stored ones are found. */
        double trials(double found) {
            return shares(found).sum();
        }

        double variance() {
            return shares(efficiency).map(share -> share * (1 - share)).sum();
        }

        /** Returns the number of torn values that should be seen. */
        double values() {
            return rate.perChange() * efficiency * changes.stream().mapToLong(Long::longValue).sum();
        }

        private DoubleStream shares(double found) {
            return changes.stream().mapToDouble(counted -> -Math.expm1(-rate.perChange() * found * counted));
        }
    }

    @BeforeAll
    static void needsTwoCpus() {
        assumeTrue(Runtime.getRuntime().availableProcessors() > 1, "needs two CPUs");
    }

    private static List<Rate> rates() {
        if (Boolean.getBoolean("tearline.rarest")) {
            return List.of(new Rate(1e-7, 5_000_000, 100));
        }
        List<Rate> rates = new ArrayList<>(List.of(new Rate(1e-4, 20_000, 60)));
        if (Boolean.getBoolean("tearline.all")) {
            rates.add(new Rate(1e-5, 50_000, 100));
            // Takes 90 s.
            rates.add(new Rate(1e-6, 500_000, 100));
        }
        return rates;
    }

    /** Bounds the sums over all trials of all rates; those of a single rate scatter twice as far. */
    @Test
    void shouldDetectRareTearsAtTheirRate() throws Exception {
        List<Outcome> outcomes = new ArrayList<>();
        for (Rate rate : rates()) {
            outcomes.add(measured(rate));
        }
        double seen = sum(outcomes, Outcome::seen);
        double leastSeen = sum(outcomes, one -> one.trials(one.efficiency()));
        double mostSeen = sum(outcomes, one -> one.trials(one.efficiency() / SHARE_AFTER_ORDINARY));
        double limitSeen = DEVIATIONS * Math.sqrt(sum(outcomes, Outcome::variance));
        double torn = sum(outcomes, Outcome::torn);
        double leastTorn = sum(outcomes, Outcome::values);
        double mostTorn = leastTorn / SHARE_AFTER_ORDINARY;
        double limitTorn = DEVIATIONS * Math.sqrt(mostTorn);
        System.out.printf(Locale.ROOT, "seen in %.0f trials, expected %.1f to %.1f +- %.1f; %.0f torn values, expected "
            + "%.1f to %.1f +- %.1f%n", seen, leastSeen, mostSeen, limitSeen, torn, leastTorn, mostTorn, limitTorn);
        assertThat(seen).isBetween(leastSeen - limitSeen, mostSeen + limitSeen);
        assertThat(torn).isBetween(leastTorn - limitTorn, mostTorn + limitTorn);
    }

    private static double sum(List<Outcome> outcomes, ToDoubleFunction<Outcome> value) {
        return outcomes.stream().mapToDouble(value).sum();
    }

    private static Outcome measured(Rate rate) throws Exception {
        RareTears tears = new RareTears(rate.perChange(), SEAM, new Random(rate.changes()));
        Budget budget = new Budget(TIME_LIMIT_NANOS, rate.changes(), Until.BUDGET);
        TrialRequest request = new TrialRequest(TRIAL, budget, ThreadCpus.none(List.of()), RULES, Stressor.AUTO,
            SplitLocks.FORBIDDEN_BY_USER, null, false, List.of());
        int seen = 0;
        long torn = 0;
        Planted planted = Planted.NONE;
        List<Long> changes = new ArrayList<>();
        long begin = System.nanoTime();
        try (Workbench bench = bench(request, tears)) {
            for (int i = 0; i < rate.trials(); i++) {
                Tally tally = new TrialRunner(request, bench, message -> { }).run().tally();
                assertThat(tally.counts().alien()).isZero();
                assertThat(tally.counts().changes()).isGreaterThanOrEqualTo(rate.changes());
                seen += tally.counts().torn() > 0 ? 1 : 0;
                torn += tally.counts().torn();
                planted = planted.plus(tally.planted());
                changes.add(tally.counts().changes());
            }
        }
        Outcome outcome = new Outcome(rate, changes, seen, torn, planted.efficiency());
        double stored = (double) tears.torn() / tears.ordinary();
        System.out.printf(Locale.ROOT, "rate %.0e, %,d changes: seen in %d of %d trials, expected %.1f; %,d torn of "
            + "%,d ordinary values stored (%.2e), of which %.1f could be seen and %d were; planted %,d of %,d (%.3f); "
            + "%.1f s%n", rate.perChange(), rate.changes(), seen, rate.trials(), outcome.trials(outcome.efficiency()),
            tears.torn(), tears.ordinary(), stored, changes.stream().mapToLong(Long::longValue).sum() * stored, torn,
            planted.found(), planted.expected(), planted.efficiency(), (System.nanoTime() - begin) / 1e9);
        return outcome;
    }

    private static Workbench bench(TrialRequest request, RareTears tears) throws Exception {
        BitSet middle = new BitSet();
        middle.set(SEAM);
        return new Workbench(request, null, stressor -> { }, accesses -> accesses,
            false) {
            @Override
            KernelPair pair(TrialSpec trial, Stressor stressor) throws IOException {
                KernelPair pair = super.pair(trial, stressor);
                return new KernelPair(tears.in(pair.writer()), pair.reader(), stressor);
            }

            /** Skips side trials, which take longer than the trial. */
            @Override
            boolean allowed(TrialSpec trial) {
                return false;
            }

            @Override
            List<Place> places(Where where, TrialSpec trial) {
                return super.places(where, trial).stream().map(place -> new Place(place.trial(), where, place.slot(),
                    place.address(), place.target(), place.generations(), place.candidates(),
                    new TornDecoder(place.generations(), middle, SEAM, ByteOrder.nativeOrder()))).toList();
            }
        };
    }
}
