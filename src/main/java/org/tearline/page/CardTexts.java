// SPDX-License-Identifier: Apache-2.0
package org.tearline.page;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.tearline.promise.Guarantees.Observation.Reported;
import org.tearline.promise.Guarantees.Observation;
import org.tearline.promise.Guarantees.PairPromise;
import org.tearline.promise.Guarantees;
import org.tearline.promise.Rule.Promise;
import org.tearline.trial.AccessPair;
import org.tearline.trial.Alignment;
import org.tearline.trial.Instructions;
import org.tearline.trial.Width;
import org.tearline.verdict.Answer;
import org.tearline.verdict.Fate;
import org.tearline.verdict.Verdict;
import org.tearline.words.Sentences;
import org.tearline.words.Words;

/**
 * Says what is known of a CPU from its granules, from promises, and from reports by others. Not thread-safe.
 *
 * @param reports  what others reported, by the id of the CPU. A cache: matching names would take most of the time for a
 *                 page
 * @param promises what is promised. A cache: a page asks for each promise many times
 */
record CardTexts(List<Subject> all, Map<String, List<Observation>> reports, Map<Asked, PairPromise> promises) {
    /** What a promise depends on, with the id of the CPU. */
    private record Asked(String cpu, Width width, Alignment place, AccessPair pair) {
    }

    CardTexts(List<Subject> all) {
        this(all, new HashMap<>(), new HashMap<>());
    }

    CardText at(Subject cpu, Instructions access, int offset) {
        Alignment place = Alignment.of(offset, access.width(), cpu.geometry());
        Answer answer = new Answer(cpu.fate(access, offset), promise(cpu, access.width(), place, access.compiled()),
            promise(cpu, access.width(), place, access.interpreted()));
        CardText compiled = text(new CardPhrases(cpu, access, offset, place, answer));
        boolean settled = compiled.verdict() == Verdict.TORN || compiled.verdict() == Verdict.FAULTS;
        return answer.faultsAtFirst() && !settled ? compiled.faultsUntilCompiled() : compiled;
    }

    private CardText text(CardPhrases asked) {
        Verdict verdict = asked.answer().verdict();
        String rules = Sentences.rules(asked.answer().promise()) + ".";
        String fix = asked.fix(promise(asked.cpu(), asked.width(), Alignment.ALIGNED, asked.access().compiled()));
        return switch (verdict) {
            case FAULTS -> new CardText(verdict, "promised", "Bytes {from} to {to} are misaligned, and the ordered or"
                + " locked instruction that C2 emits faults there with SIGBUS" + rules, "", fix);
            case TORN -> new CardText(verdict, "measured", asked.torn() + " " + asked.promised(), "", fix);
            case MAY_FAULT -> new CardText(verdict, "promised", "Both accesses to bytes {from} to {to} fault with"
                + " SIGBUS or are whole, as the CPU chooses" + rules, "", fix);
            case PROMISED -> {
                long changes = asked.answer().fate() == Fate.WHOLE ? asked.silent() : 0;
                String seen = changes == 0 ? "" : "No tear was seen in " + Words.many(changes) + " changes either.";
                yield new CardText(verdict, "promised", asked.vendors() + " both accesses to bytes {from} to {to} are"
                    + " whole" + rules, seen, fix);
            }
            case NOT_SEEN ->
                new CardText(verdict, "measured", asked.whole() + " " + asked.promised(), asked.silence(), fix);
            default -> unmeasured(asked, fix);
        };
    }

    private CardText unmeasured(CardPhrases asked, String fix) {
        Subject cpu = asked.cpu();
        String open = cpu.unknown() ? "Its design is unknown." : "{cpu} has not been measured.";
        String whyOpen = cpu.isMeasured() ? "The measurements of {cpu} do not settle this." : open;
        for (Observation report : reports(cpu)) {
            Reported seen = report.at(asked.kind(), asked.width().bytes(), asked.place());
            if (seen != null) {
                return reported(report, seen, whyOpen, fix);
            }
        }
        // The names of the measured CPUs by what happens there.
        Map<Fate, List<String>> fates = all.stream()
            .filter(one -> one.isReal() && one.architecture() == cpu.architecture())
            .collect(Collectors.groupingBy(one -> one.fate(asked.access(), asked.offset()), TreeMap::new,
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
    private String relatives(CardPhrases asked, Map<Fate, List<String>> fates) {
        Subject cpu = asked.cpu();
        if (fates.isEmpty()) {
            return "No CPU of its architecture has been measured yet.";
        }
        if (cpu.unknown()) {
            return fates.entrySet().stream().map(one -> Words.and(one.getValue()) + there(one.getKey()))
                .collect(Collectors.joining("; ", "Measured: ", "."));
        }
        Subject nearest = cpu.nearest(all);
        if (nearest != null && nearest != cpu) {
            return "The nearest measured CPU by lineage, {nearest},"
                + there(nearest.fate(asked.access(), asked.offset())) + ".";
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
}
