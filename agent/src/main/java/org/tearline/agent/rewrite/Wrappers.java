// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.rewrite;

import java.io.IOException;
import java.io.InputStream;
import java.lang.StackWalker.StackFrame;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiPredicate;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Tests whether a method only passes an address on to the wrapper that it calls. Reads the class file of the method
 * when the two first appear together on a stack, since most classes are loaded before the wrappers that they call.
 * Thread-safe.
 */
public final class Wrappers implements BiPredicate<StackFrame, StackFrame> {
    private final ClassValue<Map<String, Boolean>> known = new ClassValue<>() {
        @Override
        protected Map<String, Boolean> computeValue(Class<?> type) {
            return new ConcurrentHashMap<>();
        }
    };
    /**
     * Set while this thread reads a class file, to prevent recursion: the program's class loader may make watched
     * accesses.
     */
    private final ThreadLocal<Boolean> reading = new ThreadLocal<>();

    @Override
    public boolean test(StackFrame method, StackFrame callee) {
        Map<String, Boolean> pairs = known.get(method.getDeclaringClass());
        String pair = name(method) + ' ' + name(callee);
        Boolean passesOn = pairs.get(pair);
        if (passesOn != null || reading.get() != null) {
            return passesOn != null && passesOn;
        }
        reading.set(true);
        try {
            passesOn = read(method.getDeclaringClass(), name(method), name(callee));
        } finally {
            reading.remove();
        }
        pairs.put(pair, passesOn);
        return passesOn;
    }

    private static String name(StackFrame frame) {
        return frame.getMethodName() + frame.getDescriptor();
    }

    private static boolean read(Class<?> type, String method, String callee) {
        try (InputStream file = type.getResourceAsStream("/" + type.getName().replace('.', '/') + ".class")) {
            if (file == null) {
                return false;
            }
            Caller caller = new Caller(method, callee);
            new ClassReader(file).accept(caller, ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
            return caller.shape != null && caller.shape.isWrapper();
        } catch (IOException | RuntimeException | LinkageError e) {
            // If the class cannot be read, its method counts as the site and not as a wrapper.
            return false;
        }
    }

    private static final class Caller extends ClassVisitor {
        private final String method;
        private final String callee;
        private Shape shape;

        Caller(String method, String callee) {
            super(Opcodes.ASM9);
            this.method = method;
            this.callee = callee;
        }

        @Override
        public MethodVisitor visitMethod(int access, String name, String descriptor, String signature,
                                         String[] exceptions) {
            if (!method.equals(name + descriptor)) {
                return null;
            }
            shape = new Shape(access, descriptor);
            return new MethodVisitor(Opcodes.ASM9, shape) {
                @Override
                public void visitMethodInsn(int opcode, String owner, String called, String types,
                                            boolean isInterface) {
                    if (callee.equals(called + types)) {
                        shape.call(types);
                    }
                }
            };
        }
    }
}
