// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.rewrite;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Reports what threads pass on through an object of the JDK. Methods of a queue are given what passes through it; those
 * of other classes pass on through their own object. Not thread-safe.
 */
final class Passing extends MethodVisitor {
    private static final String CONCURRENT = "java/util/concurrent/";
    private static final Set<String> QUEUES = Set.of(CONCURRENT + "LinkedBlockingQueue",
        CONCURRENT + "LinkedBlockingDeque", CONCURRENT + "ConcurrentLinkedQueue", CONCURRENT + "ConcurrentLinkedDeque",
        CONCURRENT + "LinkedTransferQueue", CONCURRENT + "SynchronousQueue", CONCURRENT + "Exchanger");
    /** Methods by which a thread passes on what it knows, by class. */
    private static final Map<String, List<String>> RELEASING = Map.of(
        "java/lang/Thread", List.of("start", "exit"),
        CONCURRENT + "FutureTask", List.of("set", "setException"),
        CONCURRENT + "CompletableFuture", List.of("complete", "completeValue", "completeNull", "completeThrowable",
            "completeExceptionally"),
        CONCURRENT + "locks/AbstractQueuedSynchronizer", List.of("setState", "compareAndSetState"),
        CONCURRENT + "locks/StampedLock", List.of("unlockWrite", "unlockRead", "unlock", "tryUnlockWrite",
            "tryUnlockRead", "tryConvertToWriteLock", "tryConvertToReadLock", "tryConvertToOptimisticRead"));
    /** Methods after which a thread knows what was passed on, by class. */
    private static final Map<String, List<String>> ACQUIRING = Map.of(
        "java/lang/Thread", List.of("join"),
        CONCURRENT + "FutureTask", List.of("report"),
        CONCURRENT + "CompletableFuture", List.of("get", "join", "getNow"),
        CONCURRENT + "locks/AbstractQueuedSynchronizer", List.of("getState", "compareAndSetState"),
        CONCURRENT + "locks/StampedLock", List.of("writeLock", "tryWriteLock", "writeLockInterruptibly", "readLock",
            "tryReadLock", "readLockInterruptibly", "tryConvertToWriteLock", "tryConvertToReadLock"));
    private static final String OBJECT = "Ljava/lang/Object;";

    private final boolean releases;
    private final boolean acquires;
    private final boolean queue;

    private Passing(MethodVisitor next, boolean releases, boolean acquires, boolean queue) {
        super(Opcodes.ASM9, next);
        this.releases = releases;
        this.acquires = acquires;
        this.queue = queue;
    }

    /** @param type internal name of a class */
    static boolean concerns(String type) {
        return RELEASING.containsKey(type) || QUEUES.contains(type);
    }

    static MethodVisitor rewrite(MethodVisitor next, String type, int access, String method, String types) {
        boolean special = (access & Opcodes.ACC_STATIC) != 0 || method.startsWith("<");
        if (special) {
            return next;
        }
        if (QUEUES.contains(type)) {
            return new Passing(next, types.startsWith("(" + OBJECT), types.endsWith(")" + OBJECT), true);
        }
        return new Passing(next, RELEASING.get(type).contains(method), ACQUIRING.get(type).contains(method), false);
    }

    @Override
    public void visitCode() {
        super.visitCode();
        if (releases) {
            super.visitVarInsn(Opcodes.ALOAD, queue ? 1 : 0);
            call("releasing");
        }
    }

    @Override
    public void visitInsn(int opcode) {
        if (acquires && opcode >= Opcodes.IRETURN && opcode <= Opcodes.RETURN) {
            if (queue) {
                super.visitInsn(Opcodes.DUP);
            } else {
                super.visitVarInsn(Opcodes.ALOAD, 0);
            }
            call("acquiring");
        }
        super.visitInsn(opcode);
    }

    private void call(String check) {
        super.visitMethodInsn(Opcodes.INVOKESTATIC, Hook.INTERNAL_NAME, check, "(" + OBJECT + ")V", false);
    }

    @Override
    public void visitMaxs(int maxStack, int maxLocals) {
        super.visitMaxs(maxStack + 1, maxLocals);
    }
}
