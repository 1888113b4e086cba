// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.rewrite;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.tearline.agent.order.Ordering;

/**
 * Reports what a method passes on through monitors: it acquires after it has entered one, and releases before it leaves
 * it. A call that fails, since the stack is exhausted, must not leave the monitor locked: the call after MONITORENTER
 * is in the range of the handler that leaves the monitor. Not thread-safe.
 */
final class MonitorMethod extends MethodVisitor {
    private final String type;
    /** Whether the method itself is synchronized, and its monitor can be named. */
    private final boolean isSynchronized;
    private final boolean isStatic;
    private final Label start = new Label();
    /** Calls that declare the handlers, once the positions in the code are known. */
    private final List<Runnable> handlers = new ArrayList<>();
    /** Ends of handlers that protect themselves, by their starts: they must leave a monitor. */
    private final Map<Label, Label> unwinding = new HashMap<>();
    private Label unwindingUntil;
    /** Where monitors were entered, by the positions after the inserted calls. */
    private final Map<Label, Label> entered = new HashMap<>();

    /** @param keepsThis whether the object always stays in its variable */
    MonitorMethod(MethodVisitor next, ClassReader reader, int access, boolean keepsThis) {
        super(Opcodes.ASM9, next);
        this.type = reader.getClassName();
        this.isStatic = (access & Opcodes.ACC_STATIC) != 0;
        // Without stack maps, the first variable could hold anything.
        this.isSynchronized = isSynchronized(access) && (isStatic || keepsThis) && ClassOrder.hasStackMaps(reader);
    }

    /** Quickly excludes most classes. */
    static boolean mayOccur(byte[] bytes, Members members) {
        boolean enters = false;
        boolean leaves = false;
        for (byte one : bytes) {
            enters |= one == (byte) Opcodes.MONITORENTER;
            leaves |= one == (byte) Opcodes.MONITOREXIT;
        }
        return enters && leaves || members.anySynchronized;
    }

    static boolean isSynchronized(int access) {
        return (access & Opcodes.ACC_SYNCHRONIZED) != 0;
    }

    @Override
    public void visitCode() {
        super.visitCode();
        if (isSynchronized) {
            callForMethod("acquiring");
            super.visitLabel(start);
        }
    }

    @Override
    public void visitTryCatchBlock(Label from, Label to, Label handler, String caught) {
        handlers.add(() -> super.visitTryCatchBlock(start(from, caught), to, handler, caught));
        if (from == handler && caught == null) {
            unwinding.put(from, to);
        }
    }

    @Override
    public void visitLabel(Label label) {
        super.visitLabel(label);
        if (label == unwindingUntil) {
            unwindingUntil = null;
        }
        unwindingUntil = unwinding.getOrDefault(label, unwindingUntil);
    }

    @Override
    public void visitInsn(int opcode) {
        if (opcode == Opcodes.MONITORENTER) {
            enter();
            return;
        }
        // A handler that calls the agent in vain would start again, and never end.
        if (opcode == Opcodes.MONITOREXIT && unwindingUntil == null) {
            super.visitInsn(Opcodes.DUP);
            call("releasing");
        }
        boolean returns = opcode >= Opcodes.IRETURN && opcode <= Opcodes.RETURN;
        if (returns && isSynchronized) {
            callForMethod("releasing");
        }
        super.visitInsn(opcode);
    }

    private void enter() {
        Label label = new Label();
        Label after = new Label();
        super.visitInsn(Opcodes.DUP);
        super.visitInsn(Opcodes.MONITORENTER);
        super.visitLabel(label);
        call("acquiring");
        super.visitLabel(after);
        entered.put(after, label);
    }

    private void callForMethod(String check) {
        if (isStatic) {
            super.visitLdcInsn(Type.getObjectType(type));
        } else {
            super.visitVarInsn(Opcodes.ALOAD, 0);
        }
        call(check);
    }

    private void call(String check) {
        Order.callForObject(mv, check, Ordering.MONITOR);
    }

    @Override
    public void visitMaxs(int maxStack, int maxLocals) {
        handlers.forEach(Runnable::run);
        if (isSynchronized) {
            // The last handler, so that it gets only those exceptions that leave the method.
            Hook.handle(mv, start, isStatic ? new Object[0] : new Object[] {type});
            callForMethod("releasing");
            super.visitInsn(Opcodes.ATHROW);
        }
        super.visitMaxs(maxStack, maxLocals);
    }

    /** Returns the start of a range; if a monitor was entered just before, the position from which it is held. */
    private Label start(Label from, String caught) {
        for (Map.Entry<Label, Label> call : entered.entrySet()) {
            if (caught == null && call.getKey().getOffset() == from.getOffset()) {
                return call.getValue();
            }
        }
        return from;
    }
}
