// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.programs;

import static org.objectweb.asm.ClassReader.SKIP_DEBUG;
import static org.objectweb.asm.Opcodes.ASM9;
import static org.tearline.agent.programs.Memory.UNSAFE;
import static org.tearline.agent.programs.Memory.pages;

import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.util.function.IntToLongFunction;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Type;
import org.objectweb.asm.commons.ClassRemapper;
import org.objectweb.asm.commons.Remapper;
import org.objectweb.asm.commons.SimpleRemapper;

/**
 * Runs the rows of a table, each with a value of its own, and prints what is true of it. With the system property
 * {@code rows}, runs only those whose names start with it. A value's accesses are in a generated class that has the
 * name of the row, so that the report tells rows apart.
 */
final class Table {
    private static final int MISSES = 3;
    private static final String ONLY = System.getProperty("rows", "");

    /** Accesses its value from several threads. */
    interface Row {
        void run(Value value) throws Exception;
    }

    static void ordered(String name, Row row) throws Exception {
        row(name, "ordered", row);
    }

    static void unordered(String name, Row row) throws Exception {
        row(name, "unordered", row);
    }

    /** Writes one of two variables of a kind. */
    interface Writer {
        void write(int variable, long value);
    }

    static void way(String name, Writer write, IntToLongFunction read) throws Exception {
        way(name, v -> write.write(0, v), () -> read.applyAsLong(0), v -> write.write(1, v),
            () -> read.applyAsLong(1));
    }

    /**
     * Runs a row that passes its value on, and one that fails to, as it reads the other variable. Leaves 0 in the first
     * one, for which no row waits.
     */
    static void way(String name, LongConsumer send, LongSupplier sent, LongConsumer answer, LongSupplier answered)
        throws Exception {
        ordered(name, new Way(send, sent, answer, answered)::pass);
        miss(name + "Missed", () -> send.accept(0), answered);
    }

    /** Runs a row that passes nothing on. */
    static void miss(String name, LongConsumer send, LongSupplier read) throws Exception {
        miss(name, () -> send.accept(1), read);
    }

    private static void miss(String name, Runnable send, LongSupplier read) throws Exception {
        unordered(name, value -> Turns.alternate(MISSES, () -> {
            value.write();
            send.run();
        }, () -> {
            read.getAsLong();
            value.read();
        }));
    }

    /**
     * Runs a row unless another one was asked for.
     *
     * @param truth the evidence that the report must have
     */
    static void row(String name, String truth, Row row) throws Exception {
        if (name.startsWith(ONLY)) {
            row.run(new Value(name));
            System.out.println(name + " " + truth);
        }
    }

    /** Eight bytes across a line. */
    static final class Value {
        private static final int LINE = 64;

        final long address;
        private final Accesses accesses;

        private Value(String row) throws ReflectiveOperationException, IOException {
            this(pages(1) + LINE - 4, accesses(row));
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

    /** Is copied for each row. Without a shift by zero, a method would be a wrapper and not the site. */
    public static final class Template implements Accesses {
        @Override
        public void write(long address, long value) {
            UNSAFE.putLong(address << 0, value);
        }

        @Override
        public long read(long address) {
            return UNSAFE.getLong(address << 0);
        }

        @Override
        public void add(long address) {
            UNSAFE.getAndAddLong(null, address << 0, 1);
        }
    }

    private static Accesses accesses(String row) throws ReflectiveOperationException, IOException {
        ClassWriter writer = new ClassWriter(0);
        Remapper names = new SimpleRemapper(ASM9, Type.getInternalName(Template.class),
            "org/tearline/agent/programs/" + row);
        new ClassReader(Template.class.getName()).accept(new ClassRemapper(writer, names), SKIP_DEBUG);
        return (Accesses) MethodHandles.lookup().defineClass(writer.toByteArray()).getConstructor().newInstance();
    }
}
