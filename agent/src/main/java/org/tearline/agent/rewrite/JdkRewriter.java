// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.rewrite;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.tearline.agent.access.Access;
import org.tearline.agent.access.Access.Operation;
import org.tearline.agent.access.UnsafeMethods;
import org.tearline.agent.record.Locations;

/**
 * Rewrites the JDK's classes below its buffers, VarHandles of bytes and memory segments, so that they call
 * {@link Check} before they return, and also those for locks, allocations, unmapping, method handles and reflection.
 * The methods annotated with Scoped stay as they are, because closing an arena looks for their frames. Uses no regular
 * expressions: the JVM may be loading their classes. Thread-safe.
 */
final class JdkRewriter {
    private static final String SCOPED = "jdk/internal/misc/ScopedMemoryAccess";
    private static final String VIEW = "java/lang/invoke/VarHandleByteArrayAs";
    private static final String ARRAY_VIEW = "s$ArrayHandle";
    private static final String BULK = "jdk/internal/foreign/SegmentBulkOperations";
    private static final String CHANNEL = "sun/nio/ch/IOUtil";
    private static final String DATAGRAM = "sun/nio/ch/DatagramChannelImpl";
    private static final String HEAP_BUFFER = "java/nio/HeapByteBuffer";
    private static final String SEGMENT = "jdk/internal/foreign/AbstractMemorySegmentImpl";
    private static final String LOCK = "java/util/concurrent/locks/AbstractOwnableSynchronizer";
    private static final String READ_LOCK = "java/util/concurrent/locks/ReentrantReadWriteLock$ReadLock";
    private static final String READ_LOCK_SYNC = "java/util/concurrent/locks/ReentrantReadWriteLock$Sync";
    private static final String READ_UNLOCK = "unlock";
    private static final String HANDLE = "java/lang/invoke/DirectMethodHandle";
    private static final String REFLECTION = "jdk/internal/reflect/ReflectionFactory";
    private static final String UNSAFE = "jdk/internal/misc/Unsafe";
    private static final String UNMAPPER = "sun/nio/ch/FileChannelImpl$Unmapper";
    /** With types, since there are several methods of this name. */
    private static final String MAKE = "make(BLjava/lang/Class;Ljava/lang/invoke/MemberName;Ljava/lang/Class;)L"
        + HANDLE + ";";
    private static final Set<String> MEMORY = Set.of(SCOPED, BULK, CHANNEL, DATAGRAM, HEAP_BUFFER);
    private static final Set<String> ALWAYS = Set.of(LOCK, READ_LOCK, HANDLE, REFLECTION, UNSAFE, UNMAPPER);
    private static final String FILL = "setMemory";
    private static final String SEGMENT_FILL = "fill";
    private static final String MISMATCH = "vectorizedMismatch";
    private static final String SEGMENT_MISMATCH = "mismatch(L" + SEGMENT + ";JJL" + SEGMENT + ";JJ)J";
    private static final List<String> COPIES = List.of("copyMemory", "copySwapMemory");
    /** Descriptor of the check of a bulk access. */
    private static final String BULK_CHECK = "(Ljava/lang/Object;JJI)V";
    /** Stack words for a returned long and the arguments of the longest check. */
    private static final int CHECK_OPERANDS = 8;

    /** Methods to rewrite in any case, as keys of {@link #targets}. */
    private static final List<String> EVENTS = List.of(LOCK + "setExclusiveOwnerThread", LOCK + "<init>",
        READ_LOCK + "lock", READ_LOCK + "lockInterruptibly", READ_LOCK + "tryLock", READ_LOCK + READ_UNLOCK,
        UNSAFE + "allocateMemory", UNMAPPER + "unmap", HANDLE + MAKE, REFLECTION + "newMethodAccessor");
    /** For methods that access no memory. */
    private static final Target NO_ACCESS = new Target(-1, -1, 0);

    private final boolean plain;
    /** By class and method, joined without a separator. */
    private final Map<String, Target> targets = new HashMap<>();

    /**
     * The access of a method; or {@link #NO_ACCESS}.
     *
     * @param number of the access; for a copy, of its write
     * @param read   number of a copy's read; -1 for other accesses
     * @param bytes  width; 0 for a bulk access
     */
    private record Target(int number, int read, int bytes) {
    }

    /** @param plain whether to watch plain accesses; locks, handles, reflection, allocations and mappings always are */
    JdkRewriter(Locations locations, boolean plain) {
        this.plain = plain;
        for (String method : EVENTS) {
            targets.put(method, NO_ACCESS);
        }
        if (plain) {
            addAccesses(locations);
        }
    }

    private void addAccesses(Locations locations) {
        for (Map.Entry<String, Integer> type : UnsafeMethods.BYTES.entrySet()) {
            String view = VIEW + type.getKey() + ARRAY_VIEW;
            for (Operation operation : List.of(Operation.READ, Operation.WRITE)) {
                boolean read = operation == Operation.READ;
                for (String suffix : List.of("", "Unaligned")) {
                    add(locations, SCOPED, (read ? "get" : "put") + type.getKey() + suffix, operation, type.getValue());
                }
                add(locations, view, read ? "get" : "set", operation, type.getValue());
            }
        }
        addFill(locations, SCOPED, FILL);
        addFill(locations, BULK, SEGMENT_FILL);
        COPIES.forEach(copy -> addCopy(locations, SCOPED, copy));
        addCopy(locations, BULK, "copy");
        addCopy(locations, HEAP_BUFFER, "get");
        addCopy(locations, HEAP_BUFFER, "put");
        for (String read : List.of("read", "readIntoNativeBuffer")) {
            addFill(locations, CHANNEL, read);
        }
        addFill(locations, DATAGRAM, "receiveIntoNativeBuffer");
        for (String write : List.of("write", "writeFromNativeBuffer")) {
            addBulkRead(locations, CHANNEL, write);
        }
        addBulkRead(locations, DATAGRAM, "sendFromNativeBuffer");
        addBulkRead(locations, SCOPED, MISMATCH);
        addBulkRead(locations, BULK, SEGMENT_MISMATCH);
    }

    private void add(Locations locations, String type, String method, Operation operation, int bytes) {
        boolean inPieces = !type.equals(SCOPED) || method.endsWith("Unaligned");
        Access access = Access.ofJdk(type, method, operation, bytes, inPieces);
        targets.put(type + method, new Target(register(locations, access), -1, bytes));
    }

    private void addFill(Locations locations, String type, String method) {
        targets.put(type + method, new Target(bulk(locations, type, method, Operation.WRITE), -1, 0));
    }

    private void addBulkRead(Locations locations, String type, String method) {
        targets.put(type + method, new Target(bulk(locations, type, method, Operation.READ), -1, 0));
    }

    private void addCopy(Locations locations, String type, String method) {
        targets.put(type + method, new Target(bulk(locations, type, method, Operation.WRITE),
            bulk(locations, type, method, Operation.READ), 0));
    }

    private static int bulk(Locations locations, String type, String method, Operation operation) {
        return register(locations, Access.ofBulk(Access.JDK, type, method, operation));
    }

    private static int register(Locations locations, Access access) {
        return locations.register(access, access.owner() + "." + access.method(), 0, false);
    }

    /** @param name internal name */
    boolean concerns(String name) {
        return ALWAYS.contains(name) || plain && isBelowMemoryApi(name);
    }

    private static boolean isBelowMemoryApi(String name) {
        return MEMORY.contains(name) || name.startsWith(VIEW) && name.endsWith(ARRAY_VIEW);
    }

    byte[] rewrite(String name, byte[] bytes) {
        ClassReader reader = new ClassReader(bytes);
        ClassWriter writer = new ClassWriter(reader, 0);
        reader.accept(new ClassVisitor(Opcodes.ASM9, writer) {
            @Override
            public MethodVisitor visitMethod(int access, String method, String types, String signature,
                                             String[] exceptions) {
                MethodVisitor next = super.visitMethod(access, method, types, signature, exceptions);
                Target target = targets.getOrDefault(name + method, targets.get(name + method + types));
                return target == null ? next : new Checking(next, name, method, target);
            }
        }, 0);
        return writer.toByteArray();
    }

    private final class Checking extends MethodVisitor {
        private final String type;
        private final String method;
        private final Target target;

        Checking(MethodVisitor next, String type, String method, Target target) {
            super(Opcodes.ASM9, next);
            this.type = type;
            this.method = method;
            this.target = target;
        }

        /** Reports that a read lock is released, or memory unmapped, before another thread can take or use it. */
        @Override
        public void visitCode() {
            super.visitCode();
            if (type.equals(UNMAPPER)) {
                loadField("address", "J");
                loadField("size", "J");
                callCheck("unmap", "(JJ)V");
            }
            if (type.equals(READ_LOCK) && method.equals(READ_UNLOCK)) {
                loadSync();
                callCheck("unshared", "(L" + LOCK + ";)V");
            }
        }

        @Override
        public void visitInsn(int opcode) {
            if (opcode >= Opcodes.IRETURN && opcode <= Opcodes.RETURN) {
                checkBeforeReturn();
            }
            super.visitInsn(opcode);
        }

        /**
         * Reports what a channel has read or written, just before the buffer gets its new position. In a heap buffer,
         * replaces the copy with one that is checked.
         */
        @Override
        public void visitMethodInsn(int opcode, String owner, String called, String types, boolean isInterface) {
            boolean channel = type.equals(CHANNEL) || type.equals(DATAGRAM);
            if (channel && called.equals("position") && types.startsWith("(I)")) {
                super.visitInsn(Opcodes.DUP2);
                checkAccess("transferred", "(Ljava/nio/ByteBuffer;II)V");
            }
            if (type.equals(HEAP_BUFFER) && called.equals("arraycopy")) {
                super.visitLdcInsn(target.read());
                checkAccess("copy", "(Ljava/lang/Object;ILjava/lang/Object;IIII)V");
                return;
            }
            super.visitMethodInsn(opcode, owner, called, types, isInterface);
        }

        private void checkBeforeReturn() {
            switch (type) {
                case SCOPED -> scoped();
                case BULK -> segment();
                case LOCK -> lock();
                case READ_LOCK -> readLocked();
                case HANDLE -> {
                    load("1", "2");
                    callCheck("handle", "(Ljava/lang/Class;Ljava/lang/Object;)V");
                }
                case REFLECTION -> {
                    load("1");
                    callCheck("reflected", "(Ljava/lang/reflect/Method;)V");
                }
                case UNSAFE -> {
                    super.visitInsn(Opcodes.DUP2);
                    load("J1");
                    callCheck("allocate", "(JJ)V");
                }
                case UNMAPPER, CHANNEL, DATAGRAM, HEAP_BUFFER -> {
                    // Reported earlier in the method.
                }
                default -> {
                    // VarHandle, array and index.
                    load("0", "1", "I2");
                    super.visitLdcInsn(target.bytes());
                    checkAccess("plain", "(Ljava/lang/invoke/VarHandle;Ljava/lang/Object;III)V");
                }
            }
        }

        /** Reports the owner of a lock. Reports a new lock as well, since taking a read lock sets no owner. */
        private void lock() {
            load("0");
            if (method.equals("<init>")) {
                callCheck("created", "(L" + LOCK + ";)V");
            } else {
                load("1");
                callCheck("owned", "(L" + LOCK + ";Ljava/lang/Thread;)V");
            }
        }

        /** Only the methods named tryLock can fail to take the lock. */
        private void readLocked() {
            if (!method.equals(READ_UNLOCK)) {
                super.visitInsn(method.equals("tryLock") ? Opcodes.DUP : Opcodes.ICONST_1);
                loadSync();
                callCheck("shared", "(ZL" + LOCK + ";)V");
            }
        }

        private void loadSync() {
            loadField("sync", "L" + READ_LOCK_SYNC + ";");
        }

        private void loadField(String name, String descriptor) {
            load("0");
            super.visitFieldInsn(Opcodes.GETFIELD, type, name, descriptor);
        }

        /** The methods' parameters start with the scope of the memory, or with those of a copy's source and target. */
        private void scoped() {
            switch (method) {
                case FILL -> {
                    load("2", "J3", "J5");
                    checkAccess("bulk", BULK_CHECK);
                }
                case "copyMemory", "copySwapMemory" -> {
                    load("3", "J4", "J9");
                    checkRead();
                    load("6", "J7", "J9");
                    checkAccess("bulk", BULK_CHECK);
                }
                case MISMATCH -> {
                    load("3", "J4");
                    loadComparedBytes();
                    checkAccess("bulk", BULK_CHECK);
                    load("6", "J7");
                    loadComparedBytes();
                    checkAccess("bulk", BULK_CHECK);
                }
                default -> {
                    load("2", "J3");
                    super.visitLdcInsn(target.bytes());
                    checkAccess("plain", "(Ljava/lang/Object;JII)V");
                }
            }
        }

        /** A number of elements, which may be more than were read, and the binary logarithm of their size. */
        private void loadComparedBytes() {
            load("I9");
            super.visitVarInsn(Opcodes.ILOAD, 10);
            super.visitInsn(Opcodes.ISHL);
            super.visitInsn(Opcodes.I2L);
        }

        /**
         * The methods are fill(target, value), copy(source, offset, target, offset, bytes) and mismatch(segment, from,
         * to, segment, from, to).
         */
        private void segment() {
            switch (method) {
                case SEGMENT_FILL -> {
                    loadAddress("0");
                    loadProperty("0", "byteSize", "()J");
                }
                case "copy" -> {
                    loadAddress("0", "J1");
                    load("J6");
                    checkRead();
                    loadAddress("3", "J4");
                    load("J6");
                }
                default -> {
                    loadAddress("0", "J1");
                    load("J3", "J1");
                    super.visitInsn(Opcodes.LSUB);
                    checkAccess("bulk", BULK_CHECK);
                    loadAddress("5", "J6");
                    load("J8", "J6");
                    super.visitInsn(Opcodes.LSUB);
                }
            }
            checkAccess("bulk", BULK_CHECK);
        }

        private void loadAddress(String segment, String offset) {
            loadAddress(segment);
            load(offset);
            super.visitInsn(Opcodes.LADD);
        }

        private void loadAddress(String segment) {
            loadProperty(segment, "unsafeGetBase", "()Ljava/lang/Object;");
            loadProperty(segment, "unsafeGetOffset", "()J");
        }

        private void loadProperty(String segment, String getter, String descriptor) {
            load(segment);
            super.visitMethodInsn(Opcodes.INVOKEVIRTUAL, SEGMENT, getter, descriptor, false);
        }

        /** Loads local variables, each given by its index: a digit, after I for an int or J for a long. */
        private void load(String... locals) {
            for (String local : locals) {
                int opcode = switch (local.charAt(0)) {
                    case 'I' -> Opcodes.ILOAD;
                    case 'J' -> Opcodes.LLOAD;
                    default -> Opcodes.ALOAD;
                };
                super.visitVarInsn(opcode, local.charAt(local.length() - 1) - '0');
            }
        }

        /** Checks the read of a copy. */
        private void checkRead() {
            super.visitLdcInsn(target.read());
            callCheck("bulk", BULK_CHECK);
        }

        private void checkAccess(String check, String types) {
            super.visitLdcInsn(target.number());
            callCheck(check, types);
        }

        private void callCheck(String check, String types) {
            super.visitMethodInsn(Opcodes.INVOKESTATIC, Hook.INTERNAL_NAME, check, types, false);
        }

        @Override
        public void visitMaxs(int maxStack, int maxLocals) {
            super.visitMaxs(maxStack + CHECK_OPERANDS, maxLocals);
        }
    }
}
