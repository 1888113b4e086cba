// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.rewrite;

import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.tearline.agent.access.Access;
import org.tearline.agent.access.Access.Operation;

/**
 * Reports an access with a memory order, made by a method whose parameters are a scope, an object and an offset. Not
 * thread-safe.
 */
final class OrderedMethod extends MethodVisitor {
    private static final int BASE = 2;
    private static final int OFFSET = 3;
    /** Stack words for a returned long and the arguments of the check. */
    private static final int CHECK_OPERANDS = 6;

    private final Access access;

    OrderedMethod(MethodVisitor next, Access access) {
        super(Opcodes.ASM9, next);
        this.access = access;
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
        if (opcode >= Opcodes.IRETURN && opcode <= Opcodes.RETURN
            && (opaque() ? access.operation() != Operation.WRITE : access.acquires())) {
            call(opaque() ? "reading" : "acquiring");
        }
        super.visitInsn(opcode);
    }

    private boolean opaque() {
        return access.method().endsWith("Opaque");
    }

    private void call(String check) {
        super.visitVarInsn(Opcodes.ALOAD, BASE);
        super.visitVarInsn(Opcodes.LLOAD, OFFSET);
        super.visitLdcInsn(access.bytes());
        super.visitMethodInsn(Opcodes.INVOKESTATIC, Hook.INTERNAL_NAME, check, Order.WORD, false);
    }

    @Override
    public void visitMaxs(int maxStack, int maxLocals) {
        super.visitMaxs(maxStack + CHECK_OPERANDS, maxLocals);
    }
}
