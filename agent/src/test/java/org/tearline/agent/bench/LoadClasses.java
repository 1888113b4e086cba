// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.bench;

import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** Loads a class with ten watched instructions in ten methods. */
final class LoadClasses implements Bench.Workload {
    private static final int METHODS = 10;

    private final byte[] bytes = generate();

    private static final class Loader extends ClassLoader {
        void define(byte[] bytes) {
            defineClass("Generated", bytes, 0, bytes.length);
        }
    }

    private static byte[] generate() {
        ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);
        writer.visit(Opcodes.V17, Opcodes.ACC_PUBLIC, "Generated", null, "java/lang/Object", null);
        for (int i = 0; i < METHODS; i++) {
            MethodVisitor code = writer.visitMethod(Opcodes.ACC_PUBLIC | Opcodes.ACC_STATIC, "m" + i,
                "(Lsun/misc/Unsafe;J)V", null, null);
            code.visitCode();
            code.visitVarInsn(Opcodes.ALOAD, 0);
            code.visitInsn(Opcodes.ACONST_NULL);
            code.visitVarInsn(Opcodes.LLOAD, 1);
            code.visitInsn(Opcodes.LCONST_1);
            code.visitMethodInsn(Opcodes.INVOKEVIRTUAL, "sun/misc/Unsafe", "putOrderedLong",
                "(Ljava/lang/Object;JJ)V", false);
            code.visitInsn(Opcodes.RETURN);
            code.visitMaxs(0, 0);
            code.visitEnd();
        }
        writer.visitEnd();
        return writer.toByteArray();
    }

    @Override
    public void run(int times) {
        for (int i = 0; i < times; i++) {
            new Loader().define(bytes);
        }
    }
}
