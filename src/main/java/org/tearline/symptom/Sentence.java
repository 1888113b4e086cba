// SPDX-License-Identifier: Apache-2.0
package org.tearline.symptom;

import java.math.BigInteger;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Fills the names in a sentence with facts of a log: {@code {address}}, {@code {index+address%8}} for the sum of two
 * numbers modulo 8, and {@code {address%8 bytes}} for the same with its unit. Pure.
 */
final class Sentence {
    private static final Pattern PLACEHOLDER = Pattern.compile("\\{([\\w+]+)(?:%(\\d+))?( bytes)?}");

    private Sentence() {
    }

    static List<String> fill(List<String> sentences, Map<String, String> facts) {
        return sentences.stream()
            .flatMap(sentence -> fill(sentence, facts).stream())
            .toList();
    }

    /** Returns nothing if a fact of the sentence is unknown. */
    static Optional<String> fill(String sentence, Map<String, String> facts) {
        boolean complete = PLACEHOLDER.matcher(sentence).results()
            .allMatch(placeholder -> facts.keySet().containsAll(names(placeholder)));
        if (!complete) {
            return Optional.empty();
        }
        return Optional.of(PLACEHOLDER.matcher(sentence)
            .replaceAll(placeholder -> Matcher.quoteReplacement(value(placeholder, facts))));
    }

    private static List<String> names(MatchResult placeholder) {
        return List.of(placeholder.group(1).split("\\+"));
    }

    private static String value(MatchResult placeholder, Map<String, String> facts) {
        List<String> values = names(placeholder).stream().map(facts::get).toList();
        String value = values.get(0);
        if (placeholder.group(2) != null) {
            BigInteger sum = values.stream().map(Sentence::number).reduce(BigInteger.ZERO, BigInteger::add);
            value = sum.mod(new BigInteger(placeholder.group(2))).toString();
        }
        if (placeholder.group(3) == null) {
            return value;
        }
        if (value.equals("1")) {
            return "1 byte";
        }
        return value + " bytes";
    }

    /** Returns the value of digits, or of hexadecimal digits after 0x. */
    static BigInteger number(String text) {
        if (text.matches("0[xX][0-9a-fA-F]+")) {
            return new BigInteger(text.substring(2), 16);
        }
        return new BigInteger(text);
    }
}
