// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.rewrite;

import static org.objectweb.asm.Opcodes.ASM9;

import java.util.Map;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.commons.InstructionAdapter;
import org.tearline.agent.order.Ordering;

/**
 * Tells the readers of a ReentrantReadWriteLock or StampedLock from its writers: readers update the same word, but pass
 * on nothing to each other. A reader learns what the writers before it have passed on, and releases to the next writer
 * only, at a place of its own. Not thread-safe.
 */
final class ReadLocks extends InstructionAdapter {
    private static final String LOCKS = "java/util/concurrent/locks/";
    static final String STAMPED = LOCKS + "StampedLock";
    /** Methods that update the word of a lock, by its class. */
    private static final Map<String, String> UPDATES =
        Map.of(LOCKS + "ReentrantReadWriteLock$Sync", "compareAndSetState", STAMPED, "casState");

    private final String type;
    private final boolean reads;

    private ReadLocks(MethodVisitor next, String type, String method) {
        super(ASM9, next);
        this.type = type;
        this.reads = method.contains("Shared") || method.contains("Read") || method.startsWith("read");
    }

    /** Whether a call in a class updates the word of the lock. */
    static boolean updates(String type, String called) {
        return called.equals(UPDATES.get(type));
    }

    static MethodVisitor rewrite(MethodVisitor next, String type, String method) {
        return UPDATES.containsKey(type) ? new ReadLocks(next, type, method) : next;
    }

    @Override
    public void visitMethodInsn(int opcode, String owner, String name, String types, boolean isInterface) {
        boolean updates = updates(type, name);
        if (updates && reads) {
            call("releasing");
            Hook.call(mv, "ignore", 1);
        }
        super.visitMethodInsn(opcode, owner, name, types, isInterface);
        if (updates && reads) {
            Hook.call(mv, "ignore", 0);
            // A writer may have come between the last read of the word and the update.
            Type word = Type.getArgumentTypes(types)[0];
            load(0, OBJECT_TYPE);
            if (type.equals(STAMPED)) {
                getfield(type, "state", word.getDescriptor());
            } else {
                invokevirtual(type, "getState", "()" + word.getDescriptor(), false);
            }
            super.visitInsn(word.getSize() == 2 ? Opcodes.POP2 : Opcodes.POP);
        } else if (updates) {
            call("acquiring");
        }
    }

    private void call(String check) {
        load(0, OBJECT_TYPE);
        Order.callForObject(mv, check, Ordering.READERS);
    }
}
