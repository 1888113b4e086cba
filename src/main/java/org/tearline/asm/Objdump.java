// SPDX-License-Identifier: Apache-2.0
package org.tearline.asm;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.tearline.asm.JvmPrint.PrintedMethod;

/** Runs the disassembler of binutils, once for all methods. Thread-safe. */
record Objdump(String program, InstructionSet set) {
    private static final String SECTION = "Disassembly of section [^:\n]*:";
    private static final Pattern LINE = Pattern.compile("\\s*(?<address>\\p{XDigit}{1,16}):\\s+(?<text>\\S.*)");
    private static final int HEADER = 64;
    private static final int SECTION_HEADER = 64;
    private static final byte[] IDENTITY = {0x7f, 'E', 'L', 'F', 2, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0};
    private static final short EXECUTABLE = 2;
    private static final int PROGRAM_BITS = 1;
    private static final int STRING_TABLE = 3;
    private static final int ALLOCATED_AND_EXECUTABLE = 6;
    private static final byte[] NAMES = "\0code\0names\0".getBytes(StandardCharsets.US_ASCII);
    private static final int CODE_NAME = 1;
    private static final int NAMES_NAME = 6;

    /** Whether the program exists and knows this instruction set. */
    boolean available() throws InterruptedException {
        try {
            return run(List.of(program, "--help")).contains(set.objdumpMachine);
        } catch (IOException e) {
            return false;
        }
    }

    List<List<Instruction>> decode(List<PrintedMethod> methods) throws IOException, InterruptedException {
        Path file = Files.createTempFile("tearline-", ".elf");
        try {
            Files.write(file, elf(methods));
            List<String> command = new ArrayList<>(List.of(program, "-D", "--no-show-raw-insn"));
            command.addAll(set.objdumpOptions);
            command.add(file.toString());
            String[] texts = run(command).split(SECTION);
            if (texts.length <= methods.size()) {
                throw new IOException("objdump printed " + (texts.length - 1) + " of " + methods.size()
                    + " sections; asm needs the objdump of binutils");
            }
            List<List<Instruction>> decoded = new ArrayList<>();
            for (int i = 0; i < methods.size(); i++) {
                decoded.add(parse(texts[i + 1], methods.get(i)));
            }
            return decoded;
        } finally {
            Files.delete(file);
        }
    }

    static List<Instruction> parse(String text, PrintedMethod method) {
        List<Matcher> lines = text.lines().map(LINE::matcher).filter(Matcher::matches).toList();
        List<Instruction> instructions = new ArrayList<>();
        for (int i = 0; i < lines.size(); i++) {
            long start = address(lines.get(i));
            long end = i + 1 < lines.size() ? address(lines.get(i + 1)) : method.end();
            instructions.add(Instruction.of(start, lines.get(i).group("text"), method.callee(start, end)));
        }
        return instructions;
    }

    private static long address(Matcher line) {
        return HexFormat.fromHexDigitsToLong(line.group("address"));
    }

    private static String run(List<String> command) throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        // Headings are translated; SECTION is English.
        builder.environment().put("LC_ALL", "C");
        Process process = builder.start();
        process.getOutputStream().close();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        int exit = process.waitFor();
        if (exit != 0) {
            throw new IOException("objdump failed with exit code " + exit + ": "
                + output.lines().findFirst().orElse("no output"));
        }
        return output;
    }

    /** Returns a minimal ELF file with one section per method at its address. Sections may overlap. */
    private byte[] elf(List<PrintedMethod> methods) {
        int sections = methods.size() + 2;
        int data = HEADER + sections * SECTION_HEADER;
        int size = data + NAMES.length + methods.stream().mapToInt(method -> method.code().length).sum();
        ByteBuffer file = ByteBuffer.allocate(size).order(ByteOrder.LITTLE_ENDIAN);
        file.put(IDENTITY).putShort(EXECUTABLE).putShort(set.elfMachine).putInt(1).putLong(0).putLong(0)
            .putLong(HEADER).putInt(0).putShort((short) HEADER).putShort((short) 0).putShort((short) 0)
            .putShort((short) SECTION_HEADER).putShort((short) sections).putShort((short) (sections - 1));
        section(file, 0, 0, 0, 0, 0, 0);
        int at = data + NAMES.length;
        for (PrintedMethod method : methods) {
            section(file, CODE_NAME, PROGRAM_BITS, ALLOCATED_AND_EXECUTABLE, method.address(), at,
                method.code().length);
            at += method.code().length;
        }
        section(file, NAMES_NAME, STRING_TABLE, 0, 0, data, NAMES.length);
        file.put(NAMES);
        methods.forEach(method -> file.put(method.code()));
        return file.array();
    }

    private static void section(ByteBuffer file, int name, int type, long flags, long address, long at, long size) {
        file.putInt(name).putInt(type).putLong(flags).putLong(address).putLong(at).putLong(size).putInt(0).putInt(0)
            .putLong(1).putLong(0);
    }

    /**
     * Decoded machine code.
     *
     * @param name   hsdis, objdump or nothing
     * @param advice what to install if there is no decoder, else null
     * @param code   the instructions of each method by ascending address; empty if there is no decoder
     */
    record Decoder(String name, String advice, List<List<Instruction>> code) {
        /**
         * Decodes with hsdis if the JVM has it, else with objdump.
         *
         * @throws IOException if the tool failed
         */
        static Decoder of(List<PrintedMethod> methods, InstructionSet set) throws IOException, InterruptedException {
            if (methods.stream().anyMatch(method -> !method.assembly().isEmpty())) {
                return new Decoder("hsdis", null, hsdis(methods));
            }
            Objdump objdump = new Objdump("objdump", set);
            return objdump.available() ? new Decoder("objdump", null, objdump.decode(methods))
                : new Decoder("nothing", "to see instructions, install binutils (objdump with the machine "
                    + set.objdumpMachine + ") or hsdis for this JVM", List.of());
        }

        private static List<List<Instruction>> hsdis(List<PrintedMethod> methods) throws IOException {
            List<List<Instruction>> texts = methods.stream().map(PrintedMethod::assembly).toList();
            if (texts.stream().flatMap(List::stream).anyMatch(instruction -> instruction.operands().contains("%r"))) {
                throw new IOException("this JVM's hsdis prints AT&T syntax; only Intel syntax is supported");
            }
            return texts;
        }
    }
}
