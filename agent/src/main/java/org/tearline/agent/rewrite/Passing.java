// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.rewrite;

import java.util.Map;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.commons.AdviceAdapter;
import org.objectweb.asm.commons.Method;
import org.tearline.agent.order.Ordering;

/** Reports what threads pass on when they start, end or are interrupted. Not thread-safe. */
final class Passing extends AdviceAdapter {
    private static final String THREAD = "java/lang/Thread";
    private static final String VIRTUAL = "java/lang/VirtualThread";
    private static final String INTERRUPTION = "java/lang/InterruptedException";
    private static final Method CURRENT = new Method("currentThread", "()Ljava/lang/Thread;");
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

    /** Check to call, or null. */
    private final String first;
    private final String last;
    /** Whether it is the current thread that learns, not the receiver. */
    private final boolean ofCurrent;
    private final long where;

    private Passing(MethodVisitor next, String type, int access, String method, String types) {
        super(Opcodes.ASM9, next, access, method, types);
        String name = type + '.' + method;
        this.first = FIRST.get(name);
        this.last = LAST.getOrDefault(name, LAST.get(name + types));
        this.ofCurrent = method.equals("interrupted") || type.equals(INTERRUPTION);
        this.where = name.contains("nterrupt") ? Ordering.INTERRUPT : 0;
    }

    /** @param type internal name of a class */
    static boolean concerns(String type) {
        return type.equals(THREAD) || type.equals(VIRTUAL) || type.equals(INTERRUPTION);
    }

    static MethodVisitor rewrite(MethodVisitor next, String type, int access, String method, String types) {
        Passing passing = new Passing(next, type, access, method, types);
        boolean hasCode = (access & Opcodes.ACC_NATIVE) == 0;
        return hasCode && (passing.first != null || passing.last != null) ? passing : next;
    }

    @Override
    protected void onMethodEnter() {
        call(first);
    }

    @Override
    protected void onMethodExit(int opcode) {
        if (opcode != Opcodes.ATHROW) {
            call(last);
        }
    }

    private void call(String check) {
        if (check == null) {
            return;
        }
        if (ofCurrent) {
            invokeStatic(Type.getObjectType(THREAD), CURRENT);
        } else {
            loadThis();
        }
        Order.callForObject(mv, check, where);
    }
}
