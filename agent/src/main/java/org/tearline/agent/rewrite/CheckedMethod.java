// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.rewrite;

import java.util.List;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.tearline.agent.access.Access.Operation;
import org.tearline.agent.order.Ordering;

/** Rewrites one method: inserts the calls of checks, and those that show the order of accesses. Not thread-safe. */
final class CheckedMethod extends MethodVisitor {
    /** The lowest bits of a StampedLock's word count readers. The next one is set while a writer holds the lock. */
    private static final int READER_BITS = 7;
    private final ClassRewriter type;
    private final ClassOrder rules;
    private final String method;
    private final int free;
    private final boolean wrapper;
    private int line = -1;
    private int ordinal;

    /**
     * @param free the index of the first free local variable
     * @param wrapper whether the method only passes its arguments on
     */
    CheckedMethod(MethodVisitor next, ClassRewriter type, String method, int free, boolean wrapper) {
        super(ClassRewriter.API, next);
        this.type = type;
        this.rules = type.order();
        this.method = method;
        this.free = free;
        this.wrapper = wrapper;
    }

    @Override
    public void visitLineNumber(int number, Label start) {
        line = number;
        super.visitLineNumber(number, start);
    }

    @Override
    public void visitMethodInsn(int opcode, String owner, String name, String descriptor, boolean isInterface) {
        List<Call> calls = type.calls(opcode, owner, name, descriptor);
        int fence = rules.fence(owner, name);
        if (fence != 0) {
            super.visitLdcInsn(fence);
            Hook.call(mv, "fence");
        }
        int[] ids = type.register(calls, method, line, ordinal, wrapper);
        ordinal += calls.size();
        Order order = rules.ofCall(opcode, owner, name, descriptor);
        int[] locals = {};
        if (order != null) {
            locals = copyOperands(order.operands(), order.first());
        } else if (ids.length > 0) {
            locals = copyOperands(calls.get(0).operands(), calls.get(0).first());
        }
        // Whoever reads what it writes may go on at once, and knows of this access, too.
        boolean publishes = order != null && order.releases() && calls.stream().noneMatch(Call::mayBeRefused);
        if (publishes) {
            callChecks(calls, descriptor, locals, ids);
            callOrdering("releasing", order, locals);
        }
        super.visitMethodInsn(opcode, owner, name, descriptor, isInterface);
        acquire(order, locals);
        if (!publishes) {
            callChecks(calls, descriptor, locals, ids);
        }
    }

    @Override
    public void visitInvokeDynamicInsn(String name, String descriptor, Handle bootstrap, Object... arguments) {
        super.visitInvokeDynamicInsn(name, descriptor, bootstrap, type.redirected(arguments));
    }

    private void callChecks(List<Call> calls, String descriptor, int[] locals, int[] ids) {
        for (int i = 0; i < ids.length; i++) {
            callCheck(calls.get(i), descriptor, locals, ids[i]);
        }
    }

    @Override
    public void visitFieldInsn(int opcode, String owner, String name, String descriptor) {
        Order order = rules.ofField(method, opcode, owner, name, descriptor);
        int[] locals = order == null ? new int[0] : release(order);
        super.visitFieldInsn(opcode, owner, name, descriptor);
        acquire(order, locals);
    }

    @Override
    public void visitInsn(int opcode) {
        if (opcode == Opcodes.RETURN && rules.initializes(method)) {
            callOrdering("releasing", rules.ofInitializer(), new int[0]);
        }
        Order element = rules.ofInstruction(opcode);
        int[] locals = element == null ? new int[0] : release(element);
        super.visitInsn(opcode);
        acquire(element, locals);
    }

    /** Returns the variables of the operands. */
    private int[] release(Order order) {
        int[] locals = copyOperands(order.operands(), order.first());
        if (order.releases()) {
            callOrdering("releasing", order, locals);
        }
        return locals;
    }

    private void acquire(Order order, int[] locals) {
        if (order == null || !order.acquires()) {
            return;
        }
        if (!rules.mayValidate()) {
            // The JDK reads plainly what was published by an update, since it only uses what it finds there.
            callOrdering("acquiring", order.strong(), locals);
            return;
        }
        if (order.read() == null) {
            callOrdering("acquiring", order, locals);
            return;
        }
        Bits.push(mv, order.read());
        if (rules.isStamped()) {
            super.visitIntInsn(Opcodes.BIPUSH, READER_BITS);
            super.visitInsn(Opcodes.LUSHR);
            callOrdering("reading", order, order.how() | Ordering.HELD, locals);
            return;
        }
        callOrdering("reading", order, locals);
    }

    private void callOrdering(String check, Order order, int[] locals) {
        callOrdering(check, order, order.how(), locals);
    }

    private void callOrdering(String check, Order order, int how, int[] locals) {
        push(order.base(), order, locals);
        push(order.handle(), order, locals);
        push(order.where(), order, locals);
        if (order.where() instanceof Integer index && order.operands().get(index).getSize() == 1) {
            super.visitInsn(Opcodes.I2L);
        }
        super.visitLdcInsn(how);
        Hook.call(mv, check);
    }

    private void push(Object argument, Order order, int[] locals) {
        if (argument == null) {
            super.visitInsn(Opcodes.ACONST_NULL);
        } else if (argument instanceof Integer operand) {
            load(order.operands(), operand, locals);
        } else {
            super.visitLdcInsn(argument);
        }
    }

    private void load(List<Type> operands, int index, int[] locals) {
        super.visitVarInsn(operands.get(index).getOpcode(Opcodes.ILOAD), locals[index]);
    }

    /**
     * Copies the operands from the first one that a check takes on to new local variables. Returns the index of
     * each operand's variable; 0 for the operands before.
     */
    private int[] copyOperands(List<Type> operands, int first) {
        int[] locals = new int[operands.size()];
        int next = free;
        for (int i = locals.length - 1; i >= first; i--) {
            Type type = operands.get(i);
            locals[i] = next;
            super.visitVarInsn(type.getOpcode(Opcodes.ISTORE), next);
            next += type.getSize();
        }
        for (int i = first; i < locals.length; i++) {
            load(operands, i, locals);
        }
        return locals;
    }

    private void callCheck(Call call, String descriptor, int[] locals, int id) {
        if (call.checksResult()) {
            super.visitInsn(Opcodes.DUP);
        }
        boolean single = !call.access().bulk();
        if (single) {
            boolean read = call.access().operation() == Operation.READ;
            Bits.push(mv, read ? Type.getReturnType(descriptor) : Type.VOID_TYPE);
        }
        for (int i : call.arguments()) {
            if (i == Call.NULL) {
                super.visitInsn(Opcodes.ACONST_NULL);
            } else {
                load(call.operands(), i, locals);
            }
        }
        if (single) {
            super.visitLdcInsn(call.access().bytes());
        }
        super.visitLdcInsn(id);
        Hook.call(mv, call.check());
    }
}
