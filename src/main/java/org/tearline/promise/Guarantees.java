// SPDX-License-Identifier: Apache-2.0
package org.tearline.promise;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.tearline.machine.CpuModel;
import org.tearline.machine.CpuModel.CpuFeature;
import org.tearline.promise.AccessClass.PairClass;
import org.tearline.promise.Rule.Promise;
import org.tearline.trial.AccessRules;
import org.tearline.trial.Architecture;
import org.tearline.trial.Geometry;
import org.tearline.trial.Geometry.Alignment;
import org.tearline.trial.TrialSpec;
import org.tearline.trial.Width;

/** The registry of promises, with a cache of answers. Thread-safe. */
public final class Guarantees {
    /** Bounds the cache against files that invent CPUs; a real CPU needs some hundred. */
    private static final int MAX_ANSWERS = 20_000;

    private final RegistryFile file;
    private final Map<Asked, PairPromise> answers = new ConcurrentHashMap<>();

    private Guarantees(RegistryFile file) {
        this.file = file;
    }

    private record Asked(CpuTraits cpu, int widthBytes, Alignment placement, AccessClass write, AccessClass read) {
    }

    /** Loads the file on first use rather than at startup. */
    private static final class Holder {
        private static final Guarantees ONE = new Guarantees(RegistryFile.read());
    }

    public static Guarantees load() {
        return Holder.ONE;
    }

    public List<Rule> rules() {
        return file.rules();
    }

    /** What the JDK promises, whatever the CPU. */
    public List<JavaRule> javaRules() {
        return file.javaRules();
    }

    /** What others saw and published. */
    public List<Observation> observations() {
        return file.observations();
    }

    /** The kinds of CPU that vendors tell apart, measured or not. */
    public List<CpuFamily> families() {
        return file.families();
    }

    public List<Rule> rulesFor(CpuTraits cpu) {
        return file.rules().stream().filter(rule -> !rule.casesFor(cpu).isEmpty()).toList();
    }

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

    /** What is promised of a write and a read of the same bytes: the weaker of the two. */
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

    /** Whether a trial's write and read are promised to be whole; nobody promises anything of an emulator. */
    public boolean atomic(boolean emulated, CpuTraits cpu, TrialSpec trial, AccessRules rules) {
        return !emulated && pair(cpu, trial, rules).atomic();
    }

    /**
     * What is promised of a trial's write and read: nothing where the JVM makes an access of pieces. Not for emulators,
     * which no vendor covers.
     */
    public PairPromise pair(CpuTraits cpu, TrialSpec trial, AccessRules rules) {
        return rules.piecewise(trial) ? new PairPromise(Promise.NO_RULE, List.of(), Set.of())
            : pair(cpu, trial.width().bytes(), Alignment.of(trial.offset(), trial.width().bytes(), rules.geometry()),
                AccessClass.of(trial.write(), trial.width(), trial.tier(), cpu.architecture()),
                AccessClass.of(trial.read(), trial.width(), cpu.architecture()));
    }

    /** What the JDK's documentation promises of an API, whatever the CPU. */
    public record JavaRule(String id, String appliesTo, String access, List<Integer> widths, String placement,
                           String promise, String sentence, String source, String url, String confidence) {
    }

    /** CPUs that are promised the same, by a name that people know. */
    public record CpuFamily(String name, String alsoCalled, CpuTraits traits) {
    }

    /**
     * What others saw and published: no promise, and never mixed with our counts.
     *
     * @param how        by what test, or that there was none
     * @param confidence read: it was read there; quoted: it was read elsewhere
     * @param cells      what was seen of a misaligned 8-byte value; empty for another width or address, or without a
     *   test
     */
    public record Observation(String id, String cpu, String observed, String how, String by, String source, String url,
                              String confidence, List<Cell> cells) {
        /** A claim about some writes and reads at some places. */
        public record Cell(List<PairClass> pairs, List<Alignment> placements, Reported seen) {
        }

        /** What somebody reports, without counts. */
        public enum Reported {
            TORN, NONE, FAULTS;

            @Override
            public String toString() {
                return name().toLowerCase(Locale.ROOT);
            }
        }

        /** The report on one kind of pair at one place, or null. */
        public Reported at(PairClass pair, Alignment placement) {
            return cells.stream().filter(cell -> cell.pairs().contains(pair) && cell.placements().contains(placement))
                .map(Cell::seen).findFirst().orElse(null);
        }
    }

    /**
     * What is promised of one access, or of a write and a read together.
     *
     * @param rules that decide: of both sides, or of those that deny it; empty where no document says anything
     * @param asked features that would decide, and of which it is unknown whether the CPU has them
     */
    public record PairPromise(Promise promise, List<Rule> rules, Set<CpuFeature> asked) {
        /** Whether both sides are promised never to be seen half done. */
        public boolean atomic() {
            return promise == Promise.ATOMIC;
        }

        public List<String> ruleIds() {
            return rules.stream().map(Rule::id).toList();
        }
    }

    /** What promises depend on. A null is not known, and no rule that asks for it applies. */
    public record CpuTraits(Architecture architecture, String vendor, Integer family, Set<CpuFeature> features) {
        public CpuTraits {
            features = features == null ? null : Set.copyOf(features);
        }

        public static CpuTraits of(Architecture architecture, CpuModel cpu) {
            return new CpuTraits(architecture, cpu.vendor(), cpu.family(), cpu.features() == null ? null
                : Set.copyOf(cpu.features()));
        }

        /** The same CPU with another look's features: a hypervisor can hide one but not add one. */
        public CpuTraits with(Set<CpuFeature> found) {
            if (features == null || found == null) {
                return new CpuTraits(architecture, vendor, family, features == null ? found : features);
            }
            Set<CpuFeature> both = EnumSet.noneOf(CpuFeature.class);
            both.addAll(features);
            both.addAll(found);
            return new CpuTraits(architecture, vendor, family, both);
        }
    }

    /**
     * The block inside which a CPU's vendor promises that an access is whole, comparable with a measured granule.
     *
     * @param bytes a power of two; 0 where not even an aligned access is promised
     */
    public record PromisedGranule(int bytes, Set<Rule> rules) {
        /** The promised granule of one kind of access of one width, inside a line. */
        public static PromisedGranule of(Guarantees registry, CpuTraits cpu, Width width, AccessClass access,
                                         Geometry geometry) {
            Set<Rule> because = new LinkedHashSet<>();
            int bytes = 0;
            for (int boundary = width.bytes() / 2; boundary < geometry.lineBytes(); boundary *= 2) {
                int offset = boundary < width.bytes() ? 0 : boundary - Math.max(1, width.bytes() / 2);
                PairPromise promise = registry.side(cpu, width.bytes(), Alignment.of(offset, width.bytes(), geometry),
                    access);
                if (!promise.atomic()) {
                    break;
                }
                bytes = 2 * boundary;
                because.addAll(promise.rules());
            }
            return new PromisedGranule(bytes, Set.copyOf(because));
        }

        public List<String> ruleIds() {
            return rules.stream().map(Rule::id).sorted().toList();
        }
    }
}
