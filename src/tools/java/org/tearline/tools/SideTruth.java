// SPDX-License-Identifier: Apache-2.0
package org.tearline.tools;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.tearline.engine.Tester;
import org.tearline.engine.TrialListener;
import org.tearline.engine.link.TrialRequest;
import org.tearline.kernel.Stressor;
import org.tearline.plan.AccessRules;
import org.tearline.plan.Budget;
import org.tearline.plan.Memory;
import org.tearline.plan.Processes;
import org.tearline.plan.ReadMode;
import org.tearline.plan.SplitLocks;
import org.tearline.plan.ThreadCpus;
import org.tearline.plan.Tier;
import org.tearline.plan.TrialSpec;
import org.tearline.plan.Until;
import org.tearline.plan.Width;
import org.tearline.plan.WriteMode;
import org.tearline.platform.Machine;
import org.tearline.result.Attribution;
import org.tearline.result.TrialResult;
import org.tearline.result.WhoTore;
import org.tearline.result.Witness;

/**
 * Asks who tore, of two ordinary sides across a line: on x86-64 both do, so whoever names one of them alone is wrong.
 */
final class SideTruth {
    private static final int FIRST_OF_PAGE = 4080;
    private static final int LAST_OF_PAGE = 4095;
    private static final int TWO_LINES = 128;
    private static final long TRIAL_NANOS = TimeUnit.SECONDS.toNanos(10);
    /** In C2; below it a tear may be too rare to be seen in the time of an ask. */
    private static final double MOST_UNANSWERED = 0.05;
    /** Of ten asks, of which one in thirty stays unanswered, more than three do in one of 4,500 walks. */
    private static final int FEW_UNANSWERED = 3;

    private final Machine machine;
    private final AccessRules rules;
    private final ThreadCpus threadCpus;
    private final SplitLocks splitLocks;
    private final Random random;

    SideTruth(Machine machine, ThreadCpus threadCpus, SplitLocks splitLocks, Random random) {
        this.machine = machine;
        this.rules = machine.rules();
        this.threadCpus = threadCpus;
        this.splitLocks = splitLocks;
        this.random = random;
    }

    /** Asks so often in each tier and prints the answers; 1 if one of them is wrong, else 0. */
    int ask(List<Tier> tiers, int asks) throws IOException, InterruptedException {
        int wrong = 0;
        for (Tier tier : tiers) {
            try (Tester tester = Tester.open(tier)) {
                wrong |= ask(tester, tier, asks);
            }
        }
        return wrong;
    }

    private int ask(Tester tester, Tier tier, int asks) throws IOException, InterruptedException {
        Map<String, Integer> answers = new TreeMap<>();
        List<String> unanswered = new ArrayList<>();
        List<String> wrong = new ArrayList<>();
        int atOnce = 0;
        int both = 0;
        long[] locked = new long[asks];
        long[] waited = new long[asks];
        List<TrialSpec> trials = trials(tier);
        for (int i = 0; i < asks; i++) {
            TrialSpec trial = trials.get(random.nextInt(trials.size()));
            long[] firstTear = new long[1];
            TrialResult result = ask(tester, trial, firstTear, wrong);
            locked[i] = lockedNanos(result);
            if (isBoth(result)) {
                atOnce++;
            } else {
                // On a busy machine the threads of an ask hardly run at the same time: a bound of a few changes.
                result = ask(tester, trial, firstTear, wrong);
                locked[i] += lockedNanos(result);
            }
            WhoTore who = result.judgement().whoTore();
            String answer = who == null ? result.judgement().verdict().toString() : who.who().toString();
            answers.merge(answer, 1, Integer::sum);
            if (who != null) {
                waited[i] = System.nanoTime() - firstTear[0];
                if (isBoth(result)) {
                    both++;
                } else {
                    unanswered.add(trial + ": " + who);
                }
            } else {
                unanswered.add(trial + ": " + answer);
            }
        }
        if (tier == Tier.C2 && unanswered.size() > Math.max(FEW_UNANSWERED, MOST_UNANSWERED * asks)) {
            wrong.add(unanswered.size() + " of " + asks + " asks in C2 were not answered by both");
        }
        System.out.printf(Locale.ROOT, "truth: %s, who tore, asked %d: both in %d on the first ask, in %d after the"
            + " second %s; locked across a line %.1f ms in the median, %.1f ms at most, %.1f s together; from the first"
            + " tear to the answer %.1f ms in the median; wrong %d%n", tier, asks, atOnce, both, answers,
            median(locked) / 1e6, Arrays.stream(locked).max().orElse(0) / 1e6, Arrays.stream(locked).sum() / 1e9,
            median(waited) / 1e6, wrong.size());
        unanswered.forEach(line -> System.out.println("not both: " + line));
        wrong.forEach(line -> System.out.println("wrong: " + line));
        return wrong.isEmpty() ? 0 : 1;
    }

    private TrialResult ask(Tester tester, TrialSpec trial, long[] firstTear, List<String> wrong)
        throws IOException, InterruptedException {
        TrialResult result = tester.run(request(trial), any -> false, machine, new TrialListener() {
            @Override
            public void firstTear(Witness witness, long nanos) {
                firstTear[0] = System.nanoTime();
            }
        });
        WhoTore who = result.judgement().whoTore();
        if (who != null && (who.who() == Attribution.WRITE || who.who() == Attribution.READ)) {
            wrong.add(trial + ": one side alone, " + who);
        }
        return result;
    }

    /** How long the asks counted, in which one side locks. */
    private static long lockedNanos(TrialResult result) {
        WhoTore who = result.judgement().whoTore();
        return who == null ? 0 : who.write().nanos() + who.read().nanos();
    }

    private static boolean isBoth(TrialResult result) {
        WhoTore who = result.judgement().whoTore();
        return who != null && who.who() == Attribution.BOTH;
    }

    /** Every scalar value of two ordinary sides that lies across a line or a page. */
    private List<TrialSpec> trials(Tier tier) {
        List<TrialSpec> trials = new ArrayList<>();
        for (WriteMode write : WriteMode.values()) {
            for (ReadMode read : ReadMode.values()) {
                if (rules.locked(write, tier) || rules.locked(read) || write == WriteMode.SEQLOCK || read.guarded()) {
                    continue;
                }
                for (Width width : Width.scalars()) {
                    for (Memory memory : new Memory[] {Memory.UNSAFE, Memory.DIRECT, Memory.HEAP}) {
                        IntStream.concat(IntStream.range(0, TWO_LINES), IntStream.rangeClosed(FIRST_OF_PAGE,
                            LAST_OF_PAGE)).mapToObj(offset -> new TrialSpec(memory, width, offset, write, read, 1, 1,
                                Processes.ONE, tier, random.nextInt(1 << 16)))
                            .filter(trial -> rules.crosses(trial) && canTell(trial)).forEach(trials::add);
                    }
                }
            }
        }
        return trials;
    }

    private static long median(long[] nanos) {
        return Arrays.stream(nanos).sorted().skip(nanos.length / 2).findFirst().orElse(0);
    }

    private boolean canTell(TrialSpec trial) {
        return !rules.refused(trial) && !rules.piecewise(trial) && !rules.refused(trial.withLockedRead())
            && !rules.refused(trial.withLockedWrite());
    }

    private TrialRequest request(TrialSpec trial) {
        return new TrialRequest(trial, new Budget(TRIAL_NANOS, rules.defaultChanges(trial), Until.FIRST), threadCpus,
            rules, Stressor.AUTO, splitLocks, null, false);
    }
}
