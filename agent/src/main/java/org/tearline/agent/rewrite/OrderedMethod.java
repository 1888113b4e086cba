// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.rewrite;

import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.commons.AdviceAdapter;
import org.tearline.agent.access.Access;
import org.tearline.agent.access.Access.Operation;
import org.tearline.agent.order.Ordering;

/**
 * Reports an access with a memory order, made by a method whose parameters are a scope, an object and an offset. Not
 * thread-safe.
 */
final class OrderedMethod extends AdviceAdapter {
    private static final int BASE = 1;
    private static final int OFFSET = 2;

    private final Access made;
    private final boolean weak;

    OrderedMethod(MethodVisitor next, int access, String method, String types, Access made) {
        super(Opcodes.ASM9, next, access, method, types);
        this.made = made;
        this.weak = method.endsWith("Opaque");
    }

    @Override
    protected void onMethodEnter() {
        boolean releases = weak ? made.operation() != Operation.READ : made.releases();
        if (releases) {
            call("releasing");
        }
    }

    @Override
    protected void onMethodExit(int opcode) {
        if (opcode == Opcodes.ATHROW) {
            return;
        }
        if (made.operation() == Operation.READ) {
            Bits.push(mv, getReturnType());
            call("reading");
        } else if (made.acquires()) {
            call("acquiring");
        }
    }

    private void call(String check) {
        loadArg(BASE);
        visitInsn(Opcodes.ACONST_NULL);
        loadArg(OFFSET);
        int word = Ordering.word(made.bytes());
        Order.call(mv, check, weak ? word & ~Ordering.STRONG : word);
    }
}
