// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.rewrite;

import java.util.HashSet;
import java.util.Set;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Tells by its shape a method that only passes an address on: one access through Unsafe, no loop, no scaled index, and
 * a number among its parameters beside those of the access that follow the address. Not thread-safe.
 */
final class Shape extends MethodVisitor {
    private final int parameters;
    private final Set<Integer> numbers = new HashSet<>();
    private final Set<Label> passed = new HashSet<>();
    private Call only;
    private int calls;
    private boolean computes;

    Shape(boolean instance, String descriptor) {
        super(Opcodes.ASM9);
        this.parameters = (Type.getArgumentsAndReturnSizes(descriptor) >> 2) - (instance ? 0 : 1);
    }

    void add(Call call) {
        only = call;
        calls++;
    }

    boolean watched() {
        return calls > 0;
    }

    boolean wrapper() {
        if (calls != 1 || computes || !Call.UNSAFE.contains(only.operands().get(0).getInternalName())) {
            return false;
        }
        int addressed = only.from() + (only.operands().get(only.from()).getSort() == Type.OBJECT ? 2 : 1);
        return numbers.size() > only.operands().size() - addressed;
    }

    @Override
    public void visitVarInsn(int opcode, int local) {
        if (opcode <= Opcodes.DLOAD && local < parameters) {
            numbers.add(local);
        }
    }

    @Override
    public void visitInsn(int opcode) {
        computes |= opcode >= Opcodes.IMUL && opcode <= Opcodes.LXOR
            || opcode >= Opcodes.IALOAD && opcode <= Opcodes.SALOAD;
    }

    @Override
    public void visitLabel(Label label) {
        passed.add(label);
    }

    @Override
    public void visitJumpInsn(int opcode, Label target) {
        computes |= passed.contains(target);
    }
}
