package org.tearline.asm;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Binutils' disassembler, given the bytes in files. One thread. */
final class Objdump implements Decoder {
    /** Far fewer names than a command line holds. */
    private static final int AT_ONCE = 500;
    /** How many bytes a line of a file has; a line does not lie across a change of the upper half of its address. */
    private static final int RECORD = 32;
    private static final byte DATA = 0;
    private static final byte UPPER_ADDRESS = 4;
    private static final String FILE = ".*: +file format ihex\\R";
    private static final Pattern LINE = Pattern.compile("\\s*(?<address>\\p{XDigit}+):\\s+(?<text>\\S.*)");

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
        List<List<Instruction>> decoded = new ArrayList<>();
        for (int from = 0; from < methods.size(); from += AT_ONCE) {
            decoded.addAll(decodeAtOnce(methods.subList(from, Math.min(from + AT_ONCE, methods.size()))));
        }
        return decoded;
    }

    /** One process for all, because starting it takes longer than what it does. */
    private List<List<Instruction>> decodeAtOnce(List<PrintedMethod> methods) throws IOException, InterruptedException {
        Path folder = Files.createTempDirectory("tearline-");
        List<Path> files = new ArrayList<>();
        try {
            long lowest = methods.stream().mapToLong(method -> method.code().address()).min().orElseThrow();
            for (PrintedMethod method : methods) {
                files.add(Files.writeString(folder.resolve(files.size() + ".hex"), hex(method.code(), lowest)));
            }
            List<String> command = new ArrayList<>(List.of(program, "-D", "-b", "ihex", "-m", set.objdumpMachine(),
                "--no-show-raw-insn", "--adjust-vma=0x" + Long.toHexString(lowest)));
            command.addAll(set.objdumpOptions());
            files.forEach(file -> command.add(file.toString()));
            List<List<Instruction>> decoded = new ArrayList<>();
            String[] texts = run(command).split(FILE, -1);
            for (int i = 0; i < methods.size(); i++) {
                decoded.add(i + 1 < texts.length ? parse(texts[i + 1], methods.get(i)) : List.of());
            }
            return decoded;
        } finally {
            for (Path file : files) {
                Files.delete(file);
            }
            Files.delete(folder);
        }
    }

    /** Intel's hexadecimal format, which says where bytes lie: in 32 bits, so from the lowest of all. */
    private static String hex(PrintedMethod.Code code, long lowest) {
        StringBuilder text = new StringBuilder();
        int start = Math.toIntExact(code.address() - lowest);
        int end = start + code.bytes().length;
        int upper = 0;
        for (int at = start; at < end;) {
            if (at >>> Short.SIZE != upper) {
                upper = at >>> Short.SIZE;
                record(text, 0, UPPER_ADDRESS, new byte[] {(byte) (upper >>> Byte.SIZE), (byte) upper});
            }
            int next = Math.min(end, (at / RECORD + 1) * RECORD);
            record(text, at, DATA, Arrays.copyOfRange(code.bytes(), at - start, next - start));
            at = next;
        }
        return text.append(":00000001FF\n").toString();
    }

    private static void record(StringBuilder text, int address, byte kind, byte[] data) {
        byte[] record = ByteBuffer.allocate(1 + Short.BYTES + 1 + data.length + 1).put((byte) data.length)
            .putShort((short) address).put(kind).put(data).array();
        int sum = 0;
        for (byte each : record) {
            sum += each;
        }
        record[record.length - 1] = (byte) -sum;
        text.append(':').append(HexFormat.of().withUpperCase().formatHex(record)).append('\n');
    }

    /** The instructions in what objdump printed. */
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
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
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
