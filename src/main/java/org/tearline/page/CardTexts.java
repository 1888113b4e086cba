// SPDX-License-Identifier: Apache-2.0
package org.tearline.page;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.tearline.promise.Guarantees.Observation.Reported;
import org.tearline.promise.Guarantees.Observation;
import org.tearline.promise.Guarantees.PairPromise;
import org.tearline.promise.Guarantees;
import org.tearline.promise.Rule.Promise;
import org.tearline.trial.AccessPair;
import org.tearline.trial.Alignment;
import org.tearline.trial.PairKind;
import org.tearline.trial.Width;
import org.tearline.verdict.Answer;
import org.tearline.verdict.Counts;
import org.tearline.verdict.Fate;
import org.tearline.verdict.Granules.Granule;
import org.tearline.verdict.Silence;
import org.tearline.verdict.Verdict;
import org.tearline.words.Sentences;
import org.tearline.words.Words;

/**
 * Says what is known of a CPU from its granules, from promises, and from reports by others. Not thread-safe.
 *
 * @param reports  what others reported, by the id of the CPU. A cache: matching names would take most of the time for a
 *                 page
 * @param promises a cache: a page asks for each of these many times
 */
record CardTexts(List<Subject> all, Map<String, List<Observation>> reports, Map<Asked, PairPromise> promises) {
    CardTexts(List<Subject> all) {
        this(all, new HashMap<>(), new HashMap<>());
    }

    /** What a promise depends on, with the id of the CPU. */
    private record Asked(String cpu, Width width, Alignment place, AccessPair pair) {
    }

    /** A write and a read of a value at an offset, and the answer. */
    private record Question(Subject cpu, Instructions access, int offset, Alignment place, Answer answer) {
        /** Any kind if an instruction is unknown, because no granule is known then. */
        PairKind kind() {
            return access.compiled().kind().orElse(PairKind.PAIR);
        }

        Width width() {
            return access.width();
        }

        int boundary() {
            return cpu.geometry().boundary(offset, width());
        }

        boolean crossesLine() {
            return place == Alignment.ACROSS_LINE || place == Alignment.ACROSS_PAGE;
        }

        /** Returns the changes in all widths that share a granule, without those widths that tore here. */
        long silent() {
            return granule(kind()).sums().stream()
                .filter(sum -> sum.boundary() == boundary() && sum.torn() == 0)
                .mapToLong(Granule.Sum::changes).reduce(0, Counts::sum);
        }

        /** Returns the granules that are named: those of both sides of a pair, unless it is of vectors. */
        Map<String, Granule> granules() {
            Map<String, Granule> granules = new LinkedHashMap<>();
            if (width().isVector()) {
                granules.put("a vector", granule(kind()));
                return granules;
            }
            if (kind() != PairKind.LOAD) {
                granules.put("a store", granule(PairKind.STORE));
            }
            if (kind() != PairKind.STORE) {
                granules.put("a load", granule(PairKind.LOAD));
            }
            return granules;
        }

        String promised() {
            if (cpu.promises().isEmpty()) {
                return "Nothing is promised for an emulator.";
            }
            return "This access " + Sentences.promised(answer) + ".";
        }

        /** Returns text such as "Bytes 28 to 35 cross the boundary at 32; on Zen 4, a store is whole only within …". */
        String torn() {
            Map<Integer, List<String>> within = new TreeMap<>();
            if (kind() != PairKind.LOCKED) {
                granules().forEach((noun, granule) -> {
                    if (boundary() >= granule.atMost()) {
                        within.computeIfAbsent(granule.atMost(), key -> new ArrayList<>()).add(noun);
                    }
                });
            }
            String limits = within.entrySet().stream().map(one -> String.join(" and ", one.getValue())
                + (one.getValue().size() > 1 ? " are" : " is") + " whole only within " + one.getKey()
                + " aligned bytes")
                .collect(Collectors.joining(", and "));
            String seen = (kind() == PairKind.LOCKED ? "locked instructions" : "they") + " were seen to tear";
            return "Bytes {from} to {to} cross the boundary at {edge}; on {cpu}, " + (limits.isEmpty() ? seen : limits)
                + ".";
        }

        String whole() {
            if (kind() == PairKind.LOCKED) {
                return "Both sides are locked instructions, which were whole wherever they were tried on {cpu}.";
            }
            String within = granules().entrySet().stream()
                .filter(one -> one.getValue().atLeast() > Granule.UNKNOWN_LEAST)
                .map(one -> one.getKey() + " within " + one.getValue().atLeast()).collect(Collectors.joining(" or "));
            return "On {cpu}, no tear was seen in " + within + " aligned bytes, and bytes {from} to {to} lie in one"
                + " such block.";
        }

        String silence() {
            long changes = silent();
            if (changes == 0) {
                return "Nothing was counted at this boundary; the answer follows from larger boundaries.";
            }
            return "No tear in " + Words.many(changes) + " changes: "
                + Sentences.missed(Silence.RULE_OF_THREE / changes) + ".";
        }

        /** @param aligned the promise at a multiple of the width */
        String fix(PairPromise aligned) {
            Width width = width();
            boolean misaligned = place != Alignment.ALIGNED;
            String there = "{next}, a multiple of " + width;
            if (answer.promise().atomic()) {
                if (crossesLine()) {
                    return "Move it to " + there + ": a locked access across a line is a split lock, which takes far"
                        + " longer and delays the other cores.";
                }
                return misaligned ? "Nothing to do on this CPU. At " + there + ", it is also whole on other CPUs."
                    : "Nothing to do: the offset is a multiple of " + width + ".";
            }
            if (misaligned && aligned.atomic()) {
                boolean splits = cpu.architecture().locksMisaligned() && crossesLine() && kind() != PairKind.PAIR;
                return "Move it to " + there + ", where it " + Sentences.promised(aligned) + "."
                    + (splits ? " A locked access across a line is also a split lock, which is slow." : "");
            }
            if (width.isVector()) {
                return "No promise covers HotSpot's vector instruction of this size, even at a multiple of " + width
                    + ": use aligned longs or a lock.";
            }
            return (misaligned ? "Move it to " + there + ", and guard" : "Guard")
                + " it with a lock: no promise is known.";
        }

        private Granule granule(PairKind side) {
            return cpu.measured().granules().deciding(side, width());
        }
    }

    CardText at(Subject cpu, Instructions access, int offset) {
        Alignment place = Alignment.of(offset, access.width(), cpu.geometry());
        Answer answer = new Answer(fate(cpu, access, offset), promise(cpu, access.width(), place, access.compiled()),
            promise(cpu, access.width(), place, access.interpreted()));
        CardText compiled = text(new Question(cpu, access, offset, place, answer));
        boolean settled = compiled.verdict() == Verdict.TORN || compiled.verdict() == Verdict.FAULTS;
        return answer.faultsAtFirst() && !settled ? compiled.faultsUntilCompiled() : compiled;
    }

    private static Fate fate(Subject cpu, Instructions access, int offset) {
        if (!cpu.isMeasured()) {
            return Fate.UNKNOWN;
        }
        return cpu.measured().granules().fate(access.compiled().kind().orElse(PairKind.PAIR), access.width(),
            cpu.geometry().boundary(offset, access.width()));
    }

    /** Returns the weakest promise of all families that the CPU may belong to. */
    private PairPromise promise(Subject cpu, Width width, Alignment place, AccessPair pair) {
        return promises.computeIfAbsent(new Asked(cpu.id(), width, place, pair), asked -> weakest(cpu, asked));
    }

    private static PairPromise weakest(Subject cpu, Asked asked) {
        AccessPair pair = asked.pair;
        List<PairPromise> each = cpu.promises().stream()
            .map(traits -> Guarantees.load().pair(traits, asked.width.bytes(), asked.place, pair.write(), pair.read()))
            .toList();
        PairPromise weakest = PairPromise.weakest(each);
        Set<Promise> promises = each.stream().map(PairPromise::promise).collect(Collectors.toSet());
        if (weakest.promise() != Promise.FAULTS || promises.size() == 1) {
            return weakest;
        }
        // Accesses fault only on some of the families.
        boolean whole = Set.of(Promise.ATOMIC, Promise.ATOMIC_OR_FAULTS, Promise.FAULTS).containsAll(promises);
        return new PairPromise(whole ? Promise.ATOMIC_OR_FAULTS : Promise.NOT_GUARANTEED_OR_TRAPS, weakest.rules(),
            weakest.asked());
    }

    private CardText text(Question asked) {
        Verdict verdict = asked.answer.verdict();
        String rules = Sentences.rules(asked.answer.promise()) + ".";
        String fix = asked.fix(promise(asked.cpu, asked.width(), Alignment.ALIGNED, asked.access.compiled()));
        return switch (verdict) {
            case FAULTS -> new CardText(verdict, "promised", "Bytes {from} to {to} are misaligned, and the ordered or"
                + " locked instruction that C2 emits faults there with SIGBUS" + rules, "", fix);
            case TORN -> new CardText(verdict, "measured", asked.torn() + " " + asked.promised(), "", fix);
            case MAY_FAULT -> new CardText(verdict, "promised", "Both accesses to bytes {from} to {to} fault with"
                + " SIGBUS or are whole, as the CPU chooses" + rules, "", fix);
            case PROMISED -> {
                long changes = asked.answer.fate() == Fate.WHOLE ? asked.silent() : 0;
                String seen = changes == 0 ? "" : "No tear was seen in " + Words.many(changes) + " changes either.";
                yield new CardText(verdict, "promised", vendors(asked.answer.promise()) + " both accesses to bytes"
                    + " {from} to {to} are whole" + rules, seen, fix);
            }
            case NOT_SEEN ->
                new CardText(verdict, "measured", asked.whole() + " " + asked.promised(), asked.silence(), fix);
            default -> unmeasured(asked, fix);
        };
    }

    private CardText unmeasured(Question asked, String fix) {
        Subject cpu = asked.cpu;
        String open = cpu.unknown() ? "Its design is unknown." : "{cpu} has not been measured.";
        String whyOpen = cpu.isMeasured() ? "The measurements of {cpu} do not settle this." : open;
        for (Observation report : reports(cpu)) {
            Reported seen = report.at(asked.kind(), asked.width().bytes(), asked.place);
            if (seen != null) {
                return reported(report, seen, whyOpen, fix);
            }
        }
        // The names of the measured CPUs by what happens there.
        Map<Fate, List<String>> fates = all.stream()
            .filter(one -> one.isReal() && one.architecture() == cpu.architecture())
            .collect(Collectors.groupingBy(one -> fate(one, asked.access, asked.offset), TreeMap::new,
                Collectors.mapping(Subject::name, Collectors.toList())));
        String why = asked.promised() + " " + whyOpen;
        String relatives = relatives(asked, fates);
        if (fates.keySet().equals(Set.of(Fate.TORN))) {
            return new CardText(Verdict.TORN, "predicted", why,
                "Predicted: every measured CPU of its architecture tears there. " + relatives, fix);
        }
        return new CardText(Verdict.OPEN, "unmeasured", why, relatives, fix);
    }

    private static CardText reported(Observation report, Reported seen, String whyOpen, String fix) {
        Verdict verdict = switch (seen) {
            case TORN -> Verdict.TORN;
            case NONE -> Verdict.NOT_SEEN;
            case FAULTS -> Verdict.FAULTS;
        };
        return new CardText(verdict, "reported", report.by() + ": " + report.observed() + " (" + report.cpu()
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
            return "The nearest measured CPU by lineage, {nearest}," + there(fate(nearest, asked.access, asked.offset))
                + ".";
        }
        return cpu.isMeasured() || !cpu.isRelated() ? "" : "No CPU of its lineage has been measured.";
    }

    private static String there(Fate fate) {
        return switch (fate) {
            case TORN -> " tore there";
            case WHOLE -> " showed no tear there";
            case UNKNOWN -> " has no clear result there";
        };
    }

    /** Returns an object that is equal for CPUs with the same texts. */
    Object basis(Subject cpu) {
        if (cpu.isMeasured()) {
            return cpu.id();
        }
        Optional<String> nearest = Optional.ofNullable(cpu.nearest(all)).map(Subject::id);
        return List.of(cpu.promises(), cpu.geometry(), cpu.unknown(), reports(cpu), nearest, cpu.isRelated());
    }

    private List<Observation> reports(Subject cpu) {
        return reports.computeIfAbsent(cpu.id(), id -> cpu.reports());
    }

    private static String vendors(PairPromise promise) {
        // One rule may be of several architectures.
        List<String> vendors = promise.rules().stream().flatMap(rule -> Stream.of(rule.vendor().split(", "))).distinct()
            .toList();
        String verb = vendors.size() == 1 ? " promises that" : " promise that";
        return vendors.isEmpty() ? "It is promised that" : Words.and(vendors) + verb;
    }
}
