// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.rewrite;

import static org.objectweb.asm.Opcodes.DUP;
import static org.objectweb.asm.Opcodes.DUP2;
import static org.objectweb.asm.Opcodes.I2L;
import static org.objectweb.asm.Opcodes.INVOKESTATIC;
import static org.objectweb.asm.Opcodes.LCONST_0;

import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Type;

/** Emits instructions that show a check what an access has read. Pure. */
final class Bits {
    private Bits() {
    }

    /** Pushes the bits of a copy of what is at the top of the stack, as a long; 0 if the type is void. */
    static void push(MethodVisitor code, Type type) {
        if (type.getSort() == Type.VOID) {
            code.visitInsn(LCONST_0);
            return;
        }
        code.visitInsn(type.getSize() == 2 ? DUP2 : DUP);
        switch (type.getSort()) {
            case Type.DOUBLE -> call(code, "java/lang/Double", "doubleToRawLongBits", "(D)J");
            case Type.FLOAT -> call(code, "java/lang/Float", "floatToRawIntBits", "(F)I");
            case Type.OBJECT, Type.ARRAY -> call(code, "java/lang/System", "identityHashCode", "(Ljava/lang/Object;)I");
            default -> {
                // Has the bits already.
            }
        }
        if (type.getSize() == 1) {
            code.visitInsn(I2L);
        }
    }

    private static void call(MethodVisitor code, String owner, String method, String descriptor) {
        code.visitMethodInsn(INVOKESTATIC, owner, method, descriptor, false);
    }
}
