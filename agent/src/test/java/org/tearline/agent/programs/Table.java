// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.programs;

import java.lang.invoke.MethodHandles;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Runs the rows of a table, each with a value of its own, and prints what is true of it. With an argument, runs only
 * the rows whose names start with it. A value's accesses are in a generated class that has the name of the row, so that
 * the report tells rows apart.
 */
final class Table {
    private static final String PACKAGE = "org/tearline/agent/programs/";

    private final String only;

    Table(String... arguments) {
        only = arguments.length == 0 ? "" : arguments[0];
    }

    /** The evidence that the report must have, with its words. */
    enum Truth {
        LOCKED("locked"), ORDERED("ordered"), UNORDERED("unordered"), UNKNOWN("unknown"), ONE_THREAD("oneThread");

        private final String field;

        Truth(String field) {
            this.field = field;
        }
    }

    /** Accesses its value from several threads. */
    interface Row {
        void run(Value value) throws Exception;
    }

    /** Runs a row unless another one was asked for. */
    Table row(String name, Truth truth, Row row) throws Exception {
        if (name.startsWith(only)) {
            row.run(new Value(name));
            System.out.println(name + " " + truth.field);
        }
        return this;
    }

    /** Eight bytes across a line. */
    static final class Value {
        private static final int LINE = 64;

        final long address;
        private final Accesses accesses;

        private Value(String row) throws ReflectiveOperationException {
            this(Memory.pages(1) + LINE - 4, accesses(row));
        }

        private Value(long address, Accesses accesses) {
            this.address = address;
            this.accesses = accesses;
        }

        /** Returns another value of the same row. */
        Value at(int line) {
            return new Value(address + (long) line * LINE, accesses);
        }

        void write() {
            write(1);
        }

        void write(long value) {
            accesses.write(address, value);
        }

        long read() {
            return accesses.read(address);
        }

        void use() {
            write(read() + 1);
        }

        /** Adds by a locked instruction. */
        void add() {
            accesses.add(address);
        }
    }

    /** Implemented anew for each row. */
    public interface Accesses {
        void write(long address, long value);

        long read(long address);

        void add(long address);
    }

    private static Accesses accesses(String row) throws ReflectiveOperationException {
        ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);
        writer.visit(Opcodes.V17, Opcodes.ACC_PUBLIC, PACKAGE + row, null, "java/lang/Object",
            new String[] {Type.getInternalName(Accesses.class)});
        MethodVisitor code = writer.visitMethod(Opcodes.ACC_PUBLIC, "<init>", "()V", null, null);
        code.visitCode();
        code.visitVarInsn(Opcodes.ALOAD, 0);
        code.visitMethodInsn(Opcodes.INVOKESPECIAL, "java/lang/Object", "<init>", "()V", false);
        code.visitInsn(Opcodes.RETURN);
        code.visitMaxs(0, 0);
        code.visitEnd();
        call(writer, "write", "(JJ)V", "putLong", "(JJ)V", Opcodes.LLOAD, 3, Opcodes.RETURN);
        call(writer, "read", "(J)J", "getLong", "(J)J", Opcodes.NOP, 0, Opcodes.LRETURN);
        call(writer, "add", "(J)V", "getAndAddLong", "(Ljava/lang/Object;JJ)J", Opcodes.LCONST_1, 0, Opcodes.RETURN);
        writer.visitEnd();
        return (Accesses) MethodHandles.lookup().defineClass(writer.toByteArray()).getConstructor().newInstance();
    }

    /** Generates a method that calls one of Unsafe. */
    private static void call(ClassWriter writer, String name, String type, String called, String calledType,
                             int operand, int variable, int end) {
        MethodVisitor code = writer.visitMethod(Opcodes.ACC_PUBLIC, name, type, null, null);
        code.visitCode();
        code.visitFieldInsn(Opcodes.GETSTATIC, PACKAGE + "Memory", "UNSAFE", "Lsun/misc/Unsafe;");
        if (calledType.startsWith("(L")) {
            code.visitInsn(Opcodes.ACONST_NULL);
        }
        code.visitVarInsn(Opcodes.LLOAD, 1);
        // Without this shift by zero, the method would be a wrapper and not the site.
        code.visitInsn(Opcodes.ICONST_0);
        code.visitInsn(Opcodes.LSHL);
        if (variable > 0) {
            code.visitVarInsn(operand, variable);
        } else if (operand != Opcodes.NOP) {
            code.visitInsn(operand);
        }
        code.visitMethodInsn(Opcodes.INVOKEVIRTUAL, "sun/misc/Unsafe", called, calledType, false);
        if (end == Opcodes.RETURN && calledType.endsWith("J")) {
            code.visitInsn(Opcodes.POP2);
        }
        code.visitInsn(end);
        code.visitMaxs(0, 0);
        code.visitEnd();
    }
}
