// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.rewrite;

import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/** Emits instructions that show a check what an access has read. Pure. */
final class Bits {
    private Bits() {
    }

    /** Pushes the bits of a copy of what is at the top of the stack, as a long; 0 if the type is void. */
    static void push(MethodVisitor code, Type type) {
        if (type.getSort() == Type.VOID) {
            code.visitInsn(Opcodes.LCONST_0);
            return;
        }
        code.visitInsn(type.getSize() == 2 ? Opcodes.DUP2 : Opcodes.DUP);
        switch (type.getSort()) {
            case Type.DOUBLE -> call(code, "java/lang/Double", "doubleToRawLongBits", "(D)J");
            case Type.FLOAT -> call(code, "java/lang/Float", "floatToRawIntBits", "(F)I");
            case Type.OBJECT, Type.ARRAY -> call(code, "java/lang/System", "identityHashCode", "(Ljava/lang/Object;)I");
            default -> {
                // Has the bits already.
            }
        }
        if (type.getSize() == 1) {
            code.visitInsn(Opcodes.I2L);
        }
    }

    private static void call(MethodVisitor code, String owner, String method, String descriptor) {
        code.visitMethodInsn(Opcodes.INVOKESTATIC, owner, method, descriptor, false);
    }
}
