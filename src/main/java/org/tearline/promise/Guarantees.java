// SPDX-License-Identifier: Apache-2.0
package org.tearline.promise;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.tearline.machine.CpuFeature;
import org.tearline.trial.AccessRules;
import org.tearline.trial.Alignment;
import org.tearline.trial.TrialSpec;

/** The registry of promises, and the questions it answers; it remembers the answers. Thread-safe. */
public final class Guarantees {
    /** Some hundred are asked of each CPU; files that invent CPUs do not fill the memory. */
    private static final int MAX_ANSWERS = 20_000;

    private final RegistryFile file;
    /** Asked for every cell of every file, with few different questions. */
    private final Map<Asked, PairPromise> answers = new ConcurrentHashMap<>();

    private Guarantees(RegistryFile file) {
        this.file = file;
    }

    private record Asked(CpuTraits cpu, int widthBytes, Alignment placement, AccessClass write, AccessClass read) {
    }

    /** Reads the file when somebody asks for the first time, and not when a program starts. */
    private static final class Holder {
        private static final Guarantees ONE = new Guarantees(RegistryFile.read());
    }

    /** Returns the registry that comes with the program, read once. */
    public static Guarantees load() {
        return Holder.ONE;
    }

    /** Returns all rules about CPUs. */
    public List<Rule> rules() {
        return file.rules();
    }

    /** Returns what the JDK promises, whatever the CPU. */
    public List<JavaRule> javaRules() {
        return file.javaRules();
    }

    /** Returns what others saw and published. */
    public List<Observation> observations() {
        return file.observations();
    }

    /** Returns every kind of CPU that vendors tell apart, whether somebody measured one or not. */
    public List<CpuFamily> families() {
        return file.families();
    }

    /** Returns the rules with a case that holds for this CPU. */
    public List<Rule> rulesFor(CpuTraits cpu) {
        return file.rules().stream().filter(rule -> !rule.casesFor(cpu).isEmpty()).toList();
    }

    /** Returns what is promised of one side. */
    public PairPromise side(CpuTraits cpu, int widthBytes, Alignment placement, AccessClass access) {
        Promise promise = null;
        List<Rule> because = new ArrayList<>();
        Set<CpuFeature> asked = EnumSet.noneOf(CpuFeature.class);
        for (Rule rule : file.rules()) {
            if (!rule.concerns(cpu)) {
                continue;
            }
            for (Rule.Case one : rule.cases()) {
                if (!one.speaksOf(widthBytes, placement, access)) {
                    continue;
                }
                if (one.holds(cpu.features())) {
                    promise = promise == null ? one.promise() : Promise.weaker(promise, one.promise());
                    because.add(rule);
                } else if (cpu.features() == null) {
                    asked.addAll(one.with());
                    asked.addAll(one.without());
                }
            }
        }
        return new PairPromise(promise == null ? Promise.NO_RULE : promise, List.copyOf(because), Set.copyOf(asked));
    }

    /** Returns what is promised of a write and a read of the same bytes: the weaker of the two. */
    public PairPromise pair(CpuTraits cpu, int widthBytes, Alignment placement, AccessClass write, AccessClass read) {
        if (answers.size() > MAX_ANSWERS) {
            answers.clear();
        }
        return answers.computeIfAbsent(new Asked(cpu, widthBytes, placement, write, read), this::answer);
    }

    private PairPromise answer(Asked asked) {
        PairPromise writing = side(asked.cpu, asked.widthBytes, asked.placement, asked.write);
        PairPromise reading = side(asked.cpu, asked.widthBytes, asked.placement, asked.read);
        Promise weaker = Promise.weaker(writing.promise(), reading.promise());
        Set<Rule> because = new LinkedHashSet<>();
        for (PairPromise side : List.of(writing, reading)) {
            if (!weaker.denies() || side.promise() == weaker) {
                because.addAll(side.rules());
            }
        }
        Set<CpuFeature> features = new LinkedHashSet<>(writing.asked());
        features.addAll(reading.asked());
        return new PairPromise(weaker, List.copyOf(because), Set.copyOf(features));
    }

    /** Returns whether a trial's write and read are promised to be whole; nobody promises anything of an emulator. */
    public boolean atomic(boolean emulated, CpuTraits cpu, TrialSpec trial, AccessRules rules) {
        return !emulated && pair(cpu, trial, rules).atomic();
    }

    /**
     * Returns what is promised of a trial's write and read. Nothing is promised of an access that the JVM makes of
     * pieces. Do not ask for an emulator: no vendor promises what it does.
     */
    public PairPromise pair(CpuTraits cpu, TrialSpec trial, AccessRules rules) {
        return rules.piecewise(trial) ? new PairPromise(Promise.NO_RULE, List.of(), Set.of())
            : pair(cpu, trial.width().bytes(), Alignment.of(trial.offset(), trial.width().bytes(), rules.geometry()),
                AccessClass.of(trial.write(), trial.width(), trial.tier(), cpu.architecture()),
                AccessClass.of(trial.read(), trial.width(), cpu.architecture()));
    }
}
