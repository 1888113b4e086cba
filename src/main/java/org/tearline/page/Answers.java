// SPDX-License-Identifier: Apache-2.0
package org.tearline.page;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.tearline.promise.Guarantees;
import org.tearline.promise.Guarantees.Observation;
import org.tearline.promise.Guarantees.PairPromise;
import org.tearline.promise.Rule;
import org.tearline.promise.Rule.Promise;
import org.tearline.trial.AccessPair;
import org.tearline.trial.Alignment;
import org.tearline.trial.Api;
import org.tearline.trial.PairKind;
import org.tearline.trial.Tier;
import org.tearline.trial.Width;
import org.tearline.verdict.Counts;
import org.tearline.verdict.Fate;
import org.tearline.verdict.Granules;
import org.tearline.verdict.Granules.Granule;
import org.tearline.verdict.Silence;
import org.tearline.verdict.Verdict;

/** Answers questions about a CPU from its granules, from promises, and from reports by others. Not thread-safe. */
final class Answers {
    private static final long UPDATES_PER_SECOND = 1_000_000;

    private final Guarantees guarantees;
    private final List<Subject> all;
    /** What others reported, by the id of the CPU. A cache: matching names would take most of the time for a page. */
    private final Map<String, List<Observation>> reports = new HashMap<>();

    Answers(Guarantees guarantees, List<Subject> all) {
        this.guarantees = guarantees;
        this.all = all;
    }

    /** A write and a read, by the instructions of a tier, of a value at an offset. */
    private record Question(Subject cpu, AccessPair pair, Width width, int offset) {
        static Question of(Subject cpu, Access access, Tier tier, int offset) {
            return new Question(cpu, access.pair(tier, cpu.architecture()), access.width(), offset);
        }

        /** Any kind if an instruction is unknown, because no granule is known then. */
        PairKind kind() {
            return pair.kind().orElse(PairKind.PAIR);
        }

        int boundary() {
            return cpu.geometry().boundary(offset, width);
        }

        Alignment place() {
            return Alignment.of(offset, width.bytes(), cpu.geometry());
        }

        boolean crossesLine() {
            return place() == Alignment.ACROSS_LINE || place() == Alignment.ACROSS_PAGE;
        }

        Fate on(Subject measured) {
            return measured.measured().granules().fate(kind(), width, measured.geometry().boundary(offset, width));
        }

        /** Returns the changes in all widths that share a granule, without those widths that tore here. */
        long silent() {
            return sums(cpu.measured().granules(), kind(), width)
                .filter(sum -> sum.boundary() == boundary() && sum.torn() == 0)
                .mapToLong(Granule.Sum::changes).reduce(0, Counts::sum);
        }

        /** Returns the granules that are named: those of both sides of a pair, unless it is of vectors. */
        Map<String, Granule> granules() {
            Map<String, Granule> granules = new TreeMap<>(Comparator.reverseOrder());
            if (kind() != PairKind.PAIR || width.isVector()) {
                granules.put(width.isVector() ? "a vector" : noun(kind()), granule(kind()));
            } else {
                List.of(PairKind.STORE, PairKind.LOAD).forEach(side -> granules.put(noun(side), granule(side)));
            }
            return granules;
        }

        private Granule granule(PairKind side) {
            return cpu.measured().granules().deciding(side, width);
        }

        private static String noun(PairKind kind) {
            return kind == PairKind.STORE ? "a store" : "a load";
        }
    }

    /** Returns the answer for an access through an API, which may be refused, or made otherwise until compiled. */
    Answer at(Subject cpu, Access access, int offset) {
        boolean aligned = offset % access.width().bytes() == 0;
        String refusal = access.refusal(aligned);
        if (refusal != null) {
            return refused(access, refusal);
        }
        Answer compiled = at(Question.of(cpu, access, Tier.C2, offset));
        if (compiled.verdict() == Verdict.TORN) {
            return compiled;
        }
        String atFirst = access.refusalUntilCompiled(offset);
        if (atFirst != null) {
            return compiled.refusedUntilCompiled(atFirst);
        }
        if (access.inPieces(aligned)) {
            return compiled.tornUntilCompiled();
        }
        Answer interpreted = at(Question.of(cpu, access, Tier.INTERPRETER, offset));
        boolean faultsAtFirst = interpreted.verdict() == Verdict.FAULTS && compiled.verdict() != Verdict.FAULTS;
        return faultsAtFirst ? compiled.faultsUntilCompiled() : compiled;
    }

    /** Returns the answer for what the JDK refuses on every CPU. */
    private static Answer refused(Access access, String refusal) {
        boolean missing = refusal.equals(Api.NO_METHOD);
        String why = missing ? "{api} has no such method." : "The JDK throws " + refusal + " ({api}).";
        boolean allowedAligned = access.refusal(true) == null;
        String there = "{next}, a multiple of " + access.width();
        String fix = allowedAligned ? "Move it to " + there + ", where the JDK allows the access."
            : "Use another API, {instead}, at " + there + ".";
        return new Answer(Verdict.REFUSED, Answer.DOCUMENTED, why, "", fix);
    }

    private Answer at(Question asked) {
        Subject cpu = asked.cpu;
        PairPromise promise = promise(asked, asked.place());
        String rules = rules(promise) + ".";
        String sentence = sentence(cpu, promise);
        String fix = fix(asked, promise);
        Fate fate = cpu.isMeasured() ? asked.on(cpu) : Fate.UNKNOWN;
        Verdict verdict = Verdict.of(promise.promise(), fate);
        return switch (verdict) {
            case FAULTS -> new Answer(verdict, Answer.PROMISED, "Bytes {from} to {to} are misaligned, and the ordered"
                + " or locked instruction that C2 emits faults there with SIGBUS" + rules, "", fix);
            case TORN -> new Answer(verdict, Answer.MEASURED, torn(asked) + " " + sentence, "", fix);
            case MAY_FAULT -> new Answer(verdict, Answer.PROMISED, "Both accesses to bytes {from} to {to} fault with"
                + " SIGBUS or are whole, as the CPU chooses" + rules, "", fix);
            case PROMISED -> {
                long changes = fate == Fate.WHOLE ? asked.silent() : 0;
                String seen = changes == 0 ? "" : "No tear was seen in " + Words.many(changes) + " changes either.";
                yield new Answer(verdict, Answer.PROMISED, vendors(promise) + " both accesses to bytes {from} to {to}"
                    + " are whole" + rules, seen, fix);
            }
            case NOT_SEEN -> new Answer(verdict, Answer.MEASURED, whole(asked) + " " + sentence, silence(asked), fix);
            default -> unmeasured(asked, sentence, fix);
        };
    }

    private Answer unmeasured(Question asked, String sentence, String fix) {
        Subject cpu = asked.cpu;
        String open = cpu.unknown() ? "Its design is unknown." : "{cpu} has not been measured.";
        String whyOpen = cpu.isMeasured() ? "The measurements of {cpu} do not settle this." : open;
        for (Observation report : reports(cpu)) {
            Observation.Reported seen = report.at(asked.kind(), asked.width.bytes(), asked.place());
            if (seen != null) {
                return reported(report, seen, whyOpen, fix);
            }
        }
        // The names of the measured CPUs by what happens there.
        Map<Fate, List<String>> fates = all.stream()
            .filter(one -> one.isReal() && one.architecture() == cpu.architecture())
            .collect(Collectors.groupingBy(asked::on, TreeMap::new,
                Collectors.mapping(Subject::name, Collectors.toList())));
        String why = sentence + " " + whyOpen;
        String relatives = relatives(asked, fates);
        if (fates.keySet().equals(Set.of(Fate.TORN))) {
            return new Answer(Verdict.TORN, Answer.PREDICTED, why,
                "Predicted: every measured CPU of its architecture tears there. " + relatives, fix);
        }
        return new Answer(Verdict.OPEN, Answer.UNMEASURED, why, relatives, fix);
    }

    private static Answer reported(Observation report, Observation.Reported seen, String whyOpen, String fix) {
        Verdict verdict = switch (seen) {
            case TORN -> Verdict.TORN;
            case NONE -> Verdict.NOT_SEEN;
            case FAULTS -> Verdict.FAULTS;
        };
        return new Answer(verdict, Answer.REPORTED, report.by() + ": " + report.observed() + " (" + report.cpu()
            + "; " + report.id() + "). " + whyOpen, "Reported by others and not verified here.", fix);
    }

    /**
     * Returns a sentence on what happens at a place on the nearest measured CPU, or on all measured CPUs if the design
     * is unknown. If there is no such CPU, says what has not been measured, or returns an empty text.
     */
    private String relatives(Question asked, Map<Fate, List<String>> fates) {
        Subject cpu = asked.cpu;
        if (fates.isEmpty()) {
            return "No CPU of its architecture has been measured yet.";
        }
        if (cpu.unknown()) {
            return fates.entrySet().stream().map(one -> Words.and(one.getValue()) + there(one.getKey()))
                .collect(Collectors.joining("; ", "Measured: ", "."));
        }
        Subject nearest = cpu.nearest(all);
        if (nearest != null && nearest != cpu) {
            return "The nearest measured CPU by lineage, {nearest}," + there(asked.on(nearest)) + ".";
        }
        return cpu.isMeasured() || !cpu.isRelated() ? "" : "No CPU of its lineage has been measured.";
    }

    private static String there(Fate fate) {
        return switch (fate) {
            case TORN -> " tore there";
            case WHOLE -> " showed no tear there";
            case UNKNOWN -> " gave no clear result there";
        };
    }

    /** Returns an object that is equal for CPUs with the same answers. */
    Object basis(Subject cpu) {
        if (cpu.isMeasured()) {
            return cpu.id();
        }
        Optional<String> nearest = Optional.ofNullable(cpu.nearest(all)).map(Subject::id);
        return List.of(cpu.promises(), cpu.geometry(), cpu.unknown(), reports(cpu), nearest, cpu.isRelated());
    }

    List<Observation> reports(Subject cpu) {
        return reports.computeIfAbsent(cpu.id(), id -> cpu.reports(guarantees));
    }

    /** Returns the weakest promise of all families that the CPU may belong to. */
    private PairPromise promise(Question asked, Alignment place) {
        AccessPair pair = asked.pair;
        List<PairPromise> each = asked.cpu.promises().stream()
            .map(traits -> guarantees.pair(traits, asked.width.bytes(), place, pair.write(), pair.read())).toList();
        Promise weakest = each.stream().map(PairPromise::promise).reduce(Promise::weaker).orElse(Promise.NO_RULE);
        Set<Rule> rules = new LinkedHashSet<>();
        each.stream().filter(one -> one.promise() == weakest).forEach(one -> rules.addAll(one.rules()));
        boolean someFault = weakest == Promise.FAULTS && each.stream().anyMatch(one -> one.promise() != weakest);
        return new PairPromise(someFault ? ifSomeFault(each) : weakest, List.copyOf(rules), Set.of());
    }

    /** Returns the common promise of families of which only some fault. */
    private static Promise ifSomeFault(List<PairPromise> each) {
        boolean whole = each.stream().map(PairPromise::promise)
            .allMatch(Set.of(Promise.ATOMIC, Promise.ATOMIC_OR_FAULTS, Promise.FAULTS)::contains);
        return whole ? Promise.ATOMIC_OR_FAULTS : Promise.NOT_GUARANTEED_OR_TRAPS;
    }

    private static String vendors(PairPromise promise) {
        List<String> vendors = promise.rules().stream().map(Rule::vendor).distinct().toList();
        String verb = vendors.size() == 1 ? " promises that" : " promise that";
        return vendors.isEmpty() ? "It is promised that" : String.join(" and ", vendors) + verb;
    }

    private static String rules(PairPromise promise) {
        String ids = promise.ruleIds().stream().distinct().sorted().collect(Collectors.joining(", "));
        return ids.isEmpty() ? "" : " (" + ids + ")";
    }

    private static String sentence(Subject cpu, PairPromise promise) {
        if (cpu.promises().isEmpty()) {
            return "Nothing is promised for an emulator.";
        }
        String rules = rules(promise) + ".";
        return switch (promise.promise()) {
            case ATOMIC -> "This breaks a promise" + rules;
            case NO_RULE -> "No vendor rule covers this access.";
            case NOT_GUARANTEED -> "The vendor does not promise that this access is whole" + rules;
            case NOT_GUARANTEED_OR_TRAPS -> "This access may tear or fault" + rules;
            case ATOMIC_OR_FAULTS -> "This access faults or is whole, as the CPU chooses" + rules;
            case FAULTS -> "This access should fault" + rules;
        };
    }

    /** Returns text such as "Bytes 28 to 35 cross the boundary at 32; on Zen 4, a store is whole only within …". */
    private static String torn(Question asked) {
        Map<Integer, List<String>> within = new TreeMap<>();
        if (asked.kind() != PairKind.LOCKED) {
            asked.granules().forEach((noun, granule) -> {
                if (asked.boundary() >= granule.atMost()) {
                    within.computeIfAbsent(granule.atMost(), key -> new ArrayList<>()).add(noun);
                }
            });
        }
        String limits = within.entrySet().stream().map(one -> String.join(" and ", one.getValue())
            + (one.getValue().size() > 1 ? " are" : " is") + " whole only within " + one.getKey() + " aligned bytes")
            .collect(Collectors.joining(", and "));
        String seen = asked.kind() == PairKind.LOCKED ? "locked instructions were seen to tear"
            : "they were seen to tear";
        return "Bytes {from} to {to} cross the boundary at {edge}; on {cpu}, " + (limits.isEmpty() ? seen : limits)
            + ".";
    }

    private static String whole(Question asked) {
        if (asked.kind() == PairKind.LOCKED) {
            return "Both sides are locked instructions, which were whole wherever they were tried on {cpu}.";
        }
        String within = asked.granules().entrySet().stream()
            .filter(one -> one.getValue().atLeast() > Granule.UNKNOWN_LEAST)
            .map(one -> one.getKey() + " within " + one.getValue().atLeast()).collect(Collectors.joining(" or "));
        return "On {cpu}, no tear was seen in " + within + " aligned bytes, and bytes {from} to {to} lie in one such"
            + " block.";
    }

    /** Returns text such as "No tear in 83 million changes. A tear rarer than 1 in 27 million could have …". */
    private static String silence(Question asked) {
        long changes = asked.silent();
        if (changes == 0) {
            return "Nothing was counted at this boundary; the answer follows from larger boundaries.";
        }
        double perSecond = UPDATES_PER_SECOND * Silence.RULE_OF_THREE / changes;
        boolean frequent = perSecond > 0.5;
        String missed = frequent ? Words.many(Math.round(Math.ceil(perSecond))) + " per second"
            : "one every " + Words.many((long) (1 / perSecond)) + " seconds";
        return "No tear in " + Words.many(changes) + " changes. A tear rarer than 1 in "
            + Words.many((long) (changes / Silence.RULE_OF_THREE)) + " could have been missed; at a million"
            + " updates per second, that is up to " + missed + ".";
    }

    /** Returns the counts of all widths that share a granule: a vector's own, or those of all Java types. */
    static Stream<Granule.Sum> sums(Granules granules, PairKind kind, Width width) {
        return Stream.of(Width.values()).filter(one -> width.isVector() ? one == width : !one.isVector())
            .flatMap(one -> granules.of(kind, one).sums().stream());
    }

    private String fix(Question asked, PairPromise here) {
        Width width = asked.width;
        boolean misaligned = asked.place() != Alignment.ALIGNED;
        String move = "Move it to {next}, a multiple of " + width;
        if (here.atomic() && asked.crossesLine()) {
            return move + ": a locked access across a line is a split lock, which takes far longer and delays the"
                + " other cores.";
        }
        if (here.atomic()) {
            return misaligned ? "Nothing to do on this CPU. At {next}, a multiple of " + width
                + ", it is also whole on other CPUs." : "Nothing to do: the offset is a multiple of " + width + ".";
        }
        PairPromise aligned = promise(asked, Alignment.ALIGNED);
        if (misaligned && aligned.atomic()) {
            boolean splits = asked.cpu.architecture().locksMisaligned() && asked.crossesLine()
                && asked.kind() != PairKind.PAIR;
            return move + ", where it is promised to be whole" + rules(aligned) + "."
                + (splits ? " A locked access across a line is also a split lock, which is slow." : "");
        }
        if (width.isVector()) {
            return "No promise covers HotSpot's vector instruction of this size, even at a multiple of " + width
                + ": use aligned longs or a lock.";
        }
        return (misaligned ? move + ", and guard" : "Guard") + " it with a lock: no promise is known.";
    }
}
