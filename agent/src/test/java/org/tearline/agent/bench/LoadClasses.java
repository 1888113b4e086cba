// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.bench;

import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.commons.GeneratorAdapter;
import org.objectweb.asm.commons.Method;

/** Loads a class with ten watched instructions in ten methods. */
final class LoadClasses implements Bench.Workload {
    private static final int METHODS = 10;
    private static final Type UNSAFE = Type.getObjectType("sun/misc/Unsafe");

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
            GeneratorAdapter code = new GeneratorAdapter(Opcodes.ACC_PUBLIC | Opcodes.ACC_STATIC,
                Method.getMethod("void m" + i + "(sun.misc.Unsafe, long)"), null, null, writer);
            code.loadArg(0);
            code.visitInsn(Opcodes.ACONST_NULL);
            code.loadArg(1);
            code.push(1L);
            code.invokeVirtual(UNSAFE, Method.getMethod("void putOrderedLong(Object, long, long)"));
            code.returnValue();
            code.endMethod();
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
