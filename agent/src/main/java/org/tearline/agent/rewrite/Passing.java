// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.rewrite;

import java.util.Map;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.tearline.agent.order.Ordering;

/** Reports what threads pass on when they start, end or are interrupted. Not thread-safe. */
final class Passing extends MethodVisitor {
    private static final String THREAD = "java/lang/Thread";
    private static final String VIRTUAL = "java/lang/VirtualThread";
    private static final String INTERRUPTION = "java/lang/InterruptedException";
    private static final String RELEASING = "releasing";
    private static final String ACQUIRING = "acquiring";
    /** What methods do first. The carrier of a virtual thread calls some after that has ended. */
    private static final Map<String, String> FIRST = Map.of(THREAD + ".start", RELEASING, THREAD + ".exit", RELEASING,
        VIRTUAL + ".start", RELEASING, VIRTUAL + ".afterTerminate", ACQUIRING, VIRTUAL + ".afterDone", ACQUIRING,
        THREAD + ".interrupt", RELEASING, VIRTUAL + ".interrupt", RELEASING);
    /** What methods do last. */
    private static final Map<String, String> LAST = Map.of(VIRTUAL + ".run(Ljava/lang/Runnable;)V", RELEASING,
        THREAD + ".join", ACQUIRING, THREAD + ".isAlive", ACQUIRING, THREAD + ".isInterrupted", ACQUIRING,
        VIRTUAL + ".isInterrupted", ACQUIRING, THREAD + ".interrupted", ACQUIRING, INTERRUPTION + ".<init>", ACQUIRING);
    private static final int OPERANDS = 5;

    /** Check to call, or null. */
    private final String first;
    private final String last;
    /** Whether it is the current thread that learns, not the receiver. */
    private final boolean ofCurrent;
    private final long where;

    private Passing(MethodVisitor next, String name, String first, String last) {
        super(Opcodes.ASM9, next);
        this.first = first;
        this.last = last;
        this.ofCurrent = name.equals(THREAD + ".interrupted") || name.startsWith(INTERRUPTION);
        this.where = name.contains("nterrupt") ? Ordering.INTERRUPT : 0;
    }

    /** @param type internal name of a class */
    static boolean concerns(String type) {
        return type.equals(THREAD) || type.equals(VIRTUAL) || type.equals(INTERRUPTION);
    }

    static MethodVisitor rewrite(MethodVisitor next, String type, int access, String method, String types) {
        String name = type + '.' + method;
        boolean hasCode = (access & Opcodes.ACC_NATIVE) == 0;
        String first = FIRST.get(name);
        String last = LAST.getOrDefault(name, LAST.get(name + types));
        return hasCode && (first != null || last != null) ? new Passing(next, name, first, last) : next;
    }

    @Override
    public void visitCode() {
        super.visitCode();
        call(first);
    }

    @Override
    public void visitInsn(int opcode) {
        if (opcode >= Opcodes.IRETURN && opcode <= Opcodes.RETURN) {
            call(last);
        }
        super.visitInsn(opcode);
    }

    private void call(String check) {
        if (check == null) {
            return;
        }
        if (ofCurrent) {
            super.visitMethodInsn(Opcodes.INVOKESTATIC, THREAD, "currentThread", "()L" + THREAD + ";", false);
        } else {
            super.visitVarInsn(Opcodes.ALOAD, 0);
        }
        super.visitInsn(Opcodes.ACONST_NULL);
        super.visitLdcInsn(where);
        Order.call(mv, check, Ordering.OBJECT);
    }

    @Override
    public void visitMaxs(int maxStack, int maxLocals) {
        super.visitMaxs(maxStack + OPERANDS, maxLocals);
    }
}
