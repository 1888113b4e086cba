// SPDX-License-Identifier: Apache-2.0
package org.tearline.judge;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.tearline.promise.Facts;
import org.tearline.trial.LowerCase;
import tools.jackson.databind.json.JsonMapper;

/** Explains crash logs, kernel messages and exceptions: {@code judge/symptoms.json}. Thread-safe. */
public record Symptoms(List<Symptom> symptoms, List<Opcode> arm64) {
    /** Longer lines are cut, because patterns may take time that grows with the square of the length. */
    private static final int MAX_COLUMNS = 2_000;
    private static final Pattern GROUP = Pattern.compile("\\(\\?<(\\w+)>");
    /** {@code {name}} or {@code {name+name%64}}, which is the sum of the numbers, modulo 64. */
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

        /** Returns the named groups of the first pattern that is found in a line, or nothing. */
        private Optional<Map<String, String>> found(List<String> lines) {
            return patterns.stream()
                .map(pattern -> first(pattern, lines))
                .flatMap(Optional::stream)
                .findFirst();
        }
    }

    /** An AArch64 instruction, recognized by its bits under a mask, and the Java access that it is compiled from. */
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
        try (InputStream in = Symptoms.class.getResourceAsStream("/judge/symptoms.json")) {
            String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
            return new JsonMapper().readValue(Facts.load().filled(text), Symptoms.class);
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
        code.word().flatMap(this::opcode).ifPresent(opcode -> {
            details.put("instruction", opcode.instruction);
            details.put("access", opcode.access);
        });
        code.bytesFromPc(CrashCode.X86_64).ifPresent(bytes -> details.put("code", String.join(" ", bytes)));
        // Every pattern of a symptom has the groups that its title needs.
        return new Explanation(symptom.id, symptom.alignment, filled(symptom.title, details).orElseThrow(),
            filled(symptom.text, details), filled(symptom.fix, details), symptom.see);
    }

    private Optional<Opcode> opcode(int word) {
        return arm64.stream().filter(opcode -> opcode.matches(word)).findFirst();
    }

    /** Returns the named groups of the first line in which a pattern is found. */
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
        GROUP.matcher(pattern).results()
            .map(name -> name.group(1))
            .filter(name -> matcher.group(name) != null)
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
        if (!complete) {
            return Optional.empty();
        }
        return Optional.of(PLACEHOLDER.matcher(sentence)
            .replaceAll(placeholder -> Matcher.quoteReplacement(value(placeholder, details))));
    }

    private static List<String> names(String sum) {
        return List.of(sum.split("\\+"));
    }

    private static String value(MatchResult placeholder, Map<String, String> details) {
        List<String> texts = names(placeholder.group(1)).stream().map(details::get).toList();
        String divisor = placeholder.group(2);
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

        /** Returns the bytes from pc to the end of the line; empty for other architectures or if the log lacks them. */
        private Optional<List<String>> bytesFromPc(String architecture) {
            Optional<Map<String, String>> instructions = first(PC, lines);
            if (first(architecture, lines).isEmpty() || instructions.isEmpty()) {
                return Optional.empty();
            }
            long pc = address(instructions.get().get("pc"));
            for (String line : lines) {
                Matcher dump = BYTES.matcher(line);
                if (dump.matches()) {
                    List<String> bytes = List.of(dump.group(2).split(" "));
                    long offset = pc - address(dump.group(1));
                    if (offset >= 0 && offset < bytes.size()) {
                        return Optional.of(bytes.subList((int) offset, bytes.size()));
                    }
                }
            }
            return Optional.empty();
        }

        /** Returns the Arm instruction at pc, stored in little-endian order; empty if the log does not contain it. */
        private Optional<Integer> word() {
            List<String> bytes = bytesFromPc(ARM64).orElse(List.of());
            if (bytes.size() < Integer.BYTES) {
                return Optional.empty();
            }
            int word = 0;
            for (int i = Integer.BYTES - 1; i >= 0; i--) {
                word = word << Byte.SIZE | Integer.parseInt(bytes.get(i), 16);
            }
            return Optional.of(word);
        }

        private static long address(String text) {
            return Long.parseUnsignedLong(text.substring(2), 16);
        }
    }
}
