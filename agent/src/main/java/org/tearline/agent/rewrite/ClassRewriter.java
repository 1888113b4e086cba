// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.rewrite;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
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
 * Rewrites one class: before a watched call its arguments go to new local variables, the check is called, and they come
 * back. The call itself stays as it was, so that the JVM's own messages and stack traces name the program's class. Not
 * thread-safe.
 */
final class ClassRewriter {
    private static final int API = Opcodes.ASM9;

    private final ClassReader reader;
    private final Locations locations;
    private final boolean plain;
    private final String className;
    private int handles;
    private int instructions;
    private boolean full;

    ClassRewriter(byte[] bytes, Locations locations, boolean plain) {
        this.reader = new ClassReader(bytes);
        this.locations = locations;
        this.plain = plain;
        this.className = reader.getClassName().replace('/', '.');
    }

    /** Returns whether the constant pool names a class whose calls are watched: most classes are done with that. */
    boolean mayWatch() {
        char[] buffer = new char[reader.getMaxStringLength()];
        for (int i = 1; i < reader.getItemCount(); i++) {
            int at = reader.getItem(i);
            // Items are addressed behind their tag; 7 is the tag of a class.
            if (at > 0 && reader.readByte(at - 1) == 7) {
                String name = reader.readUTF8(at, buffer);
                if (Call.UNSAFE.contains(name) || plain && PlainCalls.OWNERS.contains(name)) {
                    return true;
                }
            }
        }
        return false;
    }

    /** As Java code writes it. */
    String className() {
        return className;
    }

    /** Method handles to watched methods, which stay unwatched. */
    int handles() {
        return handles;
    }

    /** Returns how many instructions got a check. */
    int instructions() {
        return instructions;
    }

    /** Returns whether an instruction was left alone because the table of locations is full. */
    boolean full() {
        return full;
    }

    /** Returns the rewritten class; null where it has no watched instruction. */
    byte[] rewrite() {
        Map<String, Integer> locals = new HashMap<>();
        reader.accept(new Survey(locals), ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
        if (locals.isEmpty()) {
            return null;
        }
        ClassWriter writer = new ClassWriter(reader, 0);
        reader.accept(new Rewriting(writer, locals), 0);
        return writer.toByteArray();
    }

    private Optional<Call> watched(int opcode, String owner, String name, String descriptor) {
        return opcode == Opcodes.INVOKESTATIC || opcode == Opcodes.INVOKESPECIAL ? Optional.empty()
            : Call.find(owner, name, descriptor, plain);
    }

    /** Finds the methods to rewrite, and the first local variable that is free in each: a method ends with it. */
    private final class Survey extends ClassVisitor {
        private final Map<String, Integer> locals;

        Survey(Map<String, Integer> locals) {
            super(API);
            this.locals = locals;
        }

        @Override
        public MethodVisitor visitMethod(int access, String name, String descriptor, String signature,
                                         String[] exceptions) {
            return new MethodVisitor(API) {
                private boolean found;

                @Override
                public void visitMethodInsn(int opcode, String owner, String called, String types,
                                            boolean isInterface) {
                    found |= watched(opcode, owner, called, types).isPresent();
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
                    if (found) {
                        locals.put(name + descriptor, maxLocals);
                    }
                }
            };
        }

        private void countHandle(Object constant) {
            if (constant instanceof Handle handle
                && watched(Opcodes.INVOKEVIRTUAL, handle.getOwner(), handle.getName(), handle.getDesc()).isPresent()) {
                handles++;
            } else if (constant instanceof ConstantDynamic dynamic) {
                for (int i = 0; i < dynamic.getBootstrapMethodArgumentCount(); i++) {
                    countHandle(dynamic.getBootstrapMethodArgument(i));
                }
            }
        }
    }

    private final class Rewriting extends ClassVisitor {
        private final Map<String, Integer> locals;

        Rewriting(ClassVisitor next, Map<String, Integer> locals) {
            super(API, next);
            this.locals = locals;
        }

        @Override
        public MethodVisitor visitMethod(int access, String name, String descriptor, String signature,
                                         String[] exceptions) {
            MethodVisitor next = super.visitMethod(access, name, descriptor, signature, exceptions);
            Integer free = locals.get(name + descriptor);
            return free == null ? next : new Checking(next, name, free);
        }
    }

    /** Inserts the checks of one method. */
    private final class Checking extends MethodVisitor {
        /** An object, another one, a long and an int: what the widest check takes beside what lies on the stack. */
        private static final int CHECK_OPERANDS = 5;

        private final String method;
        private final int free;
        private int line = -1;
        private int ordinal;
        private int mostLocals;

        Checking(MethodVisitor next, String method, int free) {
            super(API, next);
            this.method = method;
            this.free = free;
            this.mostLocals = free;
        }

        @Override
        public void visitLineNumber(int number, Label start) {
            line = number;
            super.visitLineNumber(number, start);
        }

        @Override
        public void visitMethodInsn(int opcode, String owner, String name, String descriptor, boolean isInterface) {
            watched(opcode, owner, name, descriptor).ifPresent(this::insert);
            super.visitMethodInsn(opcode, owner, name, descriptor, isInterface);
        }

        private void insert(Call call) {
            String place = className + "." + method + (line < 0 ? "" : ":" + line);
            int id = locations.register(call.access(), place, ordinal++);
            if (id < 0) {
                full = true;
                return;
            }
            instructions++;
            int kept = call.from() + 1;
            int[] local = new int[call.operands().size()];
            int next = free;
            for (int i = call.operands().size() - 1; i >= kept; i--) {
                local[i] = next;
                Type type = call.operands().get(i);
                super.visitVarInsn(type.getOpcode(Opcodes.ISTORE), next);
                next += type.getSize();
            }
            mostLocals = Math.max(mostLocals, next);
            super.visitInsn(call.operands().get(call.from()).getSize() == 2 ? Opcodes.DUP2 : Opcodes.DUP);
            // The check's own operands: those that it wants of the call's, then the number of the location.
            int wanted = Type.getArgumentTypes(call.checkTypes()).length - 1;
            for (int i = kept; i < call.from() + wanted; i++) {
                super.visitVarInsn(call.operands().get(i).getOpcode(Opcodes.ILOAD), local[i]);
            }
            push(id);
            super.visitMethodInsn(Opcodes.INVOKESTATIC, Hook.INTERNAL_NAME, call.check(), call.checkTypes(), false);
            for (int i = kept; i < call.operands().size(); i++) {
                super.visitVarInsn(call.operands().get(i).getOpcode(Opcodes.ILOAD), local[i]);
            }
        }

        private void push(int id) {
            if (id <= Byte.MAX_VALUE) {
                super.visitIntInsn(Opcodes.BIPUSH, id);
            } else if (id <= Short.MAX_VALUE) {
                super.visitIntInsn(Opcodes.SIPUSH, id);
            } else {
                super.visitLdcInsn(id);
            }
        }

        @Override
        public void visitMaxs(int maxStack, int maxLocals) {
            super.visitMaxs(maxStack + CHECK_OPERANDS, Math.max(maxLocals, mostLocals));
        }
    }
}
