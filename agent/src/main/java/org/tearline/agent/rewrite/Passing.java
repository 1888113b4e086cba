// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.rewrite;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.tearline.agent.record.Ordering;

/**
 * Reports what threads pass on through an object of the JDK. Methods of a queue are given what passes through it; those
 * of other classes pass on through their own object. Not thread-safe.
 */
final class Passing extends MethodVisitor {
    private static final String CONCURRENT = "java/util/concurrent/";
    private static final Set<String> QUEUES =
        Set.of(CONCURRENT + "LinkedTransferQueue", CONCURRENT + "SynchronousQueue", CONCURRENT + "Exchanger");
    /** Methods of these that take an object first. */
    private static final Set<String> GIVING = Set.of("add", "offer", "put", "transfer", "tryTransfer", "exchange");
    /** Collections that pass on through nodes, which a thread makes before others can read them. */
    private static final Set<String> LINKED = Set.of(CONCURRENT + "LinkedBlockingQueue",
        CONCURRENT + "ConcurrentLinkedQueue", CONCURRENT + "ConcurrentLinkedDeque");
    private static final String NODE = "$Node";
    private static final String TASK = CONCURRENT + "ForkJoinTask";
    private static final String TASK_POOL = CONCURRENT + "ForkJoinPool";
    private static final String TASK_QUEUE = TASK_POOL + "$WorkQueue";
    /** A task of a parallel stream; its completion is passed on through the number of tasks that it waits for. */
    private static final String COMPLETER = CONCURRENT + "CountedCompleter";
    private static final String FUTURE_TASK = CONCURRENT + "FutureTask";
    private static final String FUTURE = CONCURRENT + "CompletableFuture";
    /** Volatile fields whose readers know what was passed on through the object. */
    private static final Set<String> FIELDS =
        Set.of(TASK + ".status", COMPLETER + ".pending", FUTURE_TASK + ".state", FUTURE + ".result");
    /** The same in a node. */
    private static final Set<String> NODE_FIELDS = Set.of("item", "val");
    private static final String PHASER = CONCURRENT + "Phaser";
    private static final String STAMPED = CONCURRENT + "locks/StampedLock";
    private static final String VIRTUAL = "java/lang/VirtualThread";
    private static final String THREAD_POOL = CONCURRENT + "ThreadPoolExecutor";
    /** Starts a thread for each task, such as a virtual one. */
    private static final String STARTING_POOL = CONCURRENT + "ThreadPerTaskExecutor";
    /** Methods by which a thread passes on what it knows, by class. The threads of pools do so before they end. */
    private static final Map<String, List<String>> RELEASING = Map.ofEntries(
        Map.entry(VIRTUAL, List.of("start")),
        Map.entry(TASK_QUEUE, List.of("push", "lockedPush")),
        Map.entry(TASK_POOL, List.of("awaitWork", "deactivate", "deregisterWorker")),
        Map.entry(THREAD_POOL, List.of("decrementWorkerCount", "compareAndDecrementWorkerCount")),
        Map.entry(STARTING_POOL, List.of("taskComplete")),
        Map.entry(COMPLETER, List.of("addToPendingCount", "compareAndSetPendingCount", "weakCompareAndSetPendingCount",
            "decrementPendingCountUnlessZero")),
        Map.entry(PHASER, List.of("arrive", "arriveAndDeregister", "arriveAndAwaitAdvance")),
        Map.entry(TASK, List.of("setDone", "trySetThrown", "trySetException", "trySetCancelled")),
        Map.entry("java/lang/Thread", List.of("start", "exit")),
        Map.entry(FUTURE_TASK, List.of("set", "setException")),
        Map.entry(FUTURE, List.of("complete", "completeValue", "completeNull", "completeThrowable",
            "completeExceptionally", "completeRelay", "internalComplete")),
        Map.entry(CONCURRENT + "locks/AbstractQueuedSynchronizer", List.of("setState", "compareAndSetState")),
        Map.entry(STAMPED, List.of("unlockWrite", "unlockRead", "unlock", "tryUnlockWrite", "tryUnlockRead",
            "tryConvertToWriteLock", "tryConvertToReadLock", "tryConvertToOptimisticRead")));
    /** Methods after which a thread knows what was passed on, by class. */
    private static final Map<String, List<String>> ACQUIRING = Map.of(
        TASK_POOL, List.of("awaitTermination", "isTerminated", "awaitQuiescence", "isQuiescent"),
        THREAD_POOL, List.of("awaitTermination", "isTerminated"),
        STARTING_POOL, List.of("awaitTermination", "isTerminated"),
        PHASER, List.of("arriveAndAwaitAdvance", "awaitAdvance", "awaitAdvanceInterruptibly"),
        "java/lang/Thread", List.of("join"),
        CONCURRENT + "locks/AbstractQueuedSynchronizer", List.of("getState", "compareAndSetState"),
        STAMPED, List.of("writeLock", "tryWriteLock", "writeLockInterruptibly", "readLock", "tryReadLock",
            "readLockInterruptibly"));
    /** Methods of a StampedLock after which a thread has optimistic reads behind it, if they succeed. */
    private static final List<String> VALIDATING =
        List.of("validate", "tryConvertToWriteLock", "tryConvertToReadLock");
    private static final String OBJECT = "Ljava/lang/Object;";

    /** Stack words for an object and two longs. */
    private static final int OPERANDS = 5;
    /** Stands for the result of a method, among variables. */
    private static final int RESULT = -1;

    /** Variables whose objects the method releases first, and releases or acquires before it returns. */
    private final List<Integer> releasedFirst;
    private final List<Integer> releasedLast;
    private final List<Integer> acquiredLast;
    /** Whether what passes on belongs to the method's own object, a queue. */
    private boolean isQueue;
    /** Whether the method begins or ends optimistic reads of a StampedLock. */
    private boolean beginsReads;
    private boolean endsReads;

    private Passing(MethodVisitor next, List<Integer> releasedFirst, List<Integer> releasedLast,
                    List<Integer> acquiredLast) {
        super(Opcodes.ASM9, next);
        this.releasedFirst = releasedFirst;
        this.releasedLast = releasedLast;
        this.acquiredLast = acquiredLast;
    }

    /** @param type internal name of a class */
    static boolean concerns(String type) {
        return RELEASING.containsKey(type) || QUEUES.contains(type) || LINKED.contains(outer(type))
            || outer(type).equals(FUTURE);
    }

    static MethodVisitor rewrite(MethodVisitor next, String type, int access, String method, String types) {
        boolean isStatic = (access & Opcodes.ACC_STATIC) != 0;
        boolean makes = method.equals("<init>");
        boolean onlyFields = !RELEASING.containsKey(type) && !QUEUES.contains(type);
        if (isStatic || makes || onlyFields) {
            return new Passing(next, List.of(), only(makes && type.endsWith(NODE), 0), List.of());
        }
        if (QUEUES.contains(type)) {
            Passing passing = new Passing(next, only(GIVING.contains(method), 1), List.of(),
                only(types.endsWith(")" + OBJECT), RESULT));
            passing.isQueue = true;
            return passing;
        }
        boolean ends = type.equals(VIRTUAL) && (method + types).equals("run(Ljava/lang/Runnable;)V");
        Passing passing = new Passing(next,
            only(RELEASING.get(type).contains(method), type.equals(TASK_QUEUE) ? 1 : 0),
            only(ends, 0), only(ACQUIRING.getOrDefault(type, List.of()).contains(method), 0));
        passing.beginsReads = type.equals(STAMPED) && method.equals("tryOptimisticRead");
        passing.endsReads = type.equals(STAMPED) && VALIDATING.contains(method);
        return passing;
    }

    private static String outer(String type) {
        int end = type.indexOf('$');
        return end < 0 ? type : type.substring(0, end);
    }

    /** Whether others pass on what they know by writing to the field. */
    private static boolean passes(String owner, String field) {
        return FIELDS.contains(owner + '.' + field)
            || NODE_FIELDS.contains(field) && owner.endsWith("Node") && LINKED.contains(outer(owner));
    }

    private static List<Integer> only(boolean condition, int variable) {
        return condition ? List.of(variable) : List.of();
    }

    @Override
    public void visitCode() {
        super.visitCode();
        call("releasing", releasedFirst);
    }

    @Override
    public void visitInsn(int opcode) {
        if (opcode >= Opcodes.IRETURN && opcode <= Opcodes.RETURN) {
            call("releasing", releasedLast);
            call("acquiring", acquiredLast);
            if (beginsReads) {
                super.visitVarInsn(Opcodes.ALOAD, 0);
                super.visitLdcInsn(Ordering.OPTIMISTIC);
                callAcquiring();
            }
            if (endsReads) {
                pushSuccess(opcode);
                super.visitVarInsn(Opcodes.ALOAD, 0);
                super.visitInsn(Opcodes.SWAP);
                super.visitInsn(Opcodes.I2L);
                super.visitLdcInsn(Ordering.FAILED);
                super.visitInsn(Opcodes.LADD);
                callAcquiring();
            }
        }
        super.visitInsn(opcode);
    }

    /** Pushes 1 if the result is true or a stamp, else 0. */
    private void pushSuccess(int opcode) {
        if (opcode == Opcodes.IRETURN) {
            super.visitInsn(Opcodes.DUP);
        } else {
            super.visitInsn(Opcodes.DUP2);
            super.visitInsn(Opcodes.LCONST_0);
            super.visitInsn(Opcodes.LCMP);
        }
    }

    private void callAcquiring() {
        super.visitInsn(Opcodes.ICONST_1);
        super.visitMethodInsn(Opcodes.INVOKESTATIC, Hook.INTERNAL_NAME, "acquiring", Order.WORD, false);
    }

    @Override
    public void visitFieldInsn(int opcode, String owner, String field, String type) {
        boolean passes = passes(owner, field);
        boolean reads = passes && opcode == Opcodes.GETFIELD;
        if (reads) {
            super.visitInsn(Opcodes.DUP);
        }
        if (passes && opcode == Opcodes.PUTFIELD && NODE_FIELDS.contains(field)) {
            super.visitInsn(Opcodes.DUP2);
            super.visitInsn(Opcodes.POP);
            call("releasing");
        }
        super.visitFieldInsn(opcode, owner, field, type);
        if (reads) {
            super.visitInsn(Opcodes.SWAP);
            call("acquiring");
        }
    }

    private void call(String check, List<Integer> variables) {
        for (int variable : variables) {
            if (variable == RESULT) {
                super.visitInsn(Opcodes.DUP);
            } else {
                super.visitVarInsn(Opcodes.ALOAD, variable);
            }
            call(check);
        }
    }

    private void call(String check) {
        if (isQueue) {
            super.visitVarInsn(Opcodes.ALOAD, 0);
        } else {
            super.visitInsn(Opcodes.ACONST_NULL);
        }
        super.visitMethodInsn(Opcodes.INVOKESTATIC, Hook.INTERNAL_NAME, check, Order.THROUGH, false);
    }

    @Override
    public void visitMaxs(int maxStack, int maxLocals) {
        super.visitMaxs(maxStack + OPERANDS, maxLocals);
    }
}
