// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.rewrite;

import java.io.IOException;
import java.io.InputStream;
import java.lang.StackWalker.StackFrame;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.tearline.agent.order.Table;
import org.tearline.agent.site.Code;

/**
 * Finds out from class files which methods are wrappers. Reads a class file when a method first appears on the stack of
 * a hit, since most classes are loaded before the wrappers that they call. Thread-safe.
 */
public final class ClassFiles implements Code {
    private final PerClass<Boolean> known = new PerClass<>();
    /** Lines by method and bytecode index, for methods whose frames have none. */
    private final PerClass<Integer> lines = new PerClass<>();
    /**
     * Set while this thread reads a class file, to prevent recursion: the program's class loader may make watched
     * accesses.
     */
    private final ThreadLocal<Boolean> reading = new ThreadLocal<>();

    private static final class PerClass<V> extends ClassValue<Table<String, V>> {
        @Override
        protected Table<String, V> computeValue(Class<?> type) {
            return new Table<>();
        }
    }

    @Override
    public boolean passesOn(StackFrame method, StackFrame callee) {
        Table<String, Boolean> pairs = known.get(method.getDeclaringClass());
        String pair = name(method) + ' ' + name(callee);
        Boolean remembered = pairs.get(pair);
        if (remembered != null) {
            return remembered;
        }
        if (reading.get() != null) {
            // Not remembered, because the class file has not been read.
            return false;
        }
        Method caller = new Method(name(method), name(callee), 0);
        read(method.getDeclaringClass(), caller);
        boolean passesOn = caller.shape != null && caller.shape.isWrapper();
        pairs.put(pair, passesOn);
        return passesOn;
    }

    @Override
    public int line(StackFrame frame) {
        Table<String, Integer> ofClass = lines.get(frame.getDeclaringClass());
        String instruction = name(frame) + frame.getByteCodeIndex();
        Integer remembered = ofClass.get(instruction);
        if (remembered != null) {
            return remembered;
        }
        Method found = new Method(name(frame), null, frame.getByteCodeIndex());
        if (reading.get() == null) {
            read(frame.getDeclaringClass(), found);
            ofClass.put(instruction, found.line);
        }
        return found.line;
    }

    private static String name(StackFrame frame) {
        return frame.getMethodName() + frame.getDescriptor();
    }

    /** Completes a method from its class file. If that cannot be read, the method counts as a site without a line. */
    private void read(Class<?> type, Method method) {
        reading.set(true);
        try (InputStream file = type.getResourceAsStream("/" + type.getName().replace('.', '/') + ".class")) {
            if (file != null) {
                new Indexed(file).accept(method, ClassReader.SKIP_FRAMES);
            }
        } catch (IOException | RuntimeException | LinkageError e) {
            method.shape = null;
        } finally {
            reading.remove();
        }
    }

    /** Stores in each label its bytecode index. */
    private static final class Indexed extends ClassReader {
        Indexed(InputStream file) throws IOException {
            super(file);
        }

        @Override
        protected Label readLabel(int index, Label[] labels) {
            Label label = super.readLabel(index, labels);
            label.info = index;
            return label;
        }
    }

    /** Finds the {@link Shape} of a method as a caller of another one, and the line of one of its instructions. */
    private static final class Method extends ClassVisitor {
        private final String method;
        private final String callee;
        private final int index;
        private Shape shape;
        private int line = -1;

        /**
         * @param callee name and descriptor of the called method; null if only the line is wanted
         * @param index  bytecode index of the instruction whose line is wanted
         */
        Method(String method, String callee, int index) {
            super(Opcodes.ASM9);
            this.method = method;
            this.callee = callee;
            this.index = index;
        }

        @Override
        public MethodVisitor visitMethod(int access, String name, String descriptor, String signature,
                                         String[] exceptions) {
            if (!method.equals(name + descriptor)) {
                return null;
            }
            shape = new Shape(access, name, descriptor);
            return new MethodVisitor(Opcodes.ASM9, shape) {
                @Override
                public void visitMethodInsn(int opcode, String owner, String called, String types,
                                            boolean isInterface) {
                    if ((called + types).equals(callee)) {
                        shape.call(types);
                    }
                }

                @Override
                public void visitLineNumber(int number, Label start) {
                    if ((int) start.info <= index) {
                        line = number;
                    }
                }
            };
        }
    }
}
