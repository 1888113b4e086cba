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
import org.tearline.agent.site.Locations;

/**
 * Rewrites the JDK's classes below its buffers, VarHandles of bytes and memory segments, so that they call
 * {@link Check} before they return, and also those for locks, allocations, unmapping, method handles and reflection.
 * The methods annotated with Scoped stay as they are, because closing an arena looks for their frames. Uses no regular
 * expressions: the JVM may be loading their classes. Thread-safe.
 */
final class JdkRewriter {
    static final String SCOPED = "jdk/internal/misc/ScopedMemoryAccess";
    private static final String VIEW = "java/lang/invoke/VarHandleByteArrayAs";
    private static final String ARRAY_VIEW = "s$ArrayHandle";
    static final String BULK = "jdk/internal/foreign/SegmentBulkOperations";
    private static final String CHANNEL = "sun/nio/ch/IOUtil";
    private static final String DATAGRAM = "sun/nio/ch/DatagramChannelImpl";
    /** Classes of checksums and digests, with the methods that take a buffer. */
    private static final Map<String, String> CHECKSUMS = Map.of("java/util/zip/CRC32", "update",
        "java/util/zip/CRC32C", "update", "java/util/zip/Adler32", "update",
        "java/security/MessageDigestSpi", "engineUpdate", "javax/crypto/MacSpi", "engineUpdate");
    static final String HEAP_BUFFER = "java/nio/HeapByteBuffer";
    static final String SEGMENT = "jdk/internal/foreign/AbstractMemorySegmentImpl";
    private static final String VECTORS = "jdk/incubator/vector/";
    static final String HANDLE = "java/lang/invoke/DirectMethodHandle";
    static final String REFLECTION = "jdk/internal/reflect/ReflectionFactory";
    static final String UNSAFE = "jdk/internal/misc/Unsafe";
    static final String UNMAPPER = "sun/nio/ch/FileChannelImpl$Unmapper";
    /** With types, since there are several methods of this name. */
    private static final String MAKE = "make(BLjava/lang/Class;Ljava/lang/invoke/MemberName;Ljava/lang/Class;)L"
        + HANDLE + ";";
    /** Classes with monitors or volatile fields that order what their callers do. */
    private static final Set<String> ORDERING = Set.of("java/util/Vector", "java/util/Stack", "java/util/Hashtable",
        "java/util/Timer", "java/util/TimerThread", "java/io/PipedInputStream", "java/io/PipedReader",
        "jdk/internal/vm/ThreadFlock", "jdk/internal/misc/ThreadFlock", "java/lang/StringBuffer");
    private static final String CONCURRENT = "java/util/concurrent/";
    private static final String SYNCHRONIZED = "java/util/Collections$Synchronized";
    /** Defines the hidden classes of the program, whose class files the JVM shows to no agent. */
    static final String LOOKUP = "java/lang/invoke/MethodHandles$Lookup";
    static final String FILL = "setMemory";
    static final String SEGMENT_FILL = "fill";
    static final String MISMATCH = "vectorizedMismatch";
    private static final String SEGMENT_MISMATCH = "mismatch(L" + SEGMENT + ";JJL" + SEGMENT + ";JJ)J";
    /** Methods with a memory order, without the type of the value and the order. */
    private static final List<String> ORDERED = List.of("get", "put", "compareAndSet", "weakCompareAndSet",
        "compareAndExchange", "getAndSet", "getAndAdd", "getAndBitwiseAnd", "getAndBitwiseOr", "getAndBitwiseXor");
    /** For methods that access no memory. */
    private static final Target NO_ACCESS = new Target(-1, -1, 0);

    private final Locations locations;
    /** By class, and then by method. */
    private final Map<String, Map<String, Target>> targets = new HashMap<>();
    /** Accesses with a memory order, by the names of their methods in {@link #SCOPED}. */
    private final Map<String, Access> ordered = new HashMap<>();

    /**
     * The access of a method; or {@link #NO_ACCESS}.
     *
     * @param number of the access; for a copy, of its write
     * @param read   number of a copy's read; -1 for other accesses
     * @param bytes  width; 0 for a bulk access
     */
    record Target(int number, int read, int bytes) {
    }

    /** @param plain whether to watch plain accesses; locks, handles, reflection, allocations and mappings always are */
    JdkRewriter(Locations locations, boolean plain) {
        this.locations = locations;
        add(NO_ACCESS, UNSAFE, "allocateMemory");
        add(NO_ACCESS, UNMAPPER, "unmap", "<init>");
        add(NO_ACCESS, HANDLE, MAKE);
        add(NO_ACCESS, REFLECTION, "newMethodAccessor");
        add(NO_ACCESS, LOOKUP, "defineHiddenClass", "defineHiddenClassWithClassData");
        add(NO_ACCESS, SCOPED);
        if (plain) {
            addAccesses();
        }
        addOrdered();
    }

    private void add(Target target, String type, String... methods) {
        Map<String, Target> ofType = targets.computeIfAbsent(type, key -> new HashMap<>());
        for (String method : methods) {
            ofType.put(method, target);
        }
    }

    private void addAccesses() {
        for (Map.Entry<String, Integer> type : UnsafeMethods.BYTES.entrySet()) {
            String view = VIEW + type.getKey() + ARRAY_VIEW;
            for (Operation operation : List.of(Operation.READ, Operation.WRITE)) {
                boolean read = operation == Operation.READ;
                for (String suffix : List.of("", "Unaligned")) {
                    addValue(operation, type.getValue(), SCOPED, (read ? "get" : "put") + type.getKey() + suffix);
                }
                addValue(operation, type.getValue(), view, read ? "get" : "set");
            }
        }
        addBulk(Operation.WRITE, SCOPED, FILL, "storeIntoByteBuffer", "storeIntoMemorySegment");
        addBulk(Operation.READ, SCOPED, MISMATCH, "loadFromByteBuffer", "loadFromMemorySegment");
        addCopies(SCOPED, "copyMemory", "copySwapMemory");
        addBulk(Operation.WRITE, BULK, SEGMENT_FILL);
        addBulk(Operation.READ, BULK, SEGMENT_MISMATCH);
        addCopies(BULK, "copy");
        addCopies(HEAP_BUFFER, "get", "put");
        addBulk(Operation.WRITE, CHANNEL, "read", "readIntoNativeBuffer");
        addBulk(Operation.READ, CHANNEL, "write", "writeFromNativeBuffer");
        addBulk(Operation.WRITE, DATAGRAM, "receiveIntoNativeBuffer");
        addBulk(Operation.READ, DATAGRAM, "sendFromNativeBuffer");
        CHECKSUMS.forEach((type, method) -> addBulk(Operation.READ, type, method + "(Ljava/nio/ByteBuffer;)V"));
        for (String element : List.of("Byte", "Short", "Int", "Long", "Float", "Double")) {
            String vector = VECTORS + element + "Vector";
            String loaded = "([BI)L" + vector + ";";
            addBulk(Operation.READ, vector, "fromArray0Template" + loaded, "fromByteArray0Template" + loaded);
            addBulk(Operation.WRITE, vector, "intoArray([BI)V", "intoByteArray0Template([BI)V");
        }
    }

    private void addOrdered() {
        for (String method : ORDERED) {
            for (String type : UnsafeMethods.BYTES.keySet()) {
                for (String order : List.of("", "Acquire", "Release", "Volatile", "Opaque")) {
                    String name = method + type + order;
                    UnsafeMethods.find(SCOPED, name)
                        .filter(access -> access.acquires() || access.releases() || name.endsWith("Opaque"))
                        .ifPresent(access -> ordered.put(name, access));
                }
            }
        }
    }

    private void addValue(Operation operation, int bytes, String type, String method) {
        boolean inPieces = !type.equals(SCOPED) || method.endsWith("Unaligned");
        Access access = Access.ofJdk(type, method, operation, bytes, inPieces);
        add(new Target(register(access), -1, bytes), type, method);
    }

    private void addBulk(Operation operation, String type, String... methods) {
        for (String method : methods) {
            add(new Target(bulk(operation, type, method), -1, 0), type, method);
        }
    }

    private void addCopies(String type, String... methods) {
        for (String method : methods) {
            Target target = new Target(bulk(Operation.WRITE, type, method), bulk(Operation.READ, type, method), 0);
            add(target, type, method);
        }
    }

    private int bulk(Operation operation, String type, String method) {
        return register(Access.ofBulk(Access.JDK, type, method, operation));
    }

    private int register(Access access) {
        return locations.register(access, access.owner() + "." + access.method(), 0, false);
    }

    /** @param name internal name */
    boolean concerns(String name) {
        return targets.containsKey(name) || Passing.concerns(name) || Ignored.concerns(name) || orders(name);
    }

    /** Whether a class accesses the memory of buffers, and then gives these a new position. */
    static boolean movesBuffers(String name) {
        return name.equals(CHANNEL) || name.equals(DATAGRAM) || CHECKSUMS.containsKey(name);
    }

    /** Whether a class is to be rewritten like one of the program, for the order of accesses. */
    static boolean orders(String name) {
        return ORDERING.contains(name) || name.startsWith(SYNCHRONIZED)
            || name.startsWith(CONCURRENT) && !name.startsWith(Order.ATOMIC);
    }

    /** Whether this is one of the classes for the vectors of a type, such as LongVector. */
    static boolean isVector(String name) {
        return name.startsWith(VECTORS) && name.endsWith("Vector");
    }

    byte[] rewrite(String name, byte[] bytes) {
        Map<String, Target> ofType = targets.getOrDefault(name, Map.of());
        ClassReader reader = new ClassReader(bytes);
        ClassWriter writer = new ClassWriter(reader, ClassWriter.COMPUTE_MAXS);
        reader.accept(new ClassVisitor(Opcodes.ASM9, writer) {
            @Override
            public MethodVisitor visitMethod(int access, String method, String types, String signature,
                                             String[] exceptions) {
                MethodVisitor next = super.visitMethod(access, method, types, signature, exceptions);
                if (Passing.concerns(name)) {
                    return Passing.rewrite(next, name, access, method, types);
                }
                if (Ignored.concerns(name)) {
                    return Ignored.rewrite(next, access, method, types);
                }
                if (name.equals(SCOPED) && ordered.containsKey(method)) {
                    return new OrderedMethod(next, access, method, types, ordered.get(method));
                }
                Target target = ofType.getOrDefault(method, ofType.get(method + types));
                return target == null ? next
                    : new JdkMethod(next, name, access, method, types, target);
            }
        }, ClassReader.EXPAND_FRAMES);
        return writer.toByteArray();
    }
}
