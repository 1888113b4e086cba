// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.rewrite;

import static org.objectweb.asm.Opcodes.ACC_STATIC;
import static org.objectweb.asm.Opcodes.ASM9;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.commons.InstructionAdapter;
import org.tearline.agent.order.Ordering;

/**
 * Reports what a method passes on through monitors: it acquires after it has entered one, and releases before it leaves
 * it. A call that fails, since the stack is exhausted, must not leave the monitor locked: the call after MONITORENTER
 * is in the range of the handler that leaves the monitor. Not thread-safe.
 */
final class MonitorMethod extends InstructionAdapter {
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
    MonitorMethod(MethodVisitor next, ScannedClass file, int access, boolean keepsThis) {
        super(ASM9, next);
        this.type = file.name;
        this.isStatic = (access & ACC_STATIC) != 0;
        // Without stack maps, the first variable could hold anything.
        this.isSynchronized = isSynchronized(access) && (isStatic || keepsThis) && file.hasStackMaps();
    }

    static boolean isSynchronized(int access) {
        return (access & Opcodes.ACC_SYNCHRONIZED) != 0;
    }

    @Override
    public void visitCode() {
        super.visitCode();
        if (isSynchronized) {
            callForMethod("acquiring");
            mark(start);
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
    public void monitorenter() {
        Label label = new Label();
        Label after = new Label();
        dup();
        super.monitorenter();
        mark(label);
        call("acquiring");
        mark(after);
        entered.put(after, label);
    }

    @Override
    public void monitorexit() {
        // A handler that calls the agent in vain would start again, and never end.
        if (unwindingUntil == null) {
            dup();
            call("releasing");
        }
        super.monitorexit();
    }

    @Override
    public void areturn(Type type) {
        if (isSynchronized) {
            callForMethod("releasing");
        }
        super.areturn(type);
    }

    private void callForMethod(String check) {
        if (isStatic) {
            tconst(Type.getObjectType(type));
        } else {
            load(0, OBJECT_TYPE);
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
            athrow();
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
