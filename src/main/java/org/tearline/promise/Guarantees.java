// SPDX-License-Identifier: Apache-2.0
package org.tearline.promise;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.tearline.machine.CpuFeature;
import org.tearline.promise.Rule.Case;
import org.tearline.promise.Rule.Promise;
import org.tearline.trial.AccessClass;
import org.tearline.trial.AccessPair;
import org.tearline.trial.AccessRules;
import org.tearline.trial.Alignment;
import org.tearline.trial.LowerCase;
import org.tearline.trial.PairKind;
import org.tearline.trial.TrialSpec;

/**
 * The registry of promises. Thread-safe.
 *
 * @param families the kinds of CPU that promises distinguish, whether measured or not
 */
public record Guarantees(List<Rule> rules, List<Observation> observations, List<CpuFamily> families) {
    private static final Guarantees ONE = RegistryFile.read();

    public static Guarantees load() {
        return ONE;
    }

    /** Returns the weakest promise of all rules that apply to an access, or {@link Promise#NO_RULE} without a rule. */
    public PairPromise side(CpuTraits cpu, int widthBytes, Alignment placement, AccessClass access) {
        List<Promise> promises = new ArrayList<>();
        List<Rule> deciding = new ArrayList<>();
        Set<CpuFeature> asked = new HashSet<>();
        for (Rule rule : rules.stream().filter(one -> one.concerns(cpu)).toList()) {
            for (Case candidate : rule.cases()) {
                boolean covers = candidate.widths().contains(widthBytes) && candidate.accesses().contains(access)
                    && candidate.placements().contains(placement);
                if (covers && candidate.appliesTo(cpu.features())) {
                    promises.add(candidate.promise());
                    deciding.add(rule);
                } else if (covers && cpu.features() == null) {
                    asked.addAll(candidate.with());
                    asked.addAll(candidate.without());
                }
            }
        }
        return new PairPromise(promises.stream().reduce(Promise::weaker).orElse(Promise.NO_RULE),
            List.copyOf(deciding), Set.copyOf(asked));
    }

    /** Combines the promises for a write and a read of the same bytes; see {@link Promise#weaker}. */
    public PairPromise pair(CpuTraits cpu, int widthBytes, Alignment placement, AccessClass write, AccessClass read) {
        return PairPromise.weakest(List.of(side(cpu, widthBytes, placement, write),
            side(cpu, widthBytes, placement, read)));
    }

    /** Whether a trial's write and read are promised to be atomic. Nothing is promised for emulators. */
    public boolean atomic(boolean emulated, CpuTraits cpu, TrialSpec trial, AccessRules rules) {
        return !emulated && pair(cpu, trial, rules).atomic();
    }

    /**
     * Returns the promise for a trial's write and read, or {@link Promise#NO_RULE} if the JVM splits an access or uses
     * unknown instructions. Not for emulators, which no promise covers.
     */
    public PairPromise pair(CpuTraits cpu, TrialSpec trial, AccessRules rules) {
        if (rules.piecewise(trial) || !rules.jvmKnown()) {
            return new PairPromise(Promise.NO_RULE, List.of(), Set.of());
        }
        int bytes = trial.width().bytes();
        Alignment placement = Alignment.of(trial.offset(), trial.width(), rules.geometry());
        if (trial.oneSided()) {
            // Only the vector can tear.
            return pair(cpu, bytes, placement, AccessClass.VECTOR, AccessClass.VECTOR);
        }
        AccessPair pair = rules.pair(trial);
        return pair(cpu, bytes, placement, pair.write(), pair.read());
    }

    /**
     * CPUs with the same promises, under a common name.
     *
     * @param alsoCalled names of such CPUs, separated by commas
     */
    public record CpuFamily(String name, String alsoCalled, CpuTraits traits) {
    }

    /**
     * A report published by others: not a promise, and not part of our counts.
     *
     * @param cells results for misaligned 8-byte values; empty for other values, or without a test
     */
    public record Observation(String id, String cpu, String observed, String by, String source, String url,
                              List<ObservedCase> cells) {
        /** A result that holds for all of the given pairs, widths in bytes and placements. */
        record ObservedCase(List<PairKind> pairs, List<Integer> widths, List<Alignment> placements,
                                   Reported seen) {
        }

        /** A result without counts. */
        public enum Reported {
            TORN, NONE, FAULTS;

            @Override
            public String toString() {
                return LowerCase.of(this);
            }
        }

        /** Returns the result for a pair at a placement; null if none was reported. */
        public Reported at(PairKind pair, int widthBytes, Alignment placement) {
            return cells.stream()
                .filter(cell -> cell.pairs.contains(pair) && cell.widths.contains(widthBytes)
                    && cell.placements.contains(placement))
                .map(ObservedCase::seen)
                .findFirst()
                .orElse(null);
        }
    }

    /**
     * The promise for an access, or for several accesses together.
     *
     * @param rules the rules that decide
     * @param asked features on which the promise depends; empty if the CPU's features are known
     */
    public record PairPromise(Promise promise, List<Rule> rules, Set<CpuFeature> asked) {
        /**
         * Returns the weakest of several promises. Those who make it decide, or all of them if it is a combination that
         * none makes alone.
         */
        public static PairPromise weakest(List<PairPromise> several) {
            Promise weakest = several.stream().map(PairPromise::promise).reduce(Promise::weaker)
                .orElse(Promise.NO_RULE);
            boolean combined = several.stream().noneMatch(one -> one.promise == weakest);
            List<Rule> rules = several.stream().filter(one -> combined || one.promise == weakest)
                .flatMap(one -> one.rules.stream()).distinct().toList();
            Set<CpuFeature> asked = several.stream().flatMap(one -> one.asked.stream()).collect(Collectors.toSet());
            return new PairPromise(weakest, rules, asked);
        }

        public boolean atomic() {
            return promise == Promise.ATOMIC;
        }

        public List<String> ruleIds() {
            return rules.stream().map(Rule::id).toList();
        }
    }
}
