// SPDX-License-Identifier: Apache-2.0
package org.tearline.asm;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.tearline.asm.JvmPrint.PrintedMethod;
import org.tearline.trial.Architecture;

/** Runs objdump once per method. Thread-safe. */
record Objdump(String program, Architecture set) {
    private static final Pattern LINE = Pattern.compile("\\s*(?<address>\\p{XDigit}{1,16}):\\s+(?<text>\\S.*)");

    private String machine() {
        if (set == Architecture.X86_64) {
            return "i386:x86-64";
        }
        return set.toString();
    }

    /** Whether the program exists and knows this instruction set. */
    boolean available() throws InterruptedException {
        try {
            return run(List.of(program, "--help")).contains(machine());
        } catch (IOException e) {
            return false;
        }
    }

    List<Instruction> decode(PrintedMethod method) throws IOException, InterruptedException {
        Path file = Files.createTempFile("tearline-", ".bin");
        try {
            Files.write(file, method.code());
            List<String> command = new ArrayList<>(List.of(program, "-D", "--no-show-raw-insn", "-b", "binary",
                "-m", machine(), "--adjust-vma=0x" + Long.toHexString(method.address())));
            if (set == Architecture.X86_64) {
                command.addAll(List.of("-M", "intel"));
            }
            command.add(file.toString());
            List<Instruction> decoded = parse(run(command), method);
            if (decoded.isEmpty()) {
                throw new IOException("objdump printed no instructions; asm needs objdump from binutils");
            }
            return decoded;
        } finally {
            Files.delete(file);
        }
    }

    static List<Instruction> parse(String text, PrintedMethod method) {
        List<Matcher> lines = text.lines()
            .map(LINE::matcher)
            .filter(Matcher::matches)
            .toList();
        List<Instruction> instructions = new ArrayList<>();
        for (int i = 0; i < lines.size(); i++) {
            long end = i + 1 < lines.size() ? address(lines.get(i + 1)) : method.address() + method.code().length;
            instructions.add(Instruction.of(address(lines.get(i)), lines.get(i).group("text"), method.callee(end)));
        }
        return instructions;
    }

    private static long address(Matcher line) {
        return HexFormat.fromHexDigitsToLong(line.group("address"));
    }

    private static String run(List<String> command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        process.getOutputStream().close();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        int exit = process.waitFor();
        if (exit != 0) {
            throw new IOException("objdump failed with exit code " + exit + ": "
                + output.lines().findFirst().orElse("no output"));
        }
        return output;
    }

    /**
     * The decoder found on this machine.
     *
     * @param name   hsdis, objdump or nothing
     * @param advice what to install if there is no decoder, else null
     */
    record Decoder(String name, String advice, Code code) {
        /** Returns the instructions of a method by ascending address; null if there is no decoder. */
        interface Code {
            List<Instruction> of(PrintedMethod method) throws IOException, InterruptedException;
        }

        /**
         * Returns hsdis if the JVM has it, else objdump if that is installed.
         *
         * @throws IOException if hsdis used AT&amp;T syntax
         */
        static Decoder of(List<PrintedMethod> methods, Architecture set) throws IOException, InterruptedException {
            List<Instruction> assembly = methods.stream().flatMap(method -> method.assembly().stream()).toList();
            if (assembly.stream().anyMatch(instruction -> instruction.operands().contains("%r"))) {
                throw new IOException("this JVM's hsdis prints AT&T syntax; only Intel syntax is supported");
            }
            Objdump objdump = new Objdump("objdump", set);
            if (!assembly.isEmpty()) {
                return new Decoder("hsdis", null, PrintedMethod::assembly);
            }
            if (objdump.available()) {
                return new Decoder("objdump", null, objdump::decode);
            }
            return new Decoder("nothing", "to see instructions, install binutils (objdump with the machine "
                + objdump.machine() + ") or hsdis for this JVM", method -> null);
        }
    }
}
