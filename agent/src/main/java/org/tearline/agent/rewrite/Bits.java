// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.rewrite;

import static org.objectweb.asm.Opcodes.DUP;
import static org.objectweb.asm.Opcodes.DUP2;
import static org.objectweb.asm.Opcodes.I2L;
import static org.objectweb.asm.Type.ARRAY;
import static org.objectweb.asm.Type.DOUBLE;
import static org.objectweb.asm.Type.FLOAT;
import static org.objectweb.asm.Type.OBJECT;
import static org.objectweb.asm.Type.VOID;

import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Type;
import org.objectweb.asm.commons.InstructionAdapter;

/** Emits instructions that show a check what an access has read. Pure. */
final class Bits {
    private Bits() {
    }

    /** Pushes the bits of a copy of what is at the top of the stack, as a long; 0 if the type is void. */
    static void push(MethodVisitor visitor, Type type) {
        InstructionAdapter code = new InstructionAdapter(visitor);
        if (type.getSort() == VOID) {
            code.lconst(0);
            return;
        }
        code.visitInsn(type.getSize() == 2 ? DUP2 : DUP);
        // The others have the bits already.
        switch (type.getSort()) {
            case DOUBLE -> code.invokestatic("java/lang/Double", "doubleToRawLongBits", "(D)J", false);
            case FLOAT -> code.invokestatic("java/lang/Float", "floatToRawIntBits", "(F)I", false);
            case OBJECT, ARRAY -> code.invokestatic("java/lang/System", "identityHashCode",
                "(Ljava/lang/Object;)I", false);
        }
        if (type.getSize() == 1) {
            code.visitInsn(I2L);
        }
    }
}
