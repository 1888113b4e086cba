// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.rewrite;

import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.tearline.agent.rewrite.JdkRewriter.Target;

/** Inserts the calls of {@link Check} into a method of the JDK. Not thread-safe. */
final class JdkMethod extends MethodVisitor {
    /** Descriptor of the check of a bulk access. */
    private static final String BULK_CHECK = "(Ljava/lang/Object;JJI)V";
    /** Descriptors of the checks of a vector: element type, lanes, and the memory with an address or index. */
    private static final String VECTOR_CHECK = "(Ljava/lang/Class;ILjava/lang/Object;JI)V";
    private static final String BUFFER_VECTOR_CHECK = "(Ljava/lang/Class;ILjava/nio/ByteBuffer;II)V";
    /** Stack words for a returned long and the arguments of the longest check. */
    private static final int CHECK_OPERANDS = 10;

    private final String type;
    private final String method;
    private final Type result;
    private final Target target;

    JdkMethod(MethodVisitor next, String type, String method, Type result, Target target) {
        super(Opcodes.ASM9, next);
        this.type = type;
        this.method = method;
        this.result = result;
        this.target = target;
    }

    /** Reports that memory is unmapped before another thread can use it, and replaces the file of a hidden class. */
    @Override
    public void visitCode() {
        super.visitCode();
        if (type.equals(JdkRewriter.UNMAPPER) && !method.equals("<init>")) {
            reportMapping();
        } else if (type.equals(JdkRewriter.LOOKUP)) {
            load("1", "0");
            callCheck("hidden", "([BLjava/lang/invoke/MethodHandles$Lookup;)[B");
            super.visitVarInsn(Opcodes.ASTORE, 1);
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
     * Reports what a channel or checksum has accessed, just before the buffer gets its new position. In a heap buffer,
     * replaces the copy with one that is checked.
     */
    @Override
    public void visitMethodInsn(int opcode, String owner, String called, String types, boolean isInterface) {
        if (JdkRewriter.movesBuffers(type) && called.equals("position") && types.startsWith("(I)")) {
            super.visitInsn(Opcodes.DUP2);
            checkAccess("transferred", "(Ljava/nio/ByteBuffer;II)V");
        }
        if (type.equals(JdkRewriter.HEAP_BUFFER) && called.equals("arraycopy")) {
            super.visitLdcInsn(target.read());
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
                load("1", "2");
                callCheck("handle", "(Ljava/lang/Class;Ljava/lang/Object;)V");
            }
            case JdkRewriter.REFLECTION -> {
                load("1");
                callCheck("reflected", "(Ljava/lang/reflect/Method;)V");
            }
            case JdkRewriter.UNSAFE -> {
                super.visitInsn(Opcodes.DUP2);
                load("J1");
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
                    Bits.push(mv, result);
                    // VarHandle, array and index.
                    load("0", "1", "I2");
                    checkValue("Ljava/lang/invoke/VarHandle;Ljava/lang/Object;III)V");
                }
            }
        }
    }

    /** What was known of the addresses no longer holds. The JVM may have unmapped what was there before. */
    private void reportMapping() {
        loadField("address", "J");
        loadField("size", "J");
        callCheck("unmap", "(JJ)V");
    }

    private void vectorInArray() {
        loadOfVector("elementType", "()Ljava/lang/Class;");
        loadOfVector("length", "()I");
        load("1", "I2");
        checkAccess("vector", "(Ljava/lang/Class;I[BII)V");
    }

    private void loadOfVector(String getter, String descriptor) {
        load("0");
        super.visitMethodInsn(Opcodes.INVOKEVIRTUAL, "jdk/incubator/vector/Vector", getter, descriptor, false);
    }

    private void loadField(String name, String descriptor) {
        load("0");
        super.visitFieldInsn(Opcodes.GETFIELD, type, name, descriptor);
    }

    /** The methods' parameters start with the scope of the memory, or with those of a copy's source and target. */
    private void scoped() {
        switch (method) {
            case JdkRewriter.FILL -> {
                load("2", "J3", "J5");
                checkAccess("fill", BULK_CHECK);
            }
            case "copyMemory", "copySwapMemory" -> {
                load("3", "J4", "6", "J9");
                checkSource();
                load("3", "6", "J7", "J9");
                checkAccess("target", Call.TARGET + "I)V");
            }
            case "loadFromByteBuffer" -> {
                load("1", "I2", "3", "I4");
                checkAccess("vector", BUFFER_VECTOR_CHECK);
            }
            case "storeIntoByteBuffer" -> {
                load("1", "I2", "4", "I5");
                checkAccess("vector", BUFFER_VECTOR_CHECK);
            }
            case "loadFromMemorySegment" -> {
                load("1", "I2");
                loadAddress("3", "J4");
                checkAccess("vector", VECTOR_CHECK);
            }
            case "storeIntoMemorySegment" -> {
                load("1", "I2");
                loadAddress("4", "J5");
                checkAccess("vector", VECTOR_CHECK);
            }
            case JdkRewriter.MISMATCH -> {
                load("3", "J4");
                loadComparedBytes();
                checkAccess("bulk", BULK_CHECK);
                load("6", "J7");
                loadComparedBytes();
                checkAccess("bulk", BULK_CHECK);
            }
            default -> {
                Bits.push(mv, result);
                load("2", "J3");
                checkValue("Ljava/lang/Object;JII)V");
            }
        }
    }

    /** Loads the number of bytes that were to be compared. The comparison may have ended before. */
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
            case JdkRewriter.SEGMENT_FILL -> {
                loadAddress("0");
                loadProperty("0", "byteSize", "()J");
                checkAccess("fill", BULK_CHECK);
            }
            case "copy" -> {
                loadAddress("0", "J1");
                loadBase("3");
                load("J6");
                checkSource();
                loadBase("0");
                loadAddress("3", "J4");
                load("J6");
                checkAccess("target", Call.TARGET + "I)V");
            }
            default -> {
                loadAddress("0", "J1");
                load("J3", "J1");
                super.visitInsn(Opcodes.LSUB);
                checkAccess("bulk", BULK_CHECK);
                loadAddress("5", "J6");
                load("J8", "J6");
                super.visitInsn(Opcodes.LSUB);
                checkAccess("bulk", BULK_CHECK);
            }
        }
    }

    private void loadAddress(String segment, String offset) {
        loadAddress(segment);
        load(offset);
        super.visitInsn(Opcodes.LADD);
    }

    private void loadAddress(String segment) {
        loadBase(segment);
        loadProperty(segment, "unsafeGetOffset", "()J");
    }

    private void loadBase(String segment) {
        loadProperty(segment, "unsafeGetBase", "()Ljava/lang/Object;");
    }

    private void loadProperty(String segment, String getter, String descriptor) {
        load(segment);
        super.visitMethodInsn(Opcodes.INVOKEVIRTUAL, JdkRewriter.SEGMENT, getter, descriptor, false);
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

    /** @param types of the check's parameters after what was read, and its result */
    private void checkValue(String types) {
        super.visitLdcInsn(target.bytes());
        checkAccess("plain", "(J" + types);
    }

    private void checkSource() {
        super.visitLdcInsn(target.read());
        callCheck("source", Call.SOURCE + "I)V");
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
