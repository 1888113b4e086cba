// SPDX-License-Identifier: Apache-2.0
package org.tearline.page;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.tearline.promise.Guarantees.PairPromise;
import org.tearline.trial.Alignment;
import org.tearline.trial.Instructions;
import org.tearline.trial.PairKind;
import org.tearline.trial.Width;
import org.tearline.verdict.Answer;
import org.tearline.verdict.Counts;
import org.tearline.verdict.Granules.Granule;
import org.tearline.verdict.Silence;
import org.tearline.words.Sentences;
import org.tearline.words.Words;

/** Phrases on a write and a read of a value at an offset of a CPU, and on the answer. Thread-safe. */
record CardPhrases(Subject cpu, Instructions access, int offset, Alignment place, Answer answer) {
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
        if (width().isVector()) {
            return Map.of("a vector", granule(kind()));
        }
        Map<String, Granule> granules = new LinkedHashMap<>();
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
        Map<Integer, List<String>> within = new TreeMap<>(granules().entrySet().stream()
            .filter(one -> kind() != PairKind.LOCKED && boundary() >= one.getValue().atMost())
            .collect(Collectors.groupingBy(one -> one.getValue().atMost(),
                Collectors.mapping(Map.Entry::getKey, Collectors.toList()))));
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

    /** Returns text such as "Intel promises that". */
    String vendors() {
        // One rule may be of several architectures.
        List<String> vendors = answer.promise().rules().stream()
            .flatMap(rule -> Stream.of(rule.vendor().split(", "))).distinct().toList();
        String verb = vendors.size() == 1 ? " promises that" : " promise that";
        return vendors.isEmpty() ? "It is promised that" : Words.and(vendors) + verb;
    }

    private Granule granule(PairKind side) {
        return cpu.measured().granules().deciding(side, width());
    }
}
