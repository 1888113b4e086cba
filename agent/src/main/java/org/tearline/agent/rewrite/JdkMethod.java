// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.rewrite;

import static org.objectweb.asm.Type.INT_TYPE;
import static org.objectweb.asm.Type.LONG_TYPE;

import java.util.List;
import java.util.function.Consumer;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Type;
import org.objectweb.asm.commons.AdviceAdapter;
import org.objectweb.asm.commons.Method;

/** Inserts code into a method of the JDK, such as calls of {@link Check}. Not thread-safe. */
final class JdkMethod extends AdviceAdapter {
    private final List<Insertion> insertions;
    private final Label start = new Label();

    /** Where code is inserted. */
    enum Place {
        START,
        /** Before the method returns, but not if it throws. */
        END,
        /** Before the method returns or throws. */
        FINALLY,
        /** Before a buffer gets a new position. */
        BEFORE_MOVE,
        INSTEAD_OF_COPY
    }

    /** @param code emits what is inserted */
    record Insertion(Place place, Consumer<JdkMethod> code) {
    }

    JdkMethod(MethodVisitor next, int access, String method, String types, List<Insertion> insertions) {
        super(ASM9, next, access, method, types);
        this.insertions = insertions;
    }

    @Override
    protected void onMethodEnter() {
        insert(Place.START);
        mark(start);
    }

    @Override
    protected void onMethodExit(int opcode) {
        if (opcode != ATHROW) {
            insert(Place.END);
            insert(Place.FINALLY);
        }
    }

    /** Adds the last handler, which gets only those exceptions that leave the method. */
    @Override
    public void visitMaxs(int maxStack, int maxLocals) {
        if (insertions.stream().anyMatch(insertion -> insertion.place == Place.FINALLY)) {
            Hook.handle(mv, start);
            insert(Place.FINALLY);
            mv.visitInsn(ATHROW);
        }
        super.visitMaxs(maxStack, maxLocals);
    }

    @Override
    public void visitMethodInsn(int opcode, String owner, String called, String types, boolean isInterface) {
        if (called.equals("position") && types.startsWith("(I)")) {
            insert(Place.BEFORE_MOVE);
        }
        if (!called.equals("arraycopy") || !insert(Place.INSTEAD_OF_COPY)) {
            super.visitMethodInsn(opcode, owner, called, types, isInterface);
        }
    }

    /** Returns whether there was anything to insert. */
    private boolean insert(Place here) {
        boolean found = false;
        for (Insertion insertion : insertions) {
            if (insertion.place == here) {
                insertion.code.accept(this);
                found = true;
            }
        }
        return found;
    }

    JdkMethod load(int... arguments) {
        for (int argument : arguments) {
            loadArg(argument);
        }
        return this;
    }

    JdkMethod loadNull() {
        visitInsn(ACONST_NULL);
        return this;
    }

    /** Loads object and offset of a place in a segment, which may move; the argument after that is an offset in it. */
    JdkMethod loadAddress(int segment) {
        loadStart(segment);
        load(segment + 1);
        math(ADD, LONG_TYPE);
        return this;
    }

    JdkMethod loadStart(int segment) {
        loadBase(segment);
        return loadOfSegment(segment, "long unsafeGetOffset()");
    }

    JdkMethod loadBase(int segment) {
        return loadOfSegment(segment, "Object unsafeGetBase()");
    }

    /** Calls a method without parameters that every segment has. */
    JdkMethod loadOfSegment(int segment, String getter) {
        load(segment);
        invokeVirtual(Type.getObjectType("jdk/internal/foreign/AbstractMemorySegmentImpl"), Method.getMethod(getter));
        return this;
    }

    /** Loads the place and the size of a range in a segment, whose start and end are the next arguments. */
    void loadRange(int segment) {
        loadAddress(segment);
        load(segment + 2, segment + 1);
        math(SUB, LONG_TYPE);
    }

    /**
     * Loads an array and the offset after it, with the number of bytes that were to be compared. The comparison may
     * have ended before.
     */
    void loadCompared(int base) {
        load(base, base + 1, 6, 7);
        math(SHL, INT_TYPE);
        cast(INT_TYPE, LONG_TYPE);
    }

    /**
     * Called in a method of Vector: loads the type and the number of the vector's elements, then the array and the
     * index, which are the first two arguments.
     */
    void loadVector() {
        for (String getter : List.of("Class elementType()", "int length()")) {
            loadThis();
            invokeVirtual(Type.getObjectType("jdk/incubator/vector/Vector"), Method.getMethod(getter));
        }
        load(0, 1);
    }

    /** Replaces the class file of a hidden class. */
    void replaceFile() {
        loadArg(0);
        loadThis();
        check("hidden");
        storeArg(0);
    }

    /** Pushes what the method returns, as bits. */
    JdkMethod pushResult() {
        Bits.push(mv, getReturnType());
        return this;
    }

    /** Calls a check. The numbers are its last arguments. */
    void check(String name, int... numbers) {
        Hook.call(mv, name, numbers);
    }
}
