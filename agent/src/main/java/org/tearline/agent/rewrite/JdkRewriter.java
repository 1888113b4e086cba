// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.rewrite;

import static org.tearline.agent.access.Access.Operation.READ;
import static org.tearline.agent.access.Access.Operation.WRITE;
import static org.tearline.agent.order.Ordering.BYTES;
import static org.tearline.agent.order.Ordering.INTERRUPT;
import static org.tearline.agent.order.Ordering.OPAQUE;
import static org.tearline.agent.order.Ordering.STRONG;
import static org.tearline.agent.rewrite.JdkMethod.Place.BEFORE_MOVE;
import static org.tearline.agent.rewrite.JdkMethod.Place.END;
import static org.tearline.agent.rewrite.JdkMethod.Place.FINALLY;
import static org.tearline.agent.rewrite.JdkMethod.Place.INSTEAD_OF_COPY;
import static org.tearline.agent.rewrite.JdkMethod.Place.START;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.commons.Method;
import org.tearline.agent.access.Access;
import org.tearline.agent.access.Access.Operation;
import org.tearline.agent.access.UnsafeMethods;
import org.tearline.agent.rewrite.JdkMethod.Insertion;
import org.tearline.agent.rewrite.JdkMethod.Place;
import org.tearline.agent.site.Locations;

/**
 * Rewrites the JDK's classes below its buffers, VarHandles of bytes and memory segments, so that they call
 * {@link Check} before they return, and also those for threads, allocations, unmapping, method handles and reflection.
 * The methods annotated with Scoped stay as they are, because closing an arena looks for their frames. Uses no regular
 * expressions: the JVM may be loading their classes. Thread-safe.
 */
final class JdkRewriter {
    private static final String SCOPED = "jdk/internal/misc/ScopedMemoryAccess";
    private static final String BULK = "jdk/internal/foreign/SegmentBulkOperations";
    private static final String CHANNEL = "sun/nio/ch/IOUtil";
    private static final String DATAGRAM = "sun/nio/ch/DatagramChannelImpl";
    private static final String HEAP_BUFFER = "java/nio/HeapByteBuffer";
    private static final String HANDLE = "java/lang/invoke/DirectMethodHandle";
    private static final String UNMAPPER = "sun/nio/ch/FileChannelImpl$Unmapper";
    private static final String THREAD = "java/lang/Thread";
    private static final String VIRTUAL = "java/lang/VirtualThread";
    /** Classes with monitors or volatile fields that order what their callers do. */
    private static final Set<String> ORDERING = Set.of("java/util/Vector", "java/util/Stack", "java/util/Hashtable",
        "java/util/Timer", "java/util/TimerThread", "java/io/PipedInputStream", "java/io/PipedReader",
        "jdk/internal/vm/ThreadFlock", "jdk/internal/misc/ThreadFlock", "java/lang/StringBuffer");

    private final Locations locations;
    private final boolean plain;
    /** By class, and then by method. */
    private final Map<String, Map<String, List<Insertion>>> insertions = new HashMap<>();

    /** @param plain whether to watch plain accesses; threads, handles, reflection and mappings always are */
    JdkRewriter(Locations locations, boolean plain) {
        this.locations = locations;
        this.plain = plain;
        add(END, code -> {
            code.dup2();
            code.load(0).check("replace", 0);
        }, "jdk/internal/misc/Unsafe", "allocateMemory");
        // Before another thread can use the memory.
        add(START, JdkRewriter::reportMapping, UNMAPPER, "unmap");
        add(END, JdkRewriter::reportMapping, UNMAPPER, "<init>");
        // With types, since there are several methods of this name.
        add(END, load(1, 2).andThen(check("handle")), HANDLE,
            "make(BLjava/lang/Class;Ljava/lang/invoke/MemberName;Ljava/lang/Class;)L" + HANDLE + ";");
        add(END, load(0).andThen(check("reflected")), "jdk/internal/reflect/ReflectionFactory",
            "newMethodAccessor");
        // The JVM shows the class files of hidden classes to no agent.
        add(START, JdkMethod::replaceFile, "java/lang/invoke/MethodHandles$Lookup", "defineHiddenClass",
            "defineHiddenClassWithClassData");
        if (plain) {
            addViews();
            addBulks();
            addVectors();
            addMoves();
        }
        addThreads();
        ignore("java/lang/invoke/MethodHandleNatives", "linkMethod", "linkCallSite", "linkDynamicConstant",
            "linkMethodHandleConstant", "findMethodHandleType");
        ignore("jdk/internal/loader/BuiltinClassLoader", "loadClassOrNull(Ljava/lang/String;Z)Ljava/lang/Class;");
    }

    /**
     * Ignores what threads pass on within methods that link calls or load classes for the JVM: the JDK's tables would
     * put threads in order by chance, only when code runs for the first time.
     */
    private void ignore(String type, String... methods) {
        add(START, check("ignore", 1), type, methods);
        add(FINALLY, check("ignore", 0), type, methods);
    }

    /** Makes code that loads arguments. Such code is made in one place, since linking each lambda takes time. */
    private static Consumer<JdkMethod> load(int... arguments) {
        return code -> code.load(arguments);
    }

    private static Consumer<JdkMethod> check(String name, int... numbers) {
        return code -> code.check(name, numbers);
    }

    private void add(Place place, Consumer<JdkMethod> code, String type, String... methods) {
        Map<String, List<Insertion>> ofType = insertions.computeIfAbsent(type, key -> new HashMap<>());
        for (String method : methods) {
            ofType.computeIfAbsent(method, key -> new ArrayList<>()).add(new Insertion(place, code));
        }
    }

    /** Adds accesses through views of byte arrays. The parameters are a VarHandle, an array and an index. */
    private void addViews() {
        UnsafeMethods.BYTES.forEach((type, bytes) -> {
            String view = "java/lang/invoke/VarHandleByteArrayAs" + type + "s$ArrayHandle";
            addView(READ, bytes, view, "get");
            addView(WRITE, bytes, view, "set");
        });
    }

    private void addView(Operation operation, int bytes, String type, String method) {
        int number = register(new Access(Access.JDK, type, method, operation, Access.PLAIN, bytes, true, false));
        add(END, code -> code.pushResult().load(0, 1, 2).check("view", bytes, number), type, method);
    }

    /**
     * Adds what covers several values. The parameters start with the scope of the memory, or with those of a copy's
     * source and target. Those of segments are fill(target, value), copy(source, offset, target, offset, bytes) and
     * mismatch(segment, from, to, segment, from, to).
     */
    private void addBulks() {
        addBulk(END, WRITE, "target", code -> code.loadNull().load(1, 2, 3), SCOPED, "setMemory");
        addBulk(END, READ, "source", load(2, 3, 4, 6), SCOPED, "copyMemory", "copySwapMemory");
        addBulk(END, WRITE, "target", load(2, 4, 5, 6), SCOPED, "copyMemory", "copySwapMemory");
        for (int array : List.of(2, 4)) {
            addBulk(END, READ, "bulk", code -> code.loadCompared(array), SCOPED, "vectorizedMismatch");
        }
        addBulk(END, WRITE, "target", code -> code.loadNull().loadStart(0).loadOfSegment(0, "long byteSize()"), BULK,
            "fill");
        addBulk(END, READ, "source", code -> code.loadAddress(0).loadBase(2).load(4), BULK, "copy");
        addBulk(END, WRITE, "target", code -> code.loadBase(0).loadAddress(2).load(4), BULK, "copy");
        for (int segment : List.of(0, 3)) {
            addBulk(END, READ, "bulk", code -> code.loadRange(segment), BULK,
                "mismatch(Ljdk/internal/foreign/AbstractMemorySegmentImpl;JJ"
                    + "Ljdk/internal/foreign/AbstractMemorySegmentImpl;JJ)J");
        }
        for (String method : List.of("get", "put")) {
            int read = registerBulk(READ, HEAP_BUFFER, method);
            int write = registerBulk(WRITE, HEAP_BUFFER, method);
            add(INSTEAD_OF_COPY, check("copy", read, write), HEAP_BUFFER, method);
        }
    }

    private void addVectors() {
        addBulk(END, READ, "vectorInBuffer", load(1, 2, 3, 4), SCOPED, "loadFromByteBuffer");
        addBulk(END, WRITE, "vectorInBuffer", load(1, 2, 4, 5), SCOPED, "storeIntoByteBuffer");
        addBulk(END, READ, "vector", code -> code.load(1, 2).loadAddress(3), SCOPED, "loadFromMemorySegment");
        addBulk(END, WRITE, "vector", code -> code.load(1, 2).loadAddress(4), SCOPED, "storeIntoMemorySegment");
        for (String element : List.of("Byte", "Short", "Int", "Long", "Float", "Double")) {
            String vector = "jdk/incubator/vector/" + element + "Vector";
            String loaded = "([BI)L" + vector + ";";
            addBulk(END, READ, "vectorInArray", JdkMethod::loadVector, vector, "fromArray0Template" + loaded,
                "fromByteArray0Template" + loaded);
            addBulk(END, WRITE, "vectorInArray", JdkMethod::loadVector, vector, "intoArray([BI)V",
                "intoByteArray0Template([BI)V");
        }
    }

    /** Adds what channels and checksums access, just before the buffer gets its new position. */
    private void addMoves() {
        addMoves(WRITE, CHANNEL, "read", "readIntoNativeBuffer");
        addMoves(READ, CHANNEL, "write", "writeFromNativeBuffer");
        addMoves(WRITE, DATAGRAM, "receiveIntoNativeBuffer");
        addMoves(READ, DATAGRAM, "sendFromNativeBuffer");
        Map.of("java/util/zip/CRC32", "update", "java/util/zip/CRC32C", "update", "java/util/zip/Adler32", "update",
            "java/security/MessageDigestSpi", "engineUpdate", "javax/crypto/MacSpi", "engineUpdate")
            .forEach((type, method) -> addMoves(READ, type, method + "(Ljava/nio/ByteBuffer;)V"));
    }

    private void addMoves(Operation operation, String type, String... methods) {
        addBulk(BEFORE_MOVE, operation, "transferred", JdkMethod::dup2, type, methods);
    }

    private void addBulk(Place place, Operation operation, String check, Consumer<JdkMethod> arguments, String type,
                         String... methods) {
        for (String method : methods) {
            int number = registerBulk(operation, type, method);
            add(place, arguments.andThen(check(check, number)), type, method);
        }
    }

    private int registerBulk(Operation operation, String type, String method) {
        return register(Access.ofBulk(Access.JDK, type, method, operation));
    }

    private int register(Access access) {
        return locations.register(access, access.owner() + "." + access.method(), 0, false);
    }

    /** Returns what is inserted into an access to a value. The parameters are a scope, an object and an offset. */
    private List<Insertion> inserted(Access made) {
        if (made.plain() && plain) {
            int number = register(made.through(Access.JDK, SCOPED, made.method()));
            return List.of(new Insertion(END,
                code -> code.pushResult().load(1, 2).check("plain", made.bytes(), number)));
        }
        if (made.weak()) {
            return List.of();
        }
        int how = made.bytes() << BYTES | (made.opaque() ? OPAQUE : STRONG);
        List<Insertion> inserted = new ArrayList<>();
        if (made.releases()) {
            inserted.add(new Insertion(START, order("releasing", how)));
        }
        if (made.operation() == READ) {
            inserted.add(new Insertion(END, code -> order("reading", how).accept(code.pushResult())));
        } else if (made.acquires()) {
            inserted.add(new Insertion(END, order("acquiring", how)));
        }
        return inserted;
    }

    /** Calls a check for the object and offset that the second and third argument are. */
    private static Consumer<JdkMethod> order(String check, int how) {
        return code -> code.load(1).loadNull().load(2).check(check, how);
    }

    /** Adds what threads pass on when they start, end or are interrupted. */
    private void addThreads() {
        add(START, passing("releasing", 0), THREAD, "start", "exit");
        add(START, passing("releasing", 0), VIRTUAL, "start");
        add(END, passing("releasing", 0), VIRTUAL, "run(Ljava/lang/Runnable;)V");
        // The carrier of a virtual thread calls these after that has ended.
        add(START, passing("acquiring", 0), VIRTUAL, "afterTerminate", "afterDone");
        add(END, passing("acquiring", 0), THREAD, "join", "isAlive");
        for (String type : List.of(THREAD, VIRTUAL)) {
            add(START, passing("releasing", INTERRUPT), type, "interrupt");
            add(END, passing("acquiring", INTERRUPT), type, "isInterrupted");
        }
        add(END, JdkRewriter::takeInterruption, THREAD, "interrupted");
        add(END, JdkRewriter::takeInterruption, "java/lang/InterruptedException", "<init>");
    }

    private static Consumer<JdkMethod> passing(String check, long where) {
        return code -> {
            code.loadThis();
            Order.callForObject(code, check, where);
        };
    }

    /** Lets the current thread, not the object, learn what the interrupting one has passed on. */
    private static void takeInterruption(JdkMethod code) {
        code.invokeStatic(Type.getObjectType(THREAD), Method.getMethod("Thread currentThread()"));
        Order.callForObject(code, "acquiring", INTERRUPT);
    }

    /** Reports a mapping. The JVM may have unmapped what was at its addresses before. */
    private static void reportMapping(JdkMethod code) {
        for (String field : List.of("address", "size")) {
            code.loadThis();
            code.getField(Type.getObjectType(UNMAPPER), field, Type.LONG_TYPE);
        }
        code.check("replace", 1);
    }

    /** @param name internal name */
    boolean concerns(String name) {
        return insertions.containsKey(name) || name.equals(SCOPED) || orders(name);
    }

    /** Whether a class is to be rewritten like one of the program, for the order of accesses. */
    static boolean orders(String name) {
        return ORDERING.contains(name) || name.startsWith("java/util/Collections$Synchronized")
            || name.startsWith("java/util/concurrent/") && !name.startsWith(Order.ATOMIC);
    }

    byte[] rewrite(String name, byte[] bytes) {
        Map<String, List<Insertion>> ofType = insertions.getOrDefault(name, Map.of());
        ClassReader reader = new ClassReader(bytes);
        ClassWriter writer = new ClassWriter(reader, ClassWriter.COMPUTE_MAXS);
        reader.accept(new ClassVisitor(Opcodes.ASM9, writer) {
            @Override
            public MethodVisitor visitMethod(int access, String method, String types, String signature,
                                             String[] exceptions) {
                MethodVisitor next = super.visitMethod(access, method, types, signature, exceptions);
                List<Insertion> found = ofType.getOrDefault(method, ofType.getOrDefault(method + types, List.of()));
                if (found.isEmpty() && name.equals(SCOPED)) {
                    found = UnsafeMethods.find(SCOPED, method).map(made -> inserted(made)).orElse(found);
                }
                return found.isEmpty() ? next : new JdkMethod(next, access, method, types, found);
            }
        }, ClassReader.EXPAND_FRAMES);
        return writer.toByteArray();
    }
}
