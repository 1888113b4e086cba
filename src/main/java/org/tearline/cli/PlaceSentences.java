// SPDX-License-Identifier: Apache-2.0
package org.tearline.cli;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import org.tearline.judge.EveryCpu;
import org.tearline.judge.JudgedPlace;
import org.tearline.judge.JudgedValue;
import org.tearline.trial.Alignment;
import org.tearline.trial.OffsetList;
import org.tearline.words.Words;

/** Says where a misaligned value lies, and whether it tears there. */
record PlaceSentences(JudgedValue value) {
    /** The properties of a place that are printed. Places with equal properties share a sentence. */
    private record Alike(int bytes, Alignment placement, boolean certain, EveryCpu cpus) {
    }

    /** Returns a sentence for each of the first groups of equal places, worst first. */
    List<String> first(int shown) {
        Map<Alike, SortedSet<Integer>> offsets = new LinkedHashMap<>();
        for (JudgedPlace place : value.places()) {
            Alike alike = new Alike(place.bytes(), place.placement(), place.certain(), place.cpus());
            offsets.computeIfAbsent(alike, key -> new TreeSet<>()).add(place.offset());
        }
        List<String> sentences = new ArrayList<>();
        offsets.forEach((alike, at) -> sentences.add(alike.bytes + " bytes at " + OffsetList.ranges(List.copyOf(at))
            + where(alike) + ": " + new EveryCpuText(alike.cpus).sentence()));
        if (sentences.size() > shown) {
            sentences.subList(shown, sentences.size()).clear();
            sentences.add("and other places");
        }
        return sentences;
    }

    private static String where(Alike place) {
        if (place.certain) {
            return ", " + Words.place(place.placement);
        }
        return " from a multiple of 8 in its object, which the garbage collector may move across a line";
    }
}
