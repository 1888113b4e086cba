// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.rewrite;

import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.tearline.agent.access.Access;
import org.tearline.agent.access.Access.Operation;
import org.tearline.agent.order.Ordering;

/**
 * Reports an access with a memory order, made by a method whose parameters are a scope, an object and an offset. Not
 * thread-safe.
 */
final class OrderedMethod extends MethodVisitor {
    private static final int BASE = 2;
    private static final int OFFSET = 3;
    /** Stack words for a returned long and the arguments of the check. */
    private static final int CHECK_OPERANDS = 9;

    private final Access access;
    private final Type result;
    private final boolean weak;

    OrderedMethod(MethodVisitor next, Access access, Type result) {
        super(Opcodes.ASM9, next);
        this.access = access;
        this.result = result;
        this.weak = access.method().endsWith("Opaque");
    }

    @Override
    public void visitCode() {
        super.visitCode();
        boolean releases = weak ? access.operation() != Operation.READ : access.releases();
        if (releases) {
            call("releasing");
        }
    }

    @Override
    public void visitInsn(int opcode) {
        boolean returns = opcode >= Opcodes.IRETURN && opcode <= Opcodes.RETURN;
        if (returns && access.operation() == Operation.READ) {
            Bits.push(mv, result);
            call("reading");
        } else if (returns && access.acquires()) {
            call("acquiring");
        }
        super.visitInsn(opcode);
    }

    private void call(String check) {
        super.visitVarInsn(Opcodes.ALOAD, BASE);
        super.visitInsn(Opcodes.ACONST_NULL);
        super.visitVarInsn(Opcodes.LLOAD, OFFSET);
        int word = Ordering.word(access.bytes());
        Order.call(mv, check, weak ? word & ~Ordering.STRONG : word);
    }

    @Override
    public void visitMaxs(int maxStack, int maxLocals) {
        super.visitMaxs(maxStack + CHECK_OPERANDS, maxLocals);
    }
}
