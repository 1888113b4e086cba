// SPDX-License-Identifier: Apache-2.0
package org.tearline.report.page;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BiPredicate;
import java.util.function.UnaryOperator;
import org.tearline.plan.Alignment;
import org.tearline.promise.Promise;
import org.tearline.promise.Source;

/**
 * A CPU model as its section of the page shows it. Immutable.
 *
 * @param facts    what it is, in a line
 * @param folder   where its files lie, from the page; empty where there is none
 * @param controls one sentence per tier, then one per pair that was calibrated
 * @param instructions which instruction each access was
 * @param plots    the rate by offset, one drawing for each kind of write and read
 */
public record CpuView(String id, String brand, String design, String key, String facts, boolean emulated,
                      String folder, List<Alignment> columns, List<PairView> pairs, List<String> controls,
                      List<Instruction> instructions, List<RatePlot> plots,
                      List<RuleView> rules, int runs, int submitters, String newest) {

    /** A write and read at an address of the page: what was seen, who tore, what is promised; each one per column. */
    public record PairView(String title, String place, List<SeenView> seen, List<WhoView> who,
                           List<PromiseView> promised) {
        /** Returns whether there is anything to say of who tore. */
        public boolean tore() {
            return who.stream().anyMatch(it -> !it.words().isEmpty());
        }
    }

    /** Holds what was seen, and in how many columns next to each other. */
    public record SeenView(Word word, int columns) {
        /** The same cells, with neighbours that say the same in one. */
        static List<SeenView> joined(List<Word> single) {
            return CpuView.joined(single.stream().map(word -> new SeenView(word, 1)).toList(), (a, b) ->
                a.word.style().equals(b.word.style()) && a.word.words().equals(b.word.words())
                    && a.word.broken().equals(b.word.broken()), one -> new SeenView(one.word, one.columns + 1));
        }
    }

    /**
     * Says which side tore, in a few words and with the evidence for each, and in how many columns next to each other.
     *
     * @param words empty where nothing tore
     */
    public record WhoView(String words, String sentence, int columns) {
        /** The same answers, with equal neighbours in one cell. */
        static List<WhoView> joined(List<WhoView> single) {
            return CpuView.joined(single, (a, b) -> a.words.equals(b.words) && a.sentence.equals(b.sentence),
                one -> new WhoView(one.words, one.sentence, one.columns + 1));
        }
    }

    /**
     * Holds what is promised, and in how many columns next to each other.
     *
     * @param sides what is promised of the write and of the read, where that is not the same; else empty
     * @param rules   of both sides
     * @param promise of both sides; null where a value cannot be or is made of pieces
     */
    public record PromiseView(String words, String sides, String rules, Promise promise, int columns) {
        private boolean sameAs(PromiseView other) {
            return words.equals(other.words) && sides.equals(other.sides) && rules.equals(other.rules);
        }

        /** The same promises, with equal neighbours in one cell. */
        static List<PromiseView> joined(List<PromiseView> single) {
            return CpuView.joined(single, PromiseView::sameAs, one -> new PromiseView(one.words, one.sides, one.rules,
                one.promise, one.columns + 1));
        }
    }

    private static <T> List<T> joined(List<T> single, BiPredicate<T, T> same, UnaryOperator<T> wider) {
        List<T> joined = new ArrayList<>();
        for (T next : single) {
            int last = joined.size() - 1;
            if (last >= 0 && same.test(joined.get(last), next)) {
                joined.set(last, wider.apply(joined.get(last)));
            } else {
                joined.add(next);
            }
        }
        return joined;
    }

    /** An access in a tier, and the instructions that it was found to be. */
    public record Instruction(String access, String found) {
    }

    /** A promise in our words, and where it stands. */
    public record RuleView(String id, String vendor, String appliesTo, String access, String sentence,
                           List<Source> sources, String confidence) {
    }
}
