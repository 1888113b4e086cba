// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.rewrite;

import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.commons.AdviceAdapter;
import org.objectweb.asm.commons.Method;
import org.tearline.agent.rewrite.JdkRewriter.Target;

/** Inserts the calls of {@link Check} into a method of the JDK. Not thread-safe. */
final class JdkMethod extends AdviceAdapter {
    /** Descriptor of the check of a bulk access. */
    private static final String BULK_CHECK = "(Ljava/lang/Object;JJI)V";
    /** Descriptors of the checks of a vector: element type, lanes, and the memory with an address or index. */
    private static final String VECTOR_CHECK = "(Ljava/lang/Class;ILjava/lang/Object;JI)V";
    private static final String BUFFER_VECTOR_CHECK = "(Ljava/lang/Class;ILjava/nio/ByteBuffer;II)V";
    private static final Type SEGMENT = Type.getObjectType(JdkRewriter.SEGMENT);
    private static final Type VECTOR = Type.getObjectType("jdk/incubator/vector/Vector");

    private final String type;
    private final String method;
    private final Target target;

    JdkMethod(MethodVisitor next, String type, int access, String method, String types, Target target) {
        super(Opcodes.ASM9, next, access, method, types);
        this.type = type;
        this.method = method;
        this.target = target;
    }

    /** Reports that memory is unmapped before another thread can use it, and replaces the file of a hidden class. */
    @Override
    protected void onMethodEnter() {
        if (type.equals(JdkRewriter.UNMAPPER) && !method.equals("<init>")) {
            reportMapping();
        } else if (type.equals(JdkRewriter.LOOKUP)) {
            loadArg(0);
            loadThis();
            callCheck("hidden", "([BLjava/lang/invoke/MethodHandles$Lookup;)[B");
            storeArg(0);
        }
    }

    @Override
    protected void onMethodExit(int opcode) {
        if (opcode != Opcodes.ATHROW) {
            checkBeforeReturn();
        }
    }

    /**
     * Reports what a channel or checksum has accessed, just before the buffer gets its new position. In a heap buffer,
     * replaces the copy with one that is checked.
     */
    @Override
    public void visitMethodInsn(int opcode, String owner, String called, String types, boolean isInterface) {
        if (JdkRewriter.movesBuffers(type) && called.equals("position") && types.startsWith("(I)")) {
            dup2();
            checkAccess("transferred", "(Ljava/nio/ByteBuffer;II)V");
        }
        if (type.equals(JdkRewriter.HEAP_BUFFER) && called.equals("arraycopy")) {
            push(target.read());
            checkAccess("copy", "(Ljava/lang/Object;ILjava/lang/Object;IIII)V");
            return;
        }
        super.visitMethodInsn(opcode, owner, called, types, isInterface);
    }

    private void checkBeforeReturn() {
        if (JdkRewriter.movesBuffers(type)) {
            return;
        }
        switch (type) {
            case JdkRewriter.SCOPED -> scoped();
            case JdkRewriter.BULK -> segment();
            case JdkRewriter.HANDLE -> {
                load(1, 2);
                callCheck("handle", "(Ljava/lang/Class;Ljava/lang/Object;)V");
            }
            case JdkRewriter.REFLECTION -> {
                load(0);
                callCheck("reflected", "(Ljava/lang/reflect/Method;)V");
            }
            case JdkRewriter.UNSAFE -> {
                dup2();
                load(0);
                callCheck("allocate", "(JJ)V");
            }
            case JdkRewriter.UNMAPPER -> {
                if (method.equals("<init>")) {
                    reportMapping();
                }
            }
            case JdkRewriter.HEAP_BUFFER, JdkRewriter.LOOKUP -> {
                // Reported earlier in the method.
            }
            default -> {
                if (JdkRewriter.isVector(type)) {
                    vectorInArray();
                } else {
                    Bits.push(mv, getReturnType());
                    // VarHandle, array and index.
                    load(0, 1, 2);
                    checkValue("Ljava/lang/invoke/VarHandle;Ljava/lang/Object;III)V");
                }
            }
        }
    }

    /** What was known of the addresses no longer holds. The JVM may have unmapped what was there before. */
    private void reportMapping() {
        loadField("address");
        loadField("size");
        callCheck("unmap", "(JJ)V");
    }

    private void vectorInArray() {
        loadProperty(VECTOR, "elementType", "()Ljava/lang/Class;");
        loadProperty(VECTOR, "length", "()I");
        load(0, 1);
        checkAccess("vector", "(Ljava/lang/Class;I[BII)V");
    }

    private void loadProperty(Type owner, String getter, String types) {
        loadThis();
        invokeVirtual(owner, new Method(getter, types));
    }

    private void loadField(String name) {
        loadThis();
        getField(Type.getObjectType(type), name, Type.LONG_TYPE);
    }

    /** The methods' parameters start with the scope of the memory, or with those of a copy's source and target. */
    private void scoped() {
        switch (method) {
            case JdkRewriter.FILL -> {
                visitInsn(Opcodes.ACONST_NULL);
                load(1, 2, 3);
                checkAccess("target", Call.TARGET + "I)V");
            }
            case "copyMemory", "copySwapMemory" -> {
                load(2, 3, 4, 6);
                checkSource();
                load(2, 4, 5, 6);
                checkAccess("target", Call.TARGET + "I)V");
            }
            case "loadFromByteBuffer" -> {
                load(1, 2, 3, 4);
                checkAccess("vector", BUFFER_VECTOR_CHECK);
            }
            case "storeIntoByteBuffer" -> {
                load(1, 2, 4, 5);
                checkAccess("vector", BUFFER_VECTOR_CHECK);
            }
            case "loadFromMemorySegment" -> {
                load(1, 2);
                loadAddress(3, 4);
                checkAccess("vector", VECTOR_CHECK);
            }
            case "storeIntoMemorySegment" -> {
                load(1, 2);
                loadAddress(4, 5);
                checkAccess("vector", VECTOR_CHECK);
            }
            case JdkRewriter.MISMATCH -> {
                load(2, 3);
                loadComparedBytes();
                checkAccess("bulk", BULK_CHECK);
                load(4, 5);
                loadComparedBytes();
                checkAccess("bulk", BULK_CHECK);
            }
            default -> {
                Bits.push(mv, getReturnType());
                load(1, 2);
                checkValue("Ljava/lang/Object;JII)V");
            }
        }
    }

    /** Loads the number of bytes that were to be compared. The comparison may have ended before. */
    private void loadComparedBytes() {
        load(6, 7);
        math(SHL, Type.INT_TYPE);
        visitInsn(Opcodes.I2L);
    }

    /**
     * The methods are fill(target, value), copy(source, offset, target, offset, bytes) and mismatch(segment, from,
     * to, segment, from, to).
     */
    private void segment() {
        switch (method) {
            case JdkRewriter.SEGMENT_FILL -> {
                visitInsn(Opcodes.ACONST_NULL);
                loadAddress(0);
                loadOfSegment(0, "byteSize", "()J");
                checkAccess("target", Call.TARGET + "I)V");
            }
            case "copy" -> {
                loadAddress(0, 1);
                loadBase(2);
                load(4);
                checkSource();
                loadBase(0);
                loadAddress(2, 3);
                load(4);
                checkAccess("target", Call.TARGET + "I)V");
            }
            default -> {
                checkRange(0, 1, 2);
                checkRange(3, 4, 5);
            }
        }
    }

    private void checkRange(int segment, int from, int to) {
        loadAddress(segment, from);
        load(to, from);
        math(SUB, Type.LONG_TYPE);
        checkAccess("bulk", BULK_CHECK);
    }

    private void loadAddress(int segment, int offset) {
        loadAddress(segment);
        load(offset);
        math(ADD, Type.LONG_TYPE);
    }

    private void loadAddress(int segment) {
        loadBase(segment);
        loadOfSegment(segment, "unsafeGetOffset", "()J");
    }

    private void loadBase(int segment) {
        loadOfSegment(segment, "unsafeGetBase", "()Ljava/lang/Object;");
    }

    private void loadOfSegment(int segment, String getter, String types) {
        load(segment);
        invokeVirtual(SEGMENT, new Method(getter, types));
    }

    private void load(int... arguments) {
        for (int argument : arguments) {
            loadArg(argument);
        }
    }

    /** @param types of the check's parameters after what was read, and its result */
    private void checkValue(String types) {
        push(target.bytes());
        checkAccess("plain", "(J" + types);
    }

    private void checkSource() {
        push(target.read());
        callCheck("source", Call.SOURCE + "I)V");
    }

    private void checkAccess(String check, String types) {
        push(target.number());
        callCheck(check, types);
    }

    private void callCheck(String check, String types) {
        Hook.call(mv, check, types);
    }
}
