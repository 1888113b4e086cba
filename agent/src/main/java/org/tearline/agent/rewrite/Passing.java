// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.rewrite;

import java.util.Map;
import java.util.Set;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.tearline.agent.order.Ordering;

/** Reports what threads pass on when they start and end. Not thread-safe. */
final class Passing extends MethodVisitor {
    /** Methods that release first, release last and acquire last, each with its class. */
    private static final Set<String> FIRST =
        Set.of("java/lang/Thread.start", "java/lang/Thread.exit", "java/lang/VirtualThread.start");
    private static final Set<String> LAST = Set.of("java/lang/VirtualThread.run(Ljava/lang/Runnable;)V");
    private static final Map<String, String> ACQUIRING =
        Map.of("java/lang/Thread.join", "join", "java/lang/Thread.isAlive", "isAlive");
    /** Called by the carrier of a virtual thread that has ended. */
    private static final Set<String> AFTER =
        Set.of("java/lang/VirtualThread.afterTerminate", "java/lang/VirtualThread.afterDone");
    private static final int OPERANDS = 5;

    private final boolean acquiresFirst;
    private final boolean releasesFirst;
    private final boolean releasesLast;
    private final boolean acquiresLast;

    private Passing(MethodVisitor next, boolean acquiresFirst, boolean releasesFirst, boolean releasesLast,
                    boolean acquiresLast) {
        super(Opcodes.ASM9, next);
        this.acquiresFirst = acquiresFirst;
        this.releasesFirst = releasesFirst;
        this.releasesLast = releasesLast;
        this.acquiresLast = acquiresLast;
    }

    /** @param type internal name of a class */
    static boolean concerns(String type) {
        return type.equals("java/lang/Thread") || type.equals("java/lang/VirtualThread");
    }

    static MethodVisitor rewrite(MethodVisitor next, String type, int access, String method, String types) {
        String name = type + '.' + method;
        boolean hasThis = (access & (Opcodes.ACC_STATIC | Opcodes.ACC_NATIVE)) == 0;
        boolean first = FIRST.contains(name);
        boolean last = LAST.contains(name + types);
        boolean acquires = ACQUIRING.containsKey(name);
        boolean after = AFTER.contains(name);
        return hasThis && (first || last || acquires || after) ? new Passing(next, after, first, last, acquires) : next;
    }

    @Override
    public void visitCode() {
        super.visitCode();
        if (acquiresFirst) {
            call("acquiring");
        }
        if (releasesFirst) {
            call("releasing");
        }
    }

    @Override
    public void visitInsn(int opcode) {
        if (opcode >= Opcodes.IRETURN && opcode <= Opcodes.RETURN) {
            if (releasesLast) {
                call("releasing");
            }
            if (acquiresLast) {
                call("acquiring");
            }
        }
        super.visitInsn(opcode);
    }

    private void call(String check) {
        super.visitVarInsn(Opcodes.ALOAD, 0);
        super.visitInsn(Opcodes.ACONST_NULL);
        super.visitInsn(Opcodes.LCONST_0);
        Order.call(mv, check, Ordering.OBJECT);
    }

    @Override
    public void visitMaxs(int maxStack, int maxLocals) {
        super.visitMaxs(maxStack + OPERANDS, maxLocals);
    }
}
