// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.rewrite;

import static org.objectweb.asm.ClassReader.SKIP_FRAMES;
import static org.objectweb.asm.Opcodes.ASM9;

import java.io.IOException;
import java.io.InputStream;
import java.lang.StackWalker.StackFrame;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.tearline.agent.order.Table;
import org.tearline.agent.site.Code;

/**
 * Finds out from class files which methods are wrappers, and in which lines calls are. Reads a class file when a method
 * first appears on the stack of a hit, since most classes are loaded before the wrappers that they call. Thread-safe.
 */
public final class ClassFiles implements Code {
    /** What was found in class files, by method, called method and bytecode index. */
    private final ClassValue<Table<String, Method>> known = new ClassValue<>() {
        @Override
        protected Table<String, Method> computeValue(Class<?> type) {
            return new Table<>();
        }
    };
    /**
     * Set while this thread reads a class file, to prevent recursion: the program's class loader may make watched
     * accesses.
     */
    private final ThreadLocal<Boolean> reading = new ThreadLocal<>();

    @Override
    public boolean passesOn(StackFrame method, StackFrame callee) {
        return find(method, name(callee), 0).isWrapper;
    }

    @Override
    public int line(StackFrame frame) {
        return find(frame, null, frame.getByteCodeIndex()).line;
    }

    private Method find(StackFrame frame, String callee, int index) {
        Table<String, Method> ofClass = known.get(frame.getDeclaringClass());
        String key = name(frame) + ' ' + callee + ' ' + index;
        Method remembered = ofClass.get(key);
        if (remembered != null) {
            return remembered;
        }
        Method found = new Method(name(frame), callee, index);
        if (reading.get() == null) {
            read(frame.getDeclaringClass(), found);
            ofClass.put(key, found);
        }
        return found;
    }

    private static String name(StackFrame frame) {
        return frame.getMethodName() + frame.getDescriptor();
    }

    /** Completes a method from its class file. If that cannot be read, the method counts as a site without a line. */
    private void read(Class<?> type, Method method) {
        reading.set(true);
        try (InputStream file = type.getResourceAsStream("/" + type.getName().replace('.', '/') + ".class")) {
            if (file != null) {
                new Indexed(file).accept(method, SKIP_FRAMES);
            }
        } catch (IOException | RuntimeException | LinkageError e) {
            method.isWrapper = false;
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

    /** Finds out whether a method is a wrapper of another one, and the line of one of its instructions. */
    private static final class Method extends ClassVisitor {
        private final String method;
        private final String callee;
        private final int index;
        private boolean isWrapper;
        private int line = -1;

        /**
         * @param callee name and descriptor of the called method; null if only the line is wanted
         * @param index  bytecode index of the instruction whose line is wanted
         */
        Method(String method, String callee, int index) {
            super(ASM9);
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
            return new Shape(access, name, descriptor) {
                @Override
                public void visitMethodInsn(int opcode, String owner, String called, String types,
                                            boolean isInterface) {
                    if ((called + types).equals(callee)) {
                        call(types);
                    }
                }

                @Override
                public void visitLineNumber(int number, Label start) {
                    if ((int) start.info <= index) {
                        line = number;
                    }
                }

                @Override
                public void visitEnd() {
                    Method.this.isWrapper = isWrapper();
                }
            };
        }
    }
}
