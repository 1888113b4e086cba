// SPDX-License-Identifier: Apache-2.0
package org.tearline.symptom;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** Reads facts from lines: the system, the CPU, the signal, its code and address, the frame. Thread-safe. */
record Facts(List<Reader> readers, List<Opcode> arm64) {
    /** An address below this is a null pointer plus the offset of a field; systems map nothing there. */
    private static final BigInteger NEAR_NULL = BigInteger.valueOf(4_096);
    /** Inside so many bytes, Arm CPUs with FEAT_LSE2 allow every access. */
    private static final BigInteger GRANULE = BigInteger.valueOf(16);

    private static final Line HEADER = Line.of(
        "^\\W*(?:SIG|EXCEPTION_)\\w+ \\(0x[0-9a-f]+\\) at pc=(?<pc>0x[0-9a-f]+)");

    /**
     * Where a fact is read from. The first reader that knows a fact wins, and in it the first line.
     *
     * @param when facts that have to be known before
     * @param in   the fact in which the pattern is looked for instead of each line, or "text" for all lines at once;
     *             may be null
     * @param set  facts that follow if the pattern is found, besides its named groups
     */
    record Reader(Map<String, String> when, String in, Line pattern, Map<String, String> set) {
        private boolean mayAdd(Map<String, String> facts) {
            boolean knowsAll = facts.keySet().containsAll(pattern.facts()) && facts.keySet().containsAll(set.keySet());
            return !knowsAll && facts.entrySet().containsAll(when.entrySet());
        }

        private List<String> texts(List<String> lines, Map<String, String> facts) {
            if (in == null) {
                return lines;
            }
            if (in.equals("text")) {
                return List.of(String.join("\n", lines));
            }
            return Optional.ofNullable(facts.get(in)).stream().toList();
        }
    }

    /** An AArch64 instruction, recognized by its bits under a mask, and the Java access that it is compiled from. */
    record Opcode(String mask, String bits, String instruction, String access, Integer size) {
        private boolean matches(long word) {
            return (word & Long.decode(mask)) == Long.decode(bits);
        }
    }

    Map<String, String> read(List<String> lines) {
        Map<String, String> facts = new LinkedHashMap<>();
        for (Reader one : readers) {
            if (one.mayAdd(facts)) {
                one.texts(lines, facts).stream().map(one.pattern::in).flatMap(Optional::stream).findFirst()
                    .ifPresent(groups -> {
                        groups.forEach(facts::putIfAbsent);
                        one.set.forEach(facts::putIfAbsent);
                    });
            }
        }
        addCode(facts, HexDump.bytesFromPc(lines));
        if (facts.containsKey("address")) {
            facts.put("at", kind(facts));
        }
        return facts;
    }

    private void addCode(Map<String, String> facts, List<String> bytes) {
        String arch = facts.getOrDefault("arch", "");
        if (arch.equals("x86") && !bytes.isEmpty()) {
            facts.put("code86", String.join(" ", bytes));
        }
        if (!arch.equals("aarch64")) {
            return;
        }
        if (bytes.size() >= Integer.BYTES) {
            // Instructions are stored in little-endian order.
            facts.put("word", "0x" + bytes.get(3) + bytes.get(2) + bytes.get(1) + bytes.get(0));
        }
        if (facts.containsKey("word")) {
            long word = Sentence.number(facts.get("word")).longValue();
            arm64.stream().filter(opcode -> opcode.matches(word)).findFirst().ifPresent(opcode -> {
                facts.put("instruction", opcode.instruction);
                facts.put("access", opcode.access);
                // Most instructions have the size in their two upper bits.
                facts.put("size", Objects.requireNonNullElse(opcode.size, 1 << (word >>> 30)).toString());
            });
        }
    }

    private static String kind(Map<String, String> facts) {
        BigInteger address = Sentence.number(facts.get("address"));
        if (address.signum() == 0) {
            return "none";
        }
        if (facts.containsKey("pc") && address.equals(Sentence.number(facts.get("pc")))) {
            return "pc";
        }
        if (address.compareTo(NEAR_NULL) < 0) {
            return "null";
        }
        BigInteger size = new BigInteger(facts.get("size"));
        if (address.mod(size).signum() == 0) {
            return "aligned";
        }
        if (address.mod(GRANULE).add(size).compareTo(GRANULE) <= 0) {
            return "within";
        }
        return "misaligned";
    }

    /** Splits a text where a crash log of another crash starts, which has another pc. */
    static List<List<String>> crashes(List<String> lines) {
        List<List<String>> crashes = new ArrayList<>();
        List<String> crash = new ArrayList<>();
        String pc = null;
        for (String line : lines) {
            Optional<String> header = HEADER.in(line).map(groups -> groups.get("pc"));
            if (header.isPresent() && pc != null && !header.get().equals(pc)) {
                crashes.add(crash);
                crash = new ArrayList<>();
            }
            pc = header.orElse(pc);
            crash.add(line);
        }
        crashes.add(crash);
        return crashes;
    }
}
