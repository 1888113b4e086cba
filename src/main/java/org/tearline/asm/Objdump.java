// SPDX-License-Identifier: Apache-2.0
package org.tearline.asm;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Binutils' disassembler, given the code as sections of a file. Not thread-safe. */
final class Objdump implements Decoder {
    private static final String SECTION = "Disassembly of section [^:\n]*:";
    private static final Pattern LINE = Pattern.compile("\\s*(?<address>\\p{XDigit}{1,16}):\\s+(?<text>\\S.*)");

    private final String program;
    private final InstructionSet set;

    /** Prepares calls of a program, which need not exist. */
    Objdump(String program, InstructionSet set) {
        this.program = program;
        this.set = set;
    }

    /** Whether the program exists and knows this instruction set. */
    boolean available() throws InterruptedException {
        try {
            return run(List.of(program, "--help")).contains(set.objdumpMachine());
        } catch (IOException e) {
            return false;
        }
    }

    @Override
    public String name() {
        return "objdump";
    }

    @Override
    public List<List<Instruction>> decode(List<PrintedMethod> methods) throws IOException, InterruptedException {
        // One process for all, because starting it takes longer than what it does.
        Path file = Files.createTempFile("tearline-", ".elf");
        try {
            Files.write(file, ElfFile.of(set.elfMachine(), methods.stream().map(PrintedMethod::code).toList()));
            List<String> command = new ArrayList<>(List.of(program, "-D", "--no-show-raw-insn"));
            command.addAll(set.objdumpOptions());
            command.add(file.toString());
            String[] texts = run(command).split(SECTION);
            if (texts.length <= methods.size()) {
                throw new IOException("objdump printed " + (texts.length - 1) + " of " + methods.size()
                    + " sections that can be read; asm needs the objdump of binutils");
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

    /** Returns the instructions in what objdump printed. */
    static List<Instruction> parse(String text, PrintedMethod method) {
        List<Matcher> lines = text.lines().map(LINE::matcher).filter(Matcher::matches).toList();
        List<Instruction> instructions = new ArrayList<>();
        for (int i = 0; i < lines.size(); i++) {
            long start = address(lines.get(i));
            long end = i + 1 < lines.size() ? address(lines.get(i + 1)) : method.code().end();
            Instruction instruction = Instruction.of(start, lines.get(i).group("text"), null);
            boolean call = instruction.mnemonic().equals("call") || instruction.mnemonic().equals("bl");
            instructions.add(call ? new Instruction(start, instruction.mnemonic(), instruction.operands(),
                method.callee(start, end)) : instruction);
        }
        return instructions;
    }

    private static long address(Matcher line) {
        return Long.parseUnsignedLong(line.group("address"), 16);
    }

    private static String run(List<String> command) throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        // Its headings are translated, and SECTION is English.
        builder.environment().put("LC_ALL", "C");
        Process process = builder.start();
        process.getOutputStream().close();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        int exit = process.waitFor();
        if (exit != 0) {
            throw new IOException("objdump ended with exit code " + exit + ": "
                + said.lines().findFirst().orElse("it said nothing"));
        }
        return said;
    }
}
