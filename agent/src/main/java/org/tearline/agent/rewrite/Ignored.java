// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.rewrite;

import java.util.Set;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Ignores what threads pass on within a method that links calls or loads classes for the JVM: the JDK's tables would
 * put threads in order by chance, only when code runs for the first time. Not thread-safe.
 */
final class Ignored extends MethodVisitor {
    private static final String LINKING = "java/lang/invoke/MethodHandleNatives";
    private static final String LOADING = "jdk/internal/loader/BuiltinClassLoader";
    private static final Set<String> METHODS = Set.of("linkMethod", "linkCallSite", "linkDynamicConstant",
        "linkMethodHandleConstant", "findMethodHandleType", "loadClassOrNull(Ljava/lang/String;Z)Ljava/lang/Class;");

    private final Label start = new Label();

    private Ignored(MethodVisitor next) {
        super(Opcodes.ASM9, next);
    }

    /** @param type internal name of a class */
    static boolean concerns(String type) {
        return type.equals(LINKING) || type.equals(LOADING);
    }

    static MethodVisitor rewrite(MethodVisitor next, String method, String types) {
        return METHODS.contains(method) || METHODS.contains(method + types) ? new Ignored(next) : next;
    }

    /** @param begins whether to ignore what follows, or no longer */
    static void call(MethodVisitor code, boolean begins) {
        code.visitInsn(begins ? Opcodes.ICONST_1 : Opcodes.ICONST_0);
        code.visitMethodInsn(Opcodes.INVOKESTATIC, Hook.INTERNAL_NAME, "ignore", "(Z)V", false);
    }

    @Override
    public void visitCode() {
        super.visitCode();
        call(mv, true);
        super.visitLabel(start);
    }

    @Override
    public void visitInsn(int opcode) {
        if (opcode == Opcodes.ARETURN) {
            call(mv, false);
        }
        super.visitInsn(opcode);
    }

    /** Adds the last handler, which gets only those exceptions that leave the method. */
    @Override
    public void visitMaxs(int maxStack, int maxLocals) {
        Label end = new Label();
        super.visitLabel(end);
        super.visitTryCatchBlock(start, end, end, null);
        super.visitFrame(Opcodes.F_FULL, 0, new Object[0], 1, new Object[] {"java/lang/Throwable"});
        call(mv, false);
        super.visitInsn(Opcodes.ATHROW);
        super.visitMaxs(maxStack + 2, maxLocals);
    }
}
