// SPDX-License-Identifier: Apache-2.0
package org.tearline.asm;

import java.util.List;

/**
 * As much of an x86-64 instruction as it takes to find a loop where nothing decodes: how long it is, where it jumps to,
 * and whether it accesses 8 bytes of raw memory or a vector. Knows the opcodes that HotSpot emits, with VEX and EVEX;
 * the lengths are those of Intel's manual, volume 2, chapter 2 and appendix A.
 */
final class X86Outline {
    private static final int MAX_BYTES = 15;
    private static final int RSP = 4;
    private static final int RBP = 5;
    private static final int R15 = 15;
    private static final List<String> VECTOR_MOVES = List.of("vmovdqu ", "vmovdqu ", "vmovdqu64 ");
    private static final List<String> REGISTERS = List.of("xmm", "ymm", "zmm");

    private final byte[] code;
    private int at;
    private boolean shortOperand;
    private boolean locked;
    private int rex;
    /** The opcode, with the number of its map before it. */
    private int opcode;
    /** 0 for 16 bytes, 1 for 32, 2 for 64. */
    private int vectorLength;
    private boolean raw;
    private int displacement;

    private X86Outline(byte[] code, int at) {
        this.code = code;
        this.at = at;
    }

    /** Returns the bytes of the instruction that begins there, at most those that are left. */
    static int length(byte[] code, int at) {
        X86Outline walk = new X86Outline(code, at);
        walk.instruction();
        return walk.length(at);
    }

    /**
     * Returns the instruction that begins there, spelled with the wrong registers: right are its mnemonic if it is an
     * access, a fence or a jump, and a jump's target.
     *
     * @param address of the first byte of the code
     */
    static Instruction of(byte[] code, int at, long address) {
        X86Outline walk = new X86Outline(code, at);
        walk.instruction();
        long end = address + at + walk.length(at);
        String[] words = walk.words(end).split(" ", 2);
        return new Instruction(address + at, words[0].replace('_', ' '), words.length < 2 ? "" : words[1], null);
    }

    private int length(int from) {
        return Math.max(1, Math.min(Math.min(MAX_BYTES, code.length - from), at - from));
    }

    private String words(long end) {
        if (opcode == 0xe9 || opcode == 0xeb || opcode >= 0x70 && opcode <= 0x7f
            || opcode >= 0x180 && opcode <= 0x18f) {
            return "j " + Long.toHexString(end + displacement);
        }
        if (opcode == 0xe8) {
            return "call";
        }
        boolean wide = (rex & 8) != 0;
        boolean vector = opcode >= 0x110 && opcode <= 0x111 || opcode == 0x16f || opcode == 0x17f;
        return switch (raw && (wide || vector) ? opcode : -1) {
            case 0x89 -> "mov QWORD PTR [rbx],rax";
            case 0x8b -> "mov rax,QWORD PTR [rbx]";
            case 0x110 -> "vmovsd xmm0,QWORD PTR [rbx]";
            case 0x111 -> "vmovsd QWORD PTR [rbx],xmm0";
            case 0x16f -> VECTOR_MOVES.get(vectorLength) + REGISTERS.get(vectorLength) + "0,[rbx]";
            case 0x17f -> VECTOR_MOVES.get(vectorLength) + "[rbx]," + REGISTERS.get(vectorLength) + "0";
            case 0x87 -> "xchg QWORD PTR [rbx],rax";
            case 0x1b1 -> locked ? "lock_cmpxchg QWORD PTR [rbx],rax" : "other";
            case 0x1c1 -> locked ? "lock_xadd QWORD PTR [rbx],rax" : "other";
            case 0x01 -> locked ? "lock_add QWORD PTR [rbx],rax" : "other";
            default -> "other";
        };
    }

    private int next() {
        int value = peek();
        at++;
        return value;
    }

    private int peek() {
        return at < code.length ? code[at] & 0xff : 0;
    }

    private void instruction() {
        int first = next();
        while (prefix(first)) {
            shortOperand |= first == 0x66;
            locked |= first == 0xf0;
            first = next();
        }
        if (first >= 0x40 && first <= 0x4f) {
            rex = first;
            first = next();
        }
        switch (first) {
            case 0x0f -> escaped();
            case 0xc5 -> {
                vectorLength = next() >> 2 & 1;
                map(1, next());
            }
            case 0xc4 -> {
                int selector = selector();
                vectorLength = next() >> 2 & 1;
                map(selector & 0x1f, next());
            }
            case 0x62 -> {
                int selector = selector();
                at++;
                vectorLength = next() >> 5 & 3;
                map(selector & 7, next());
            }
            default -> oneByte(first);
        }
    }

    /** Returns the byte with the map, and with the upper bit of the base register, inverted. */
    private int selector() {
        int selector = next();
        rex |= (selector & 0x20) == 0 ? 1 : 0;
        return selector;
    }

    private static boolean prefix(int value) {
        return switch (value) {
            case 0x26, 0x2e, 0x36, 0x3e, 0x64, 0x65, 0x66, 0x67, 0xf0, 0xf2, 0xf3 -> true;
            default -> false;
        };
    }

    private void escaped() {
        int second = next();
        switch (second) {
            case 0x38 -> map(2, next());
            case 0x3a -> map(3, next());
            default -> map(1, second);
        }
    }

    /** The opcode maps 0F, 0F 38 and 0F 3A, with or without VEX. */
    private void map(int number, int inMap) {
        opcode = number << Byte.SIZE | inMap;
        if (number == 1 && inMap >= 0x80 && inMap <= 0x8f) {
            displacement = fourBytes();
        } else if (number != 1 || !bare(inMap)) {
            modrm();
            at += number == 3 || number == 1 && withByte(inMap) ? 1 : 0;
        }
    }

    private int fourBytes() {
        int value = 0;
        for (int shift = 0; shift < Integer.SIZE; shift += Byte.SIZE) {
            value |= next() << shift;
        }
        return value;
    }

    private static boolean bare(int inMap) {
        return switch (inMap) {
            case 0x05, 0x0b, 0x31, 0x77, 0xa0, 0xa1, 0xa2, 0xa8, 0xa9 -> true;
            default -> inMap >= 0xc8 && inMap <= 0xcf;
        };
    }

    private static boolean withByte(int inMap) {
        return switch (inMap) {
            case 0x70, 0x71, 0x72, 0x73, 0xa4, 0xac, 0xba, 0xc2, 0xc4, 0xc5, 0xc6 -> true;
            default -> false;
        };
    }

    private void oneByte(int first) {
        opcode = first;
        int operand = shortOperand ? Short.BYTES : Integer.BYTES;
        if (opcode < 0x40) {
            switch (opcode & 7) {
                case 4 -> at++;
                case 5 -> at += operand;
                default -> modrm();
            }
            return;
        }
        switch (opcode) {
            case 0x68, 0xa9 -> at += operand;
            case 0x69, 0x81, 0xc7 -> {
                modrm();
                at += operand;
            }
            case 0x6b, 0x80, 0x83, 0xc0, 0xc1, 0xc6 -> {
                modrm();
                at++;
            }
            case 0x63, 0x84, 0x85, 0x86, 0x87, 0x88, 0x89, 0x8a, 0x8b, 0x8c, 0x8d, 0x8e, 0x8f, 0xd0, 0xd1, 0xd2, 0xd3,
                0xd8, 0xd9, 0xda, 0xdb, 0xdc, 0xdd, 0xde, 0xdf, 0xfe, 0xff -> modrm();
            case 0x6a, 0xa8, 0xcd, 0xe0, 0xe1, 0xe2, 0xe3, 0xe4, 0xe5, 0xe6, 0xe7 -> at++;
            case 0xa0, 0xa1, 0xa2, 0xa3 -> at += Long.BYTES;
            case 0xc2 -> at += Short.BYTES;
            case 0xc8 -> at += Short.BYTES + 1;
            case 0xe8, 0xe9 -> displacement = fourBytes();
            case 0xeb -> displacement = (byte) next();
            case 0xf6, 0xf7 -> {
                boolean test = (peek() & 0x30) == 0;
                modrm();
                at += !test ? 0 : opcode == 0xf6 ? 1 : operand;
            }
            default -> {
                if (opcode >= 0x70 && opcode <= 0x7f) {
                    displacement = (byte) next();
                } else if (opcode >= 0xb0 && opcode <= 0xb7) {
                    at++;
                } else if (opcode >= 0xb8 && opcode <= 0xbf) {
                    at += (rex & 8) != 0 ? Long.BYTES : operand;
                }
            }
        }
    }

    /** The byte that names the operands, and what follows of an address. */
    private void modrm() {
        int modrm = next();
        int mode = modrm >> 6;
        int base = modrm & 7;
        if (mode == 3) {
            return;
        }
        boolean indexed = base == RSP;
        boolean scaled = false;
        if (indexed) {
            int sib = next();
            base = sib & 7;
            scaled = sib >> 6 != 0;
        }
        boolean none = mode == 0 && base != RBP || mode == 1 && base == RBP && peek() == 0;
        int register = base + ((rex & 1) != 0 ? 8 : 0);
        raw = none && !scaled && register != RSP && register != R15;
        at += mode == 1 ? 1 : mode == 2 || base == RBP ? Integer.BYTES : 0;
    }
}
