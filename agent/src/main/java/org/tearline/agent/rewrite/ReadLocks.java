// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.rewrite;

import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.tearline.agent.order.Ordering;

/**
 * Tells the readers of a ReentrantReadWriteLock from its writers: readers update the same word, but pass on nothing to
 * each other. A reader releases to the next writer only, at a place of its own. Not thread-safe.
 */
final class ReadLocks extends MethodVisitor {
    private static final String TYPE = "java/util/concurrent/locks/ReentrantReadWriteLock$Sync";
    private static final int OPERANDS = 5;

    private final boolean reads;
    private final boolean releases;

    private ReadLocks(MethodVisitor next, String method) {
        super(Opcodes.ASM9, next);
        this.reads = method.contains("Shared") || method.contains("Read");
        this.releases = method.contains("Release");
    }

    /** Whether a call in a class updates the word of the lock. */
    static boolean updates(String type, String called) {
        return type.equals(TYPE) && called.equals("compareAndSetState");
    }

    static MethodVisitor rewrite(MethodVisitor next, String type, String method) {
        return type.equals(TYPE) ? new ReadLocks(next, method) : next;
    }

    @Override
    public void visitMethodInsn(int opcode, String owner, String name, String types, boolean isInterface) {
        boolean updates = name.equals("compareAndSetState");
        if (updates && reads && releases) {
            call("releasing");
        }
        if (updates && reads) {
            share(Opcodes.ICONST_1);
        }
        super.visitMethodInsn(opcode, owner, name, types, isInterface);
        if (updates && reads) {
            share(Opcodes.ICONST_0);
        } else if (updates) {
            call("acquiring");
        }
    }

    private void call(String check) {
        super.visitVarInsn(Opcodes.ALOAD, 0);
        super.visitInsn(Opcodes.ACONST_NULL);
        super.visitLdcInsn(Ordering.READERS);
        Order.call(mv, check, Ordering.OBJECT);
    }

    /** Ignores the update, which does not throw. */
    private void share(int begins) {
        super.visitInsn(begins);
        super.visitMethodInsn(Opcodes.INVOKESTATIC, Hook.INTERNAL_NAME, "share", "(Z)V", false);
    }

    @Override
    public void visitMaxs(int maxStack, int maxLocals) {
        super.visitMaxs(maxStack + OPERANDS, maxLocals);
    }
}
