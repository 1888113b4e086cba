// SPDX-License-Identifier: Apache-2.0
package org.tearline.archive;

import static org.tearline.file.ValidationRule.COPY;
import static org.tearline.file.ValidationRule.DUPLICATE_DIGEST;
import static org.tearline.file.ValidationRule.DUPLICATE_RUN;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.tearline.file.Examination;
import org.tearline.file.JcstressCase;
import org.tearline.file.MixedCase;
import org.tearline.file.ResultFile;

/** Finds copies: files with the digest, run or counts of an earlier one, even if other fields or some counts differ. */
final class Originals {
    /** The files with a digest, run or count. */
    private final Map<String, List<Original>> known = new HashMap<>();

    private record Original(String name, int counts) {
    }

    /** Reports a copy. Remembers only a valid file that is none, because a copy must not replace an original. */
    Examination compare(Examination examination) {
        ResultFile file = examination.file();
        if (file == null || !examination.valid()) {
            return examination;
        }
        if (known.containsKey(file.digest())) {
            return examination.with(DUPLICATE_DIGEST, "/digest", "same as " + known.get(file.digest()).get(0).name);
        }
        if (known.containsKey(file.runId())) {
            return examination.with(DUPLICATE_RUN, "/runId", "same as " + known.get(file.runId()).get(0).name);
        }
        List<List<String>> parts = parts(file);
        for (List<String> part : parts) {
            Map<Original, Integer> shared = new HashMap<>();
            part.forEach(count -> known.getOrDefault(count, List.of())
                .forEach(one -> shared.merge(one, 1, Integer::sum)));
            for (Original original : shared.keySet()) {
                // Two published runs share up to one in 38 counts, and a quarter of a series. Of parts drawn from
                // them, one in 1,000 of two counts is in some other file, one in 20,000 of three, and none of twelve
                // counts shared six.
                int size = Math.max(3, Math.min(part.size(), original.counts));
                if (shared.get(original) >= Math.max(size / 2.0, Math.min(size, 6))) {
                    return examination.with(COPY, "", "same counts as " + original.name);
                }
            }
        }
        List<String> all = parts.remove(parts.size() - 1);
        Original original = new Original(examination.name(), all.size());
        // A published file of an old version may have neither digest nor run.
        Stream.concat(all.stream(), Stream.of(file.digest(), file.runId()))
            .forEach(one -> known.computeIfAbsent(one, any -> new ArrayList<>(1)).add(original));
        return examination;
    }

    /**
     * Returns what shows a copy: the counts of each series with their places, those of each jcstress test, and last
     * those of the file.
     */
    private static List<List<String>> parts(ResultFile file) {
        List<List<String>> parts = new ArrayList<>();
        file.series().forEach(one -> parts.add(IntStream.range(0, one.offsets().size())
            .filter(i -> one.changes().get(i) > 0)
            .mapToObj(i -> List.of(one.write(), one.read(), one.widthBytes(), one.offsets().get(i),
                one.changes().get(i)).toString())
            .toList()));
        Stream.<Map<?, ?>>concat(file.cases().stream().map(JcstressCase::states),
            file.mixed().stream().map(MixedCase::states))
            // A test of two counts must show a copy, too.
            .map(one -> Stream.concat(Stream.of(one), one.entrySet().stream()))
            .forEach(one -> parts.add(one.map(Object::toString).toList()));
        parts.add(parts.stream().flatMap(List::stream).distinct().toList());
        return parts;
    }
}
