// SPDX-License-Identifier: Apache-2.0
package org.tearline.judge;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.math.BigInteger;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.tearline.trial.LowerCase;
import tools.jackson.databind.json.JsonMapper;

/** Explains crash logs, kernel messages and exceptions: {@code judge/symptoms.json}. Thread-safe. */
public record Symptoms(List<Symptom> symptoms, List<Opcode> arm64) {
    private static final String RESOURCE = "/judge/symptoms.json";
    /** Longer lines are cut, because patterns may take time that grows with the square of the length. */
    private static final int MAX_COLUMNS = 2_000;
    private static final Pattern GROUP = Pattern.compile("\\(\\?<(\\w+)>");
    private static final Pattern PLACEHOLDER = Pattern.compile("\\{([\\w+]+)(?:%(\\d+))?}");
    private static final Pattern HEXADECIMAL = Pattern.compile("0[xX]([0-9a-fA-F]+)");

    /** Whether a symptom is one of a misaligned access. */
    public enum Alignment {
        YES, NO,
        /** The text says how to tell. */
        EITHER,
        /** The JDK refused the access, so nothing can have torn. */
        REFUSED;

        @Override
        public String toString() {
            return LowerCase.of(this);
        }
    }

    /**
     * Lines that mean the same, and what they mean. In the texts, a name in braces stands for a named group.
     *
     * @param patterns a symptom is present if one of them is found in a line
     * @param unless   ids of more exact symptoms, whose presence hides this one
     * @param details  more patterns with named groups
     * @param see      documents in the repository
     */
    record Symptom(String id, Alignment alignment, String title, List<String> patterns, List<String> unless,
                   List<String> details, List<String> text, List<String> fix, List<String> see) {
        Symptom {
            unless = Objects.requireNonNullElse(unless, List.of());
            details = Objects.requireNonNullElse(details, List.of());
            fix = Objects.requireNonNullElse(fix, List.of());
            see = Objects.requireNonNullElse(see, List.of());
        }

        /** Returns the groups of the first line that matches, or nothing. */
        private Optional<Map<String, String>> found(List<String> lines) {
            return patterns.stream()
                .map(pattern -> first(pattern, lines))
                .flatMap(Optional::stream)
                .findFirst();
        }
    }

    /** An instruction of Arm, by the bits of its word under a mask, and the Java access that it is compiled from. */
    record Opcode(String mask, String bits, String instruction, String access) {
        private boolean matches(int word) {
            return (word & Long.decode(mask)) == Long.decode(bits);
        }
    }

    /** A symptom that was found, with the details that the log has. */
    public record Explanation(String id, Alignment alignment, String title, List<String> text, List<String> fix,
                              List<String> see) {
    }

    private static final class Holder {
        private static final Symptoms ONE = read();
    }

    public static Symptoms load() {
        return Holder.ONE;
    }

    private static Symptoms read() {
        try (InputStream in = Symptoms.class.getResourceAsStream(RESOURCE)) {
            return new JsonMapper().readValue(in, Symptoms.class);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns all symptoms in a text, which may be a whole log or a single line. */
    public List<Explanation> in(String text) {
        List<String> lines = text.lines().map(Symptoms::cut).toList();
        Map<Symptom, Map<String, String>> found = new LinkedHashMap<>();
        symptoms.forEach(symptom -> symptom.found(lines).ifPresent(groups -> found.put(symptom, groups)));
        Set<String> ids = new LinkedHashSet<>();
        found.keySet().forEach(symptom -> ids.add(symptom.id));
        return found.entrySet().stream()
            .filter(entry -> entry.getKey().unless.stream().noneMatch(ids::contains))
            .map(entry -> explanation(entry.getKey(), entry.getValue(), lines))
            .toList();
    }

    private static String cut(String line) {
        return line.substring(0, Math.min(MAX_COLUMNS, line.length())).stripTrailing();
    }

    private Explanation explanation(Symptom symptom, Map<String, String> groups, List<String> lines) {
        Map<String, String> details = new LinkedHashMap<>(groups);
        symptom.details.forEach(pattern -> first(pattern, lines).ifPresent(more -> more.forEach(details::putIfAbsent)));
        CrashCode code = new CrashCode(lines);
        code.word().flatMap(word -> arm64.stream().filter(opcode -> opcode.matches(word)).findFirst())
            .ifPresent(opcode -> {
                details.put("instruction", opcode.instruction);
                details.put("access", opcode.access);
            });
        code.at(CrashCode.X86_64).ifPresent(bytes -> details.put("code", String.join(" ", bytes)));
        return new Explanation(symptom.id, symptom.alignment, filled(symptom.title, details).orElseThrow(),
            filled(symptom.text, details), filled(symptom.fix, details), symptom.see);
    }

    private static Optional<Map<String, String>> first(String pattern, List<String> lines) {
        Pattern compiled = Pattern.compile(pattern);
        for (String line : lines) {
            Matcher matcher = compiled.matcher(line);
            if (matcher.find()) {
                return Optional.of(groups(pattern, matcher));
            }
        }
        return Optional.empty();
    }

    private static Map<String, String> groups(String pattern, Matcher matcher) {
        Map<String, String> groups = new LinkedHashMap<>();
        GROUP.matcher(pattern).results().map(name -> name.group(1)).filter(name -> matcher.group(name) != null)
            .forEach(name -> groups.put(name, matcher.group(name)));
        return groups;
    }

    private static List<String> filled(List<String> sentences, Map<String, String> details) {
        return sentences.stream()
            .map(sentence -> filled(sentence, details))
            .flatMap(Optional::stream)
            .toList();
    }

    /** Returns nothing if the log lacks a detail of the sentence. */
    private static Optional<String> filled(String sentence, Map<String, String> details) {
        boolean complete = PLACEHOLDER.matcher(sentence).results()
            .allMatch(placeholder -> details.keySet().containsAll(names(placeholder.group(1))));
        if (complete) {
            return Optional.of(PLACEHOLDER.matcher(sentence).replaceAll(placeholder ->
                Matcher.quoteReplacement(value(names(placeholder.group(1)).stream().map(details::get).toList(),
                    placeholder.group(2)))));
        }
        return Optional.empty();
    }

    private static List<String> names(String sum) {
        return List.of(sum.split("\\+"));
    }

    /** Returns the first text; with a divisor, the sum of the texts as numbers, modulo the divisor. */
    private static String value(List<String> texts, String divisor) {
        if (divisor == null) {
            return texts.get(0);
        }
        BigInteger sum = texts.stream().map(Symptoms::number).reduce(BigInteger.ZERO, BigInteger::add);
        return sum.mod(new BigInteger(divisor)).toString();
    }

    private static BigInteger number(String text) {
        Matcher hexadecimal = HEXADECIMAL.matcher(text);
        if (hexadecimal.matches()) {
            return new BigInteger(hexadecimal.group(1), 16);
        }
        return new BigInteger(text);
    }

    /** The machine code around pc in a crash log of HotSpot. */
    private record CrashCode(List<String> lines) {
        private static final String ARM64 = "^# Java VM: .*-aarch64\\)";
        private static final String X86_64 = "^# Java VM: .*-amd64\\)";
        private static final String PC = "^Instructions: \\(pc=(?<pc>0x[0-9a-f]{1,16})\\)";
        private static final Pattern BYTES = Pattern.compile("^(?:=>| {2})?(0x[0-9a-f]{1,16}): {1,3}"
            + "((?:[0-9a-f]{2} ?){4,16})$");

        /** Returns the bytes from pc to the end of their line, if the log is from this architecture. */
        private Optional<List<String>> at(String architecture) {
            if (first(architecture, lines).isEmpty()) {
                return Optional.empty();
            }
            Optional<Long> pc = first(PC, lines).map(groups -> address(groups.get("pc")));
            return pc.flatMap(at -> lines.stream().map(BYTES::matcher).filter(Matcher::matches)
                .map(line -> rest(at - address(line.group(1)), List.of(line.group(2).split(" "))))
                .flatMap(Optional::stream).findFirst());
        }

        private static Optional<List<String>> rest(long offset, List<String> bytes) {
            if (offset < 0 || offset >= bytes.size()) {
                return Optional.empty();
            }
            return Optional.of(bytes.subList((int) offset, bytes.size()));
        }

        /** Returns the instruction word of Arm at pc. */
        private Optional<Integer> word() {
            return at(ARM64).filter(bytes -> bytes.size() >= Integer.BYTES).map(bytes -> {
                int word = 0;
                for (int i = Integer.BYTES - 1; i >= 0; i--) {
                    word = word << Byte.SIZE | Integer.parseInt(bytes.get(i), 16);
                }
                return word;
            });
        }

        private static long address(String text) {
            return Long.parseUnsignedLong(text.substring(2), 16);
        }
    }
}
