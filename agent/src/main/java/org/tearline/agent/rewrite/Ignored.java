// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.rewrite;

import java.util.Set;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.commons.AdviceAdapter;

/**
 * Ignores what threads pass on within a method that links calls or loads classes for the JVM: the JDK's tables would
 * put threads in order by chance, only when code runs for the first time. Not thread-safe.
 */
final class Ignored extends AdviceAdapter {
    private static final Set<String> TYPES =
        Set.of("java/lang/invoke/MethodHandleNatives", "jdk/internal/loader/BuiltinClassLoader");
    private static final Set<String> METHODS = Set.of("linkMethod", "linkCallSite", "linkDynamicConstant",
        "linkMethodHandleConstant", "findMethodHandleType", "loadClassOrNull(Ljava/lang/String;Z)Ljava/lang/Class;");

    private final Label start = new Label();

    private Ignored(MethodVisitor next, int access, String method, String types) {
        super(Opcodes.ASM9, next, access, method, types);
    }

    /** @param type internal name of a class */
    static boolean concerns(String type) {
        return TYPES.contains(type);
    }

    static MethodVisitor rewrite(MethodVisitor next, int access, String method, String types) {
        boolean ignored = METHODS.contains(method) || METHODS.contains(method + types);
        return ignored ? new Ignored(next, access, method, types) : next;
    }

    /** @param begins whether to ignore what follows, or no longer */
    static void call(MethodVisitor code, boolean begins) {
        code.visitInsn(begins ? Opcodes.ICONST_1 : Opcodes.ICONST_0);
        Hook.call(code, "ignore", "(Z)V");
    }

    @Override
    protected void onMethodEnter() {
        call(mv, true);
        mark(start);
    }

    @Override
    protected void onMethodExit(int opcode) {
        if (opcode != Opcodes.ATHROW) {
            call(mv, false);
        }
    }

    /** Adds the last handler, which gets only those exceptions that leave the method. */
    @Override
    public void visitMaxs(int maxStack, int maxLocals) {
        Hook.handle(mv, start, new Object[0]);
        call(mv, false);
        mv.visitInsn(Opcodes.ATHROW);
        super.visitMaxs(maxStack, maxLocals);
    }
}
