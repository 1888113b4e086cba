// SPDX-License-Identifier: Apache-2.0
package org.tearline.asm;

import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Parses the output of {@code -XX:CompileCommand=print}. Without hsdis, a compilation's section {@code [MachCode]}
 * contains bytes in memory order, with remarks at addresses rounded down to a multiple of 4. With hsdis, its section
 * {@code [Disassembly]} contains instructions. Other text is skipped. Checked on JDK 17 and 25. Not thread-safe.
 */
final class JvmPrint {
    private static final Pattern HEADER = Pattern.compile(
        "Compiled method \\((?<compiler>c\\d)\\)\\s+\\d+\\s+\\d+\\s+(?<flags>[%sbn! ]*?)\\s*(?<level>\\d)\\s+"
            + "(?<class>\\S+)::(?<method>\\S+)(?: @ \\d+)? \\(.*");
    private static final Pattern MAIN_CODE = Pattern.compile(
        "\\s*main code\\s+\\[0x(?<from>\\p{XDigit}+),\\s?0x(?<to>\\p{XDigit}+)].*");
    private static final Pattern BYTES = Pattern.compile(
        "\\s*0x(?<address>\\p{XDigit}+): (?<bytes>(?:\\p{XDigit}{2,8}[ |]*)+)");
    private static final Pattern ASSEMBLY = Pattern.compile(
        "\\s*0x(?<address>\\p{XDigit}+):\\s+(?<text>[a-zA-Z(][^;]*?)\\s*(?:;(?<remark>.*))?");
    private static final Pattern REMARK = Pattern.compile("\\s*(?:0x(?<address>\\p{XDigit}+): )?;.*");
    private static final Pattern INVOKE = Pattern.compile(";\\s?\\*invoke\\w+ (?<callee>\\S+)");

    private final Matcher header;
    private final ByteArrayOutputStream code = new ByteArrayOutputStream();
    private final TreeMap<Long, String> callees = new TreeMap<>();
    /** The text of each instruction by its address. */
    private final TreeMap<Long, String> assembly = new TreeMap<>();
    private long from;
    private long to;
    /** The address at which the next bytes of the code must start. */
    private long next;
    private boolean inCode;
    /** The address of the last remark or instruction, to which a remark without an address belongs. */
    private long remarkAddress;

    private JvmPrint(Matcher header) {
        this.header = header;
    }

    /** Returns all compilations in order. */
    static List<PrintedMethod> parse(String text) {
        List<JvmPrint> prints = new ArrayList<>();
        text.lines().forEach(line -> {
            Matcher header = HEADER.matcher(line);
            if (header.matches()) {
                prints.add(new JvmPrint(header));
            } else if (!prints.isEmpty()) {
                prints.get(prints.size() - 1).readLine(line);
            }
        });
        return prints.stream().map(JvmPrint::method).toList();
    }

    /** Returns the result of the lines read so far. */
    private PrintedMethod method() {
        List<Instruction> instructions = assembly.entrySet().stream()
            .map(line -> Instruction.of(line.getKey(), line.getValue(), callees.get(line.getKey())))
            .toList();
        return new PrintedMethod(header.group("class"), header.group("method"),
            Integer.parseInt(header.group("level")), header.group("flags").contains("%"), from, code.toByteArray(),
            callees, instructions);
    }

    private void readLine(String line) {
        Matcher main = MAIN_CODE.matcher(line);
        if (line.startsWith("[MachCode]") || line.startsWith("[Disassembly]")) {
            inCode = true;
        } else if (line.startsWith("[/MachCode]") || line.startsWith("[/Disassembly]")) {
            inCode = false;
        } else if (main.matches()) {
            from = address(main.group("from"));
            to = address(main.group("to"));
            next = from;
        } else if (inCode) {
            readCode(line);
        }
    }

    private void readCode(String line) {
        Matcher bytes = BYTES.matcher(line);
        Matcher text = ASSEMBLY.matcher(line);
        Matcher remark = REMARK.matcher(line);
        if (bytes.matches()) {
            append(address(bytes.group("address")),
                HexFormat.of().parseHex(bytes.group("bytes").replaceAll("[ |]", "")));
        } else if (text.matches()) {
            remarkAddress = address(text.group("address"));
            if (remarkAddress >= from && remarkAddress < to) {
                assembly.put(remarkAddress, text.group("text"));
            }
            noteCallee(line);
        } else if (remark.matches()) {
            if (remark.group("address") != null) {
                remarkAddress = address(remark.group("address"));
            }
            noteCallee(line);
        }
    }

    private void append(long address, byte[] bytes) {
        // Ignores bytes after a gap, which cannot be decoded, and the stubs after the main code.
        if (address == next && address < to) {
            code.write(bytes, 0, (int) Math.min(bytes.length, to - address));
            next = address + bytes.length;
        }
    }

    /** Records the method that a remark names. */
    private void noteCallee(String line) {
        Matcher invoke = INVOKE.matcher(line);
        if (invoke.find()) {
            callees.putIfAbsent(remarkAddress, invoke.group("callee"));
        }
    }

    private static long address(String hex) {
        return HexFormat.fromHexDigitsToLong(hex);
    }

    /**
     * A compilation.
     *
     * @param className as returned by {@code Class.getName}, with the suffix of a hidden class
     * @param level     1 to 4
     * @param onStack   whether this is an on-stack replacement, which calls never enter
     * @param code      the main code without stubs; empty if the JVM printed assembly
     * @param callees   called methods by the address of the call or, if the JVM printed bytes, that of the call's last
     *                  byte, rounded down to a multiple of 4
     * @param assembly  the main code decoded by hsdis; empty if the JVM printed bytes
     */
    record PrintedMethod(String className, String method, int level, boolean onStack, long address, byte[] code,
                         NavigableMap<Long, String> callees, List<Instruction> assembly) {

        /** Returns the method called just before a return address in printed bytes; null if unknown. */
        String callee(long returnAddress) {
            // Rounding down moves the address of the last byte by at most 3.
            return callees.subMap(returnAddress - Integer.BYTES, returnAddress).values().stream()
                .reduce((first, second) -> second)
                .orElse(null);
        }
    }
}
