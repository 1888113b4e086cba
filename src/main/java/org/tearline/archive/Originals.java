// SPDX-License-Identifier: Apache-2.0
package org.tearline.archive;

import static org.tearline.file.ValidationRule.COPY;
import static org.tearline.file.ValidationRule.DUPLICATE_DIGEST;
import static org.tearline.file.ValidationRule.DUPLICATE_RUN;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.tearline.file.Examination;
import org.tearline.file.JcstressCase;
import org.tearline.file.MixedCase;
import org.tearline.file.ResultFile;
import org.tearline.file.Series;

/** Finds copies: files with the digest, run or counts of an earlier one, even if other fields or some counts differ. */
final class Originals {
    /** Smaller counts may be equal by chance. */
    private static final int TELLING = 1_000;

    /** The first file with a digest, run or counts. */
    private final Map<String, String> names = new HashMap<>();

    /** Reports a copy. Remembers only a valid file that is none, because a copy must not replace an original. */
    Examination compare(Examination examination) {
        ResultFile file = examination.file();
        if (file == null || !examination.valid()) {
            return examination;
        }
        if (names.containsKey(file.digest())) {
            return examination.with(DUPLICATE_DIGEST, "/digest", "same as " + names.get(file.digest()));
        }
        if (names.containsKey(file.runId())) {
            return examination.with(DUPLICATE_RUN, "/runId", "same as " + names.get(file.runId()));
        }
        List<List<String>> parts = parts(file);
        for (List<String> part : parts) {
            Map<String, Long> shared = part.stream()
                .filter(names::containsKey)
                .collect(Collectors.groupingBy(names::get, Collectors.counting()));
            for (String original : shared.keySet()) {
                if (2 * shared.get(original) >= part.size()) {
                    return examination.with(COPY, "", "same counts as " + original);
                }
            }
        }
        // A published file of an old version may have neither.
        parts.add(Arrays.asList(file.digest(), file.runId()));
        parts.forEach(part -> part.forEach(one -> names.putIfAbsent(one, examination.name())));
        return examination;
    }

    /**
     * Returns what shows a copy if half of it is known: the counts of each long series, of each jcstress test, and
     * all counts of all series together. Published runs share no more than a quarter of the first, and no other.
     */
    private static List<List<String>> parts(ResultFile file) {
        List<List<String>> parts = new ArrayList<>();
        file.series().stream()
            .map(Originals::cells)
            // Half of fewer may be equal by chance.
            .filter(cells -> cells.size() >= 8)
            .forEach(parts::add);
        Stream.<Map<?, Long>>concat(file.cases().stream().map(JcstressCase::states),
                file.mixed().stream().map(MixedCase::states))
            .filter(states -> states.values().stream().filter(count -> count >= TELLING).count() >= 2)
            .forEach(states -> parts.add(List.of(states.toString())));
        String all = file.series().stream().map(one -> one.changes().toString()).sorted()
            .collect(Collectors.joining());
        if (!all.matches("[^1-9]*")) {
            parts.add(List.of(all));
        }
        return parts;
    }

    /** Returns the counts of a series, with their places. */
    private static List<String> cells(Series series) {
        return IntStream.range(0, series.offsets().size())
            .filter(i -> series.changes().get(i) >= TELLING)
            .mapToObj(i -> series.write() + "/" + series.read() + "/" + series.widthBytes() + "/"
                + series.offsets().get(i) + "/" + series.changes().get(i))
            .toList();
    }
}
