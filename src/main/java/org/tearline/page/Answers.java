// SPDX-License-Identifier: Apache-2.0
package org.tearline.page;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.tearline.archive.CpuDesign;
import org.tearline.promise.Guarantees;
import org.tearline.promise.Guarantees.Observation;
import org.tearline.promise.Guarantees.PairPromise;
import org.tearline.promise.Rule;
import org.tearline.promise.Rule.Promise;
import org.tearline.trial.AccessPair;
import org.tearline.trial.Alignment;
import org.tearline.trial.Api;
import org.tearline.trial.Architecture;
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
    /** The names of measured CPUs by fate at a place. A cache, because the answers for each unmeasured CPU use them. */
    private final Map<Place, Map<Fate, List<String>>> elsewhere = new HashMap<>();

    private record Place(Architecture architecture, PairKind kind, Width width, int offset) {
    }

    Answers(Guarantees guarantees, List<Subject> all) {
        this.guarantees = guarantees;
        this.all = all;
    }

    /** Returns the answer for an access through an API, which may be refused, or made otherwise until compiled. */
    Answer at(Subject cpu, Access access, int offset) {
        Width width = access.width();
        boolean aligned = offset % width.bytes() == 0;
        String refusal = access.refusal(aligned);
        if (refusal != null) {
            return refused(access, refusal);
        }
        Answer compiled = at(cpu, access.pair(Tier.C2, cpu.architecture()), width, offset);
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
        Answer interpreted = at(cpu, access.pair(Tier.INTERPRETER, cpu.architecture()), width, offset);
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

    private Answer at(Subject cpu, AccessPair pair, Width width, int offset) {
        int boundary = cpu.geometry().boundary(offset, width);
        Alignment place = Alignment.of(offset, width.bytes(), cpu.geometry());
        PairPromise promise = promise(cpu, pair, width, place);
        String fix = fix(cpu, pair, width, place, promise);
        PairKind kind = kind(pair);
        Fate fate = cpu.isMeasured() ? fate(cpu, kind, width, offset) : Fate.UNKNOWN;
        if (promise.promise() == Promise.FAULTS) {
            return new Answer(Verdict.FAULTS, Answer.PROMISED, "Bytes {from} to {to} are misaligned, and the ordered or"
                + " locked instruction that C2 emits faults there with SIGBUS" + rules(promise) + ".", "", fix);
        }
        if (fate == Fate.TORN) {
            return new Answer(Verdict.TORN, Answer.MEASURED, torn(cpu, kind, width, boundary) + " "
                + promiseSentence(cpu, promise), "", fix);
        }
        if (promise.promise() == Promise.ATOMIC_OR_FAULTS) {
            return new Answer(Verdict.MAY_FAULT, Answer.PROMISED, "Both accesses to bytes {from} to {to} fault with"
                + " SIGBUS or are whole, as the CPU chooses" + rules(promise) + ".", "", fix);
        }
        if (promise.atomic()) {
            long changes = fate == Fate.WHOLE ? silent(cpu.measured(), kind, width, boundary) : 0;
            String seen = changes == 0 ? "" : "No tear was seen in " + Words.many(changes) + " changes either.";
            return new Answer(Verdict.PROMISED, Answer.PROMISED, vendors(promise) + " both accesses"
                + " to bytes {from} to {to} are whole" + rules(promise) + ".", seen, fix);
        }
        if (fate == Fate.WHOLE) {
            return new Answer(Verdict.NOT_SEEN, Answer.MEASURED, whole(cpu, kind, width) + " "
                + promiseSentence(cpu, promise), silence(cpu, kind, width, boundary), fix);
        }
        return unmeasured(cpu, pair, width, offset, promise, fix);
    }

    private static Fate fate(Subject cpu, PairKind kind, Width width, int offset) {
        return cpu.measured().granules().fate(kind, width, cpu.geometry().boundary(offset, width));
    }

    private Answer unmeasured(Subject cpu, AccessPair pair, Width width, int offset, PairPromise promise, String fix) {
        PairKind kind = kind(pair);
        Alignment place = Alignment.of(offset, width.bytes(), cpu.geometry());
        Optional<Observation> report = reports(cpu).stream()
            .filter(seen -> seen.at(kind, width.bytes(), place) != null).findFirst();
        if (report.isPresent()) {
            return reported(report.get(), report.get().at(kind, width.bytes(), place), whyOpen(cpu), fix);
        }
        Map<Fate, List<String>> fates = elsewhere.computeIfAbsent(
            new Place(cpu.architecture(), kind, width, offset), this::elsewhere);
        String why = promiseSentence(cpu, promise) + " " + whyOpen(cpu);
        String relatives = relatives(cpu, kind, width, offset, fates);
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

    private static String whyOpen(Subject cpu) {
        if (cpu.isMeasured()) {
            return "The measurements of {cpu} do not settle this.";
        }
        return cpu.unknown() ? "Its design is unknown." : "{cpu} has not been measured.";
    }

    /**
     * Returns a sentence on what happens at a place on the nearest measured CPU, or on all measured CPUs if the design
     * is unknown. If there is no such CPU, says what has not been measured, or returns an empty text.
     */
    private String relatives(Subject cpu, PairKind kind, Width width, int offset, Map<Fate, List<String>> fates) {
        if (fates.isEmpty()) {
            return "No CPU of its architecture has been measured yet.";
        }
        if (cpu.unknown()) {
            return fates.entrySet().stream().map(one -> Words.and(one.getValue()) + there(one.getKey()))
                .collect(Collectors.joining("; ", "Measured: ", "."));
        }
        Subject nearest = cpu.nearest(all);
        if (nearest != null && nearest != cpu) {
            return "The nearest measured CPU by lineage, {nearest}," + there(fate(nearest, kind, width, offset)) + ".";
        }
        return cpu.isMeasured() || !cpu.isRelated() ? ""
            : "No CPU of its lineage has been measured.";
    }

    /** Returns the names of the measured CPUs of an architecture by what happens at a place. */
    private Map<Fate, List<String>> elsewhere(Place place) {
        return all.stream()
            .filter(cpu -> cpu.isMeasured() && !cpu.measured().emulated() && cpu.architecture() == place.architecture)
            .collect(Collectors.groupingBy(cpu -> fate(cpu, place.kind, place.width, place.offset), TreeMap::new,
                Collectors.mapping(Subject::name, Collectors.toList())));
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

    private static String there(Fate fate) {
        return switch (fate) {
            case TORN -> " tore there";
            case WHOLE -> " showed no tear there";
            case UNKNOWN -> " gave no clear result there";
        };
    }

    /** Returns the kind of a pair; any kind if an instruction is unknown, because no granule is known then. */
    private static PairKind kind(AccessPair pair) {
        return pair.kind().orElse(PairKind.PAIR);
    }

    /** Returns the weakest promise of all families that the CPU may belong to. */
    PairPromise promise(Subject cpu, AccessPair pair, Width width, Alignment place) {
        List<PairPromise> each = cpu.promises().stream()
            .map(traits -> guarantees.pair(traits, width.bytes(), place, pair.write(), pair.read())).toList();
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

    private static String promiseSentence(Subject cpu, PairPromise promise) {
        if (cpu.promises().isEmpty()) {
            return "Nothing is promised for an emulator.";
        }
        return switch (promise.promise()) {
            case ATOMIC -> "This breaks a promise" + rules(promise) + ".";
            case NO_RULE -> "No vendor rule covers this access.";
            case NOT_GUARANTEED -> "The vendor does not promise that this access is whole" + rules(promise) + ".";
            case NOT_GUARANTEED_OR_TRAPS -> "This access may tear or fault" + rules(promise) + ".";
            case ATOMIC_OR_FAULTS -> "This access faults or is whole, as the CPU chooses" + rules(promise) + ".";
            case FAULTS -> "This access should fault" + rules(promise) + ".";
        };
    }

    /** Returns text such as "Bytes 28 to 35 cross the boundary at 32; on Zen 4, a store is whole only within …". */
    private static String torn(Subject cpu, PairKind kind, Width width, int boundary) {
        String cut = kind == PairKind.LOCKED ? "locked instructions were seen to tear"
            : limits(cpu, kind, width, boundary);
        return "Bytes {from} to {to} cross the boundary at {edge}; on {cpu}, " + cut + ".";
    }

    /** Returns text such as "a store is whole only within 32 aligned bytes". */
    private static String limits(Subject cpu, PairKind kind, Width width, int boundary) {
        Map<Integer, List<String>> within = new TreeMap<>();
        for (PairKind side : sides(kind, width)) {
            int most = cpu.measured().granules().deciding(side, width).atMost();
            if (boundary >= most) {
                within.computeIfAbsent(most, key -> new ArrayList<>()).add(width.isVector() ? "a vector" : noun(side));
            }
        }
        List<String> limits = new ArrayList<>();
        within.forEach((bytes, nouns) -> limits.add(String.join(" and ", nouns) + (nouns.size() > 1 ? " are" : " is")
            + " whole only within " + bytes + " aligned bytes"));
        return limits.isEmpty() ? "they were seen to tear" : String.join(", and ", limits);
    }

    private static String whole(Subject cpu, PairKind kind, Width width) {
        if (kind == PairKind.LOCKED) {
            return "Both sides are locked instructions, which were whole wherever they were tried on {cpu}.";
        }
        List<String> parts = new ArrayList<>();
        for (PairKind side : sides(kind, width)) {
            int least = cpu.measured().granules().deciding(side, width).atLeast();
            if (least > Granule.UNKNOWN_LEAST) {
                parts.add(noun(side) + " within " + least);
            }
        }
        return "On {cpu}, no tear was seen in " + String.join(" or ", parts) + " aligned bytes, and bytes {from} to"
            + " {to} lie in one such block.";
    }

    /** Returns the kinds whose granules are named: both sides of a pair, unless it is of vectors. */
    private static List<PairKind> sides(PairKind kind, Width width) {
        return kind != PairKind.PAIR || width.isVector() ? List.of(kind) : List.of(PairKind.STORE, PairKind.LOAD);
    }

    private static String noun(PairKind kind) {
        return switch (kind) {
            case STORE -> "a store";
            case LOAD -> "a load";
            case PAIR, LOCKED -> "a store and a load";
        };
    }

    /** Returns text such as "No tear in 83 million changes. A tear rarer than 1 in 27 million could have …". */
    private static String silence(Subject cpu, PairKind kind, Width width, int boundary) {
        long changes = silent(cpu.measured(), kind, width, boundary);
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

    /** Returns the changes at a boundary in all widths that share a granule, without those widths that tore there. */
    static long silent(CpuDesign design, PairKind kind, Width width, int boundary) {
        return sums(design.granules(), kind, width).filter(sum -> sum.boundary() == boundary && sum.torn() == 0)
            .mapToLong(Granule.Sum::changes).reduce(0, Counts::sum);
    }

    /** Returns the counts of all widths that share a granule: a vector's own, or those of all Java types. */
    static Stream<Granule.Sum> sums(Granules granules, PairKind kind, Width width) {
        return Stream.of(Width.values()).filter(one -> width.isVector() ? one == width : !one.isVector())
            .flatMap(one -> granules.of(kind, one).sums().stream());
    }

    private String fix(Subject cpu, AccessPair pair, Width width, Alignment place, PairPromise here) {
        String move = "Move it to {next}, a multiple of " + width;
        if (here.atomic() && (place == Alignment.ACROSS_LINE || place == Alignment.ACROSS_PAGE)) {
            return move + ": a locked access across a line is a split lock, which takes far longer and delays the"
                + " other cores.";
        }
        if (here.atomic()) {
            return place == Alignment.ALIGNED ? "Nothing to do: the offset is a multiple of " + width + "."
                : "Nothing to do on this CPU. At {next}, a multiple of " + width + ", it is also whole on other CPUs.";
        }
        PairPromise aligned = promise(cpu, pair, width, Alignment.ALIGNED);
        if (place != Alignment.ALIGNED && aligned.atomic()) {
            boolean splits = kind(pair) != PairKind.PAIR
                && (place == Alignment.ACROSS_LINE || place == Alignment.ACROSS_PAGE);
            String slow = splits ? " The locked access across a line is also a split lock, which is slow." : "";
            return move + ", where it is promised to be whole" + rules(aligned) + "." + slow;
        }
        if (width.isVector()) {
            return "No promise covers HotSpot's vector instruction of this size, even at a multiple of " + width
                + ": use aligned longs or a lock.";
        }
        return (place == Alignment.ALIGNED ? "Guard" : move + ", and guard") + " it with a lock: no promise is known.";
    }
}
