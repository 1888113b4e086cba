// SPDX-License-Identifier: Apache-2.0
package org.tearline.published;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import tools.jackson.databind.json.JsonMapper;

/**
 * Every name that a result file may hold where its schema has no list: of stressors, instructions and what costs were
 * measured of. A name that was used once stays, so that older files stay valid. Immutable; thread-safe.
 *
 * @param stressors        those of the tester
 * @param retiredStressors those that older testers had
 * @param instructions     by instruction set and kind of access, as regular expressions
 * @param what             what the clock is asked about
 * @param layout           of counters in objects
 * @param remedy           ways to hand a value over
 * @param counters         kinds of counters
 * @param adders           kinds of counters in Jython
 * @param queue            by where their counters lie
 * @param way              of round trips, by the number of processes
 * @param leftOutWords     words, besides numbers and names, of what was not measured
 */
public record KnownNames(Set<String> stressors, Set<String> retiredStressors,
                         Map<String, Map<String, String>> instructions, Set<String> what, Set<String> layout,
                         Set<String> remedy, Set<String> counters, Set<String> adders, Map<String, Set<String>> queue,
                         Map<String, Set<String>> way, Set<String> leftOutWords) {
    private static final Pattern SEPARATORS = Pattern.compile("[ ,.+-]+");
    private static final Pattern NUMBER = Pattern.compile("\\d{1,6}");
    private static final KnownNames ALL = read();

    /** Returns the one list. */
    public static KnownNames load() {
        return ALL;
    }

    private static KnownNames read() {
        try (InputStream in = KnownNames.class.getResourceAsStream("/published/names.json")) {
            return JsonMapper.shared().readValue(in, KnownNames.class);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns whether a tester has or had a stressor of this name. */
    public boolean isStressor(String name) {
        return stressors.contains(name) || retiredStressors.contains(name);
    }

    /** Returns whether what was not measured is told in known words and numbers: a name, or words about some. */
    public boolean saysWhatWasLeftOut(String text) {
        return SEPARATORS.splitAsStream(text).allMatch(word -> Vocabulary.WORDS.contains(word)
            || NUMBER.matcher(word).matches());
    }

    /** Every word that tells what was not measured; not before somebody asks. */
    private static final class Vocabulary {
        private static final Set<String> WORDS = ALL.vocabulary();
    }

    private Set<String> vocabulary() {
        Set<String> words = new HashSet<>(leftOutWords);
        Stream.of(Stream.of(what, layout, remedy, counters, adders), queue.values().stream(), way.values().stream())
            .flatMap(sets -> sets).forEach(names -> names.forEach(name -> {
                words.add(name);
                words.addAll(List.of(SEPARATORS.split(name)));
            }));
        return words;
    }
}
