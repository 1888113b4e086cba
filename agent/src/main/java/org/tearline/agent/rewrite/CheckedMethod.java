// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.rewrite;

import static org.objectweb.asm.Opcodes.ASM9;

import java.util.List;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Type;
import org.objectweb.asm.commons.InstructionAdapter;
import org.tearline.agent.access.Access.Operation;
import org.tearline.agent.order.Ordering;

/** Rewrites one method: inserts the calls of checks, and those that show the order of accesses. Not thread-safe. */
final class CheckedMethod extends InstructionAdapter {
    /** The lowest bits of a StampedLock's word count readers. The next one is set while a writer holds the lock. */
    private static final int READER_BITS = 7;
    private final ClassRewriter type;
    private final ClassOrder rules;
    private final String method;
    private final Shape shape;
    private int line = -1;
    private int ordinal;

    CheckedMethod(MethodVisitor next, ClassRewriter type, String method, Shape shape) {
        super(ASM9, next);
        this.type = type;
        this.rules = type.order;
        this.method = method;
        this.shape = shape;
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
            Hook.call(mv, "fence", shape.isFar ? fence | Ordering.FAR : fence);
        }
        int[] ids = type.register(calls, method, line, ordinal, shape.isWrapper());
        ordinal += calls.size();
        Order order = rules.ofCall(opcode, owner, name, descriptor);
        int[] locals = {};
        if (order != null) {
            locals = copyOperands(order.arguments(), order.operands());
        } else if (ids.length > 0) {
            locals = copyOperands(calls.get(0).arguments(), calls.get(0).operands());
        }
        // Whoever reads what it writes may go on at once, and knows of this access, too.
        boolean publishes = order != null && order.releases() && calls.stream().noneMatch(Call::mayBeRefused);
        if (publishes) {
            callChecks(calls, descriptor, locals, ids);
            callOrdering("releasing", order, order.how(), locals);
        }
        boolean constructs = method.equals("<init>") && name.equals("<init>");
        super.visitMethodInsn(opcode, constructs ? type.parent(owner) : owner, name, descriptor, isInterface);
        acquire(order, locals);
        if (!publishes) {
            callChecks(calls, descriptor, locals, ids);
        }
    }

    @Override
    public void visitInvokeDynamicInsn(String name, String descriptor, Handle bootstrap, Object... arguments) {
        super.visitInvokeDynamicInsn(name, descriptor, bootstrap, type.redirected(arguments));
    }

    @Override
    public void visitFieldInsn(int opcode, String owner, String name, String descriptor) {
        visit(rules.ofField(method, opcode, owner, name, descriptor),
            () -> super.visitFieldInsn(opcode, owner, name, descriptor));
    }

    @Override
    public void visitInsn(int opcode) {
        visit(rules.ofInstruction(method, opcode), () -> super.visitInsn(opcode));
    }

    /** @param order null if the instruction passes nothing on */
    private void visit(Order order, Runnable instruction) {
        if (order == null) {
            instruction.run();
            return;
        }
        int[] locals = copyOperands(order.arguments(), order.operands());
        if (order.releases()) {
            callOrdering("releasing", order, order.how(), locals);
        }
        instruction.run();
        acquire(order, locals);
    }

    private void acquire(Order order, int[] locals) {
        if (order == null || !order.acquires()) {
            return;
        }
        int how = order.how();
        String check = "acquiring";
        if (!rules.mayValidate()) {
            // The JDK reads plainly what was published by an update, since it only uses what it finds there.
            how |= Ordering.STRONG;
        } else if (rules.mayBeVersion(order.read())) {
            Bits.push(mv, order.read());
            if (rules.isStamped()) {
                iconst(READER_BITS);
                ushr(Type.LONG_TYPE);
                how |= Ordering.HELD;
            }
            check = "reading";
        }
        callOrdering(check, order, how, locals);
    }

    private void callOrdering(String check, Order order, int how, int[] locals) {
        push(order.arguments(), order.operands(), locals);
        if (order.arguments().get(2) instanceof Integer index && order.operands().get(index).getSize() == 1) {
            cast(Type.INT_TYPE, Type.LONG_TYPE);
        }
        Hook.call(mv, check, how);
    }

    private void push(List<?> arguments, List<Type> operands, int[] locals) {
        for (Object argument : arguments) {
            if (argument.equals(Call.NULL)) {
                aconst(null);
            } else if (argument instanceof Integer operand) {
                load(locals[operand], operands.get(operand));
            } else {
                super.visitLdcInsn(argument);
            }
        }
    }

    /**
     * Copies the operands from the first one that a check takes on to new local variables. Returns the index of
     * each operand's variable; 0 for the operands before.
     */
    private int[] copyOperands(List<?> arguments, List<Type> operands) {
        int first = operands.size();
        for (Object argument : arguments) {
            if (argument instanceof Integer operand && operand != Call.NULL) {
                first = Math.min(first, operand);
            }
        }
        int[] locals = new int[operands.size()];
        int next = shape.free;
        for (int i = locals.length - 1; i >= first; i--) {
            Type type = operands.get(i);
            locals[i] = next;
            store(next, type);
            next += type.getSize();
        }
        for (int i = first; i < locals.length; i++) {
            load(locals[i], operands.get(i));
        }
        return locals;
    }

    private void callChecks(List<Call> calls, String descriptor, int[] locals, int[] ids) {
        for (int i = 0; i < ids.length; i++) {
            Call call = calls.get(i);
            if (call.arguments().isEmpty()) {
                dup();
            }
            boolean single = !call.access().bulk();
            if (single) {
                boolean read = call.access().operation() == Operation.READ;
                Bits.push(mv, read ? Type.getReturnType(descriptor) : Type.VOID_TYPE);
            }
            push(call.arguments(), call.operands(), locals);
            if (single) {
                iconst(call.access().bytes());
            }
            Hook.call(mv, call.check(), ids[i]);
        }
    }
}
