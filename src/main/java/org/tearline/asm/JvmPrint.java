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
 * Reads what HotSpot prints for {@code -XX:CompileCommand=print}. Without hsdis each compilation has a {@code
 * [MachCode]} with the bytes in memory order and remarks between them, rounded down to 4 bytes; with hsdis it has a
 * {@code [Disassembly]}. Other text between the compilations is skipped. Checked on JDK 17 and 25. Not thread-safe.
 */
public final class JvmPrint {
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

    private final List<PrintedMethod> methods = new ArrayList<>();
    private Matcher header;
    private long from;
    private long to;
    private long next;
    private ByteArrayOutputStream code;
    private TreeMap<Long, String> callees;
    private List<Instruction> assembly;
    private boolean inCode;
    private long remarkAddress;

    private JvmPrint() {
    }

    /** Every compilation in the text, in order. */
    public static List<PrintedMethod> parse(String text) {
        JvmPrint print = new JvmPrint();
        text.lines().forEach(print::line);
        print.finish();
        return print.methods;
    }

    private void line(String line) {
        Matcher start = HEADER.matcher(line);
        if (start.matches()) {
            finish();
            begin(start);
            return;
        }
        if (header == null) {
            return;
        }
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
            codeLine(line);
        }
    }

    private void codeLine(String line) {
        Matcher bytes = BYTES.matcher(line);
        Matcher text = ASSEMBLY.matcher(line);
        if (bytes.matches()) {
            append(address(bytes.group("address")),
                HexFormat.of().parseHex(bytes.group("bytes").replaceAll("[ |]", "")));
        } else if (text.matches()) {
            remarkAddress = address(text.group("address"));
            if (remarkAddress >= from && remarkAddress < to) {
                assembly.add(Instruction.of(remarkAddress, text.group("text"), null));
            }
            remark(line);
        } else {
            Matcher remark = REMARK.matcher(line);
            if (remark.matches()) {
                remarkAddress = remark.group("address") == null ? remarkAddress : address(remark.group("address"));
                remark(line);
            }
        }
    }

    private void append(long address, byte[] bytes) {
        if (address != next || address >= to) {
            // Behind a gap nothing can be decoded; behind the main code come stubs, which are not the loop's.
            return;
        }
        code.write(bytes, 0, (int) Math.min(bytes.length, to - address));
        next = address + bytes.length;
    }

    private void remark(String line) {
        Matcher invoke = INVOKE.matcher(line);
        if (!invoke.find()) {
            return;
        }
        callees.putIfAbsent(remarkAddress, invoke.group("callee"));
        int last = assembly.size() - 1;
        if (last >= 0 && assembly.get(last).address() == remarkAddress && assembly.get(last).callee() == null) {
            Instruction call = assembly.get(last);
            assembly.set(last, new Instruction(call.address(), call.mnemonic(), call.operands(),
                call.mnemonic().startsWith("call") || call.mnemonic().equals("bl") ? invoke.group("callee") : null));
        }
    }

    private void begin(Matcher start) {
        header = start;
        from = 0;
        to = 0;
        next = 0;
        code = new ByteArrayOutputStream();
        callees = new TreeMap<>();
        assembly = new ArrayList<>();
        inCode = false;
    }

    private void finish() {
        if (header != null) {
            methods.add(new PrintedMethod(header.group("class"), header.group("method"),
                Integer.parseInt(header.group("level")), header.group("flags").contains("%"),
                from, code.toByteArray(), callees, List.copyOf(assembly)));
            header = null;
        }
    }

    private static long address(String hex) {
        return Long.parseUnsignedLong(hex, 16);
    }

    /**
     * One compilation as the JVM printed it.
     *
     * @param className the class as {@code Class.getName} has it, with the suffix of a hidden class
     * @param level     1 to 4
     * @param onStack   whether it replaces a running interpreted loop; calls never enter it
     * @param code      the bytes of the main code, without its stubs; empty if the JVM printed assembly
     * @param callees   the method called, by the return address rounded down to 4
     * @param assembly  what hsdis made of the main code; empty if the JVM printed bytes
     */
    record PrintedMethod(String className, String method, int level, boolean onStack, long address, byte[] code,
                         NavigableMap<Long, String> callees, List<Instruction> assembly) {
        long end() {
            return address + code.length;
        }

        /** The method that the instruction on these bytes calls, or null. */
        String callee(long start, long end) {
            Long at = callees.floorKey(end - 1);
            return at == null || at < Math.max(start - 3, end - Integer.BYTES) ? null : callees.get(at);
        }
    }
}
