// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.rewrite;

import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.tearline.agent.access.Access;
import org.tearline.agent.access.Access.Operation;

/**
 * Reports an access with a memory order, made by a method whose parameters are a scope, an object and an offset. Not
 * thread-safe.
 */
final class OrderedMethod extends MethodVisitor {
    private static final String READING = "(JLjava/lang/Object;JIZ)V";
    private static final int BASE = 2;
    private static final int OFFSET = 3;
    /** Stack words for a returned long and the arguments of the check. */
    private static final int CHECK_OPERANDS = 9;

    private final Access access;
    private final Type result;

    OrderedMethod(MethodVisitor next, Access access, Type result) {
        super(Opcodes.ASM9, next);
        this.access = access;
        this.result = result;
    }

    @Override
    public void visitCode() {
        super.visitCode();
        if (opaque() ? access.operation() != Operation.READ : access.releases()) {
            call(opaque() ? "writing" : "releasing");
        }
    }

    @Override
    public void visitInsn(int opcode) {
        boolean returns = opcode >= Opcodes.IRETURN && opcode <= Opcodes.RETURN;
        if (returns && access.operation() == Operation.READ) {
            Bits.push(mv, result);
            loadWord();
            super.visitInsn(opaque() ? Opcodes.ICONST_0 : Opcodes.ICONST_1);
            super.visitMethodInsn(Opcodes.INVOKESTATIC, Hook.INTERNAL_NAME, "reading", READING, false);
        } else if (returns && access.acquires()) {
            call("acquiring");
        }
        super.visitInsn(opcode);
    }

    private boolean opaque() {
        return access.method().endsWith("Opaque");
    }

    private void call(String check) {
        loadWord();
        super.visitMethodInsn(Opcodes.INVOKESTATIC, Hook.INTERNAL_NAME, check, Order.WORD, false);
    }

    private void loadWord() {
        super.visitVarInsn(Opcodes.ALOAD, BASE);
        super.visitVarInsn(Opcodes.LLOAD, OFFSET);
        super.visitLdcInsn(access.bytes());
    }

    @Override
    public void visitMaxs(int maxStack, int maxLocals) {
        super.visitMaxs(maxStack + CHECK_OPERANDS, maxLocals);
    }
}
