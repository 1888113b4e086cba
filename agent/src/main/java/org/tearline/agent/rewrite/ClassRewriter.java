// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.rewrite;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.ConstantDynamic;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.tearline.agent.record.Locations;

/**
 * Rewrites one class: before a watched call, moves its arguments to new local variables, calls the check, and moves
 * them back. The call itself stays, so the JVM's messages and stack traces name the program's class. Not thread-safe.
 */
final class ClassRewriter {
    private static final int API = Opcodes.ASM9;

    private final ClassReader reader;
    private final Locations locations;
    private final boolean plain;
    private final String className;
    private final Set<Integer> instructions = new HashSet<>();
    private final Map<String, Found> methods = new HashMap<>();
    private int handles;
    private boolean full;

    ClassRewriter(byte[] bytes, Locations locations, boolean plain) {
        this.reader = new ClassReader(bytes);
        this.locations = locations;
        this.plain = plain;
        this.className = reader.getClassName().replace('/', '.');
    }

    /** Whether the constant pool names a class with watched methods. This quick test excludes most classes. */
    boolean mayWatch() {
        char[] buffer = new char[reader.getMaxStringLength()];
        for (int i = 1; i < reader.getItemCount(); i++) {
            int at = reader.getItem(i);
            // getItem() returns the position after the tag of an item; 7 is the tag of a class.
            if (at > 0 && reader.readByte(at - 1) == 7) {
                String name = reader.readUTF8(at, buffer);
                if (Call.UNSAFE.contains(name) || plain && PlainCalls.OWNERS.contains(name)) {
                    return true;
                }
            }
        }
        return false;
    }

    int handles() {
        return handles;
    }

    boolean full() {
        return full;
    }

    byte[] rewrite() {
        reader.accept(new Survey(), ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
        if (methods.isEmpty()) {
            return null;
        }
        ClassWriter writer = new ClassWriter(reader, 0);
        reader.accept(new Rewriting(writer), 0);
        byte[] result = writer.toByteArray();
        locations.watched(instructions);
        return result;
    }

    /** A method with watched instructions. {@code free} is the index of its first free local variable. */
    private record Found(int free, boolean wrapper) {
    }

    private final class Survey extends ClassVisitor {
        Survey() {
            super(API);
        }

        @Override
        public MethodVisitor visitMethod(int access, String name, String descriptor, String signature,
                                         String[] exceptions) {
            Shape shape = new Shape(access, descriptor);
            return new MethodVisitor(API, shape) {
                @Override
                public void visitMethodInsn(int opcode, String owner, String called, String types,
                                            boolean isInterface) {
                    if (Call.find(opcode, owner, called, types, plain).isPresent()) {
                        shape.call(Call.UNSAFE.contains(owner) ? types : null);
                    }
                }

                @Override
                public void visitInvokeDynamicInsn(String called, String types, Handle bootstrap, Object... arguments) {
                    for (Object argument : arguments) {
                        countHandle(argument);
                    }
                }

                @Override
                public void visitLdcInsn(Object constant) {
                    countHandle(constant);
                }

                @Override
                public void visitMaxs(int maxStack, int maxLocals) {
                    if (shape.makesCalls()) {
                        methods.put(name + descriptor, new Found(maxLocals, shape.isWrapper()));
                    }
                }
            };
        }

        private void countHandle(Object constant) {
            if (constant instanceof Handle handle
                && Call.find(Opcodes.INVOKEVIRTUAL, handle.getOwner(), handle.getName(), handle.getDesc(), plain)
                    .isPresent()) {
                handles++;
            } else if (constant instanceof ConstantDynamic dynamic) {
                for (int i = 0; i < dynamic.getBootstrapMethodArgumentCount(); i++) {
                    countHandle(dynamic.getBootstrapMethodArgument(i));
                }
            }
        }
    }

    private final class Rewriting extends ClassVisitor {
        Rewriting(ClassVisitor next) {
            super(API, next);
        }

        @Override
        public MethodVisitor visitMethod(int access, String name, String descriptor, String signature,
                                         String[] exceptions) {
            MethodVisitor next = super.visitMethod(access, name, descriptor, signature, exceptions);
            Found found = methods.get(name + descriptor);
            return found == null ? next : new Checking(next, name, found);
        }
    }

    private final class Checking extends MethodVisitor {
        /** Stack words for the arguments of the longest check: two objects, two longs and two ints. */
        private static final int CHECK_OPERANDS = 8;

        private final String method;
        private final Found found;
        private int line = -1;
        private int ordinal;
        private int mostLocals;

        Checking(MethodVisitor next, String method, Found found) {
            super(API, next);
            this.method = method;
            this.found = found;
            this.mostLocals = found.free;
        }

        @Override
        public void visitLineNumber(int number, Label start) {
            line = number;
            super.visitLineNumber(number, start);
        }

        @Override
        public void visitMethodInsn(int opcode, String owner, String name, String descriptor, boolean isInterface) {
            Call.find(opcode, owner, name, descriptor, plain).ifPresent(this::insert);
            super.visitMethodInsn(opcode, owner, name, descriptor, isInterface);
        }

        private void insert(Call call) {
            String place = className + "." + method + (line < 0 ? "" : ":" + line);
            int id = locations.register(call.access(), place, ordinal++, found.wrapper);
            if (id < 0) {
                full = true;
                return;
            }
            instructions.add(id);
            int kept = call.from() + 1;
            int[] local = new int[call.operands().size()];
            int next = found.free;
            for (int i = call.operands().size() - 1; i >= kept; i--) {
                local[i] = next;
                Type type = call.operands().get(i);
                super.visitVarInsn(type.getOpcode(Opcodes.ISTORE), next);
                next += type.getSize();
            }
            mostLocals = Math.max(mostLocals, next);
            super.visitInsn(call.operands().get(call.from()).getSize() == 2 ? Opcodes.DUP2 : Opcodes.DUP);
            // All parameters of the check except the last two, the width and the number, are operands of the call.
            int shared = Type.getArgumentTypes(call.checkTypes()).length - 2;
            for (int i = kept; i < call.from() + shared; i++) {
                super.visitVarInsn(call.operands().get(i).getOpcode(Opcodes.ILOAD), local[i]);
            }
            super.visitLdcInsn(call.access().bytes());
            super.visitLdcInsn(id);
            super.visitMethodInsn(Opcodes.INVOKESTATIC, Hook.INTERNAL_NAME, call.check(), call.checkTypes(), false);
            for (int i = kept; i < call.operands().size(); i++) {
                super.visitVarInsn(call.operands().get(i).getOpcode(Opcodes.ILOAD), local[i]);
            }
        }

        @Override
        public void visitMaxs(int maxStack, int maxLocals) {
            super.visitMaxs(maxStack + CHECK_OPERANDS, Math.max(maxLocals, mostLocals));
        }
    }
}
