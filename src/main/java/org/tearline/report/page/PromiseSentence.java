// SPDX-License-Identifier: Apache-2.0
package org.tearline.report.page;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.tearline.plan.Alignment;
import org.tearline.plan.ReadMode;
import org.tearline.plan.Width;
import org.tearline.plan.WriteMode;
import org.tearline.promise.PairPromise;
import org.tearline.promise.Promise;
import org.tearline.promise.Rule;

/** Sums up in a sentence what is promised of a long: up to where it is whole, and what it does beyond. Immutable. */
record PromiseSentence(PromiseScope scope) {
    /** From the smallest block that a long can lie in to the largest. */
    private static final List<Alignment> PLACES = List.of(Alignment.ALIGNED, Alignment.ACROSS_8, Alignment.ACROSS_16,
        Alignment.ACROSS_32, Alignment.ACROSS_LINE, Alignment.ACROSS_PAGE);
    private static final List<String> WHOLE = List.of("", "whole at a multiple of 8",
        "whole inside an aligned block of 16 bytes", "whole inside an aligned block of 32 bytes",
        "whole inside a 64-byte line", "whole inside a page", "whole everywhere");
    private static final List<String> BEYOND = List.of("", "Anywhere else, inside a line too,",
        "Across a multiple of 16", "Across a multiple of 32", "Across a line, offsets 57 to 63,", "Across a page", "");

    /** An access of both sides, in the words of the sentence. */
    private enum Access {
        PLAIN("a plain access", WriteMode.PLAIN, ReadMode.PLAIN),
        VOLATILE("a volatile access", WriteMode.VOLATILE, ReadMode.VOLATILE),
        LOCKED("a compare-and-set", WriteMode.CAS, ReadMode.CAS);

        private final String words;
        private final WriteMode write;
        private final ReadMode read;

        Access(String words, WriteMode write, ReadMode read) {
            this.words = words;
            this.write = write;
            this.read = read;
        }
    }

    String text() {
        int whole = whole();
        if (whole == 0) {
            return "no document was found that promises or denies anything" + cited(Stream.of(promise(Access.PLAIN,
                PLACES))) + ".";
        }
        List<Alignment> inside = PLACES.subList(0, whole);
        List<PairPromise> kept = Stream.of(Access.PLAIN, Access.VOLATILE).map(access -> promise(access, inside))
            .toList();
        String makers = kept.stream().flatMap(one -> one.rules().stream()).map(Rule::vendor).distinct()
            .collect(Collectors.joining(" and "));
        return WHOLE.get(whole) + ", promised by " + makers + cited(kept.stream()) + ". " + (whole == PLACES.size()
            ? "" : BEYOND.get(whole) + " " + rest(PLACES.subList(whole, PLACES.size())) + ".");
    }

    /** In how many of the places, the smallest first, every ordinary access is promised whole. */
    private int whole() {
        int places = 0;
        while (places < PLACES.size() && promise(Access.PLAIN, List.of(PLACES.get(places))).atomic()
            && promise(Access.VOLATILE, List.of(PLACES.get(places))).atomic()) {
            places++;
        }
        return places;
    }

    private String rest(List<Alignment> places) {
        PairPromise plain = promise(Access.PLAIN, places);
        PairPromise ordered = promise(Access.VOLATILE, places);
        PairPromise locked = promise(Access.LOCKED, places);
        boolean alike = plain.promise() == ordered.promise();
        if (alike && plain.promise() == Promise.NOT_GUARANTEED && locked.atomic()) {
            return "every access that is not locked on both sides may tear" + cited(Stream.of(plain))
                + "; one that is stays whole" + cited(Stream.of(locked));
        }
        List<String> parts = new ArrayList<>();
        if (alike) {
            parts.add("an ordinary access " + verb(plain) + cited(Stream.of(plain, ordered)));
        } else {
            parts.add(Access.PLAIN.words + " " + verb(plain) + cited(Stream.of(plain)));
        }
        if (!alike && ordered.promise() == locked.promise()) {
            parts.add("a volatile access or a compare-and-set " + verb(locked) + cited(Stream.of(ordered, locked)));
        } else {
            if (!alike) {
                parts.add(Access.VOLATILE.words + " " + verb(ordered) + cited(Stream.of(ordered)));
            }
            parts.add(Access.LOCKED.words + " " + verb(locked) + cited(Stream.of(locked)));
        }
        return String.join("; ", parts);
    }

    private static String verb(PairPromise promise) {
        return switch (promise.promise()) {
            case ATOMIC -> "is whole";
            case NO_RULE -> "has no rule";
            case NOT_GUARANTEED -> "may tear";
            case NOT_GUARANTEED_OR_TRAPS -> "may tear or fault";
            case FAULTS -> "faults (SIGBUS)";
        };
    }

    private PairPromise promise(Access access, List<Alignment> places) {
        return PromiseScope.joined(places.stream().map(place -> scope.promise(Width.LONG, place, scope.of(access.write,
            Width.LONG), scope.of(access.read, Width.LONG))).toList());
    }

    private static String cited(Stream<PairPromise> promises) {
        Set<String> ids = new LinkedHashSet<>();
        promises.forEach(one -> ids.addAll(one.ruleIds()));
        return ids.isEmpty() ? "" : " (" + String.join(", ", ids) + ")";
    }
}
