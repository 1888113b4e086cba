// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.rewrite;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.ConstantDynamic;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.tearline.agent.access.Access;
import org.tearline.agent.access.Access.Operation;
import org.tearline.agent.record.Locations;

/**
 * Rewrites one class: copies the arguments that the check of a watched call takes to new local variables, unless it
 * takes the result, and calls the check after the call, so that an access that the JDK refuses is not checked. The
 * program's class still makes the watched call, so the JVM's messages and stack traces name that class. Not
 * thread-safe.
 */
final class ClassRewriter {
    private static final int API = Opcodes.ASM9;
    /** Tags of items in the constant pool. */
    private static final int CLASS = 7;
    private static final int TEXT = 1;
    /** Position of the version in a class file. */
    private static final int VERSION = 6;

    private final byte[] bytes;
    private final ClassReader reader;
    private final Locations locations;
    private final boolean plain;
    private final String className;
    private final Set<Integer> instructions = new HashSet<>();
    private final Map<String, Found> methods = new HashMap<>();
    /** Classes that declare the volatile fields that this class accesses, see {@link VolatileFields#accessed}. */
    private final Map<String, String> volatiles;
    /** The atomic class that this class extends; null if none. */
    private final String atomic;
    /** Whether to insert what shows the order of accesses. */
    private boolean ordered;
    private boolean watches;
    /** Whether a watched instruction got no number, since there are too many. */
    private boolean full;

    /** @param volatiles finds volatile fields; null to watch neither these nor plain accesses */
    ClassRewriter(byte[] bytes, ClassLoader loader, Locations locations, VolatileFields volatiles) {
        this.bytes = bytes;
        this.reader = new ClassReader(bytes);
        this.locations = locations;
        this.plain = volatiles != null;
        // To verify an older class, the JVM would load the classes of all objects that are copied to new variables.
        boolean hasStackMaps = version(reader) >= Opcodes.V1_6;
        this.volatiles = plain && hasStackMaps ? volatiles.accessed(reader, loader) : Map.of();
        this.atomic = plain ? volatiles.atomic(reader, loader) : null;
        this.className = reader.getClassName().replace('/', '.');
    }

    static int version(ClassReader reader) {
        return reader.readUnsignedShort(VERSION);
    }

    /** Whether the class file contains what may be an instruction to watch. This quick test excludes most classes. */
    boolean mayWatch() {
        if (!volatiles.isEmpty() || atomic != null || plain && MonitorMethod.mayOccur(reader, bytes)) {
            return true;
        }
        char[] buffer = new char[reader.getMaxStringLength()];
        for (int i = 1; i < reader.getItemCount(); i++) {
            int at = reader.getItem(i);
            // getItem() returns the position after an item's tag; 0 for the number after a long or double.
            int tag = at == 0 ? 0 : reader.readByte(at - 1);
            if (tag == CLASS && isWatched(reader.readUTF8(at, buffer)) || plain && tag == TEXT && isCopy(at)) {
                return true;
            }
        }
        return false;
    }

    private boolean isWatched(String type) {
        return Call.UNSAFE.contains(type) || plain && (type.equals(Order.HANDLE) || type.startsWith(Order.ATOMIC));
    }

    private boolean isCopy(int at) {
        for (String name : ByteArrays.NAMES) {
            if (reader.readUnsignedShort(at) == name.length() && startsWith(at, name)) {
                return true;
            }
        }
        return startsWith(at, ByteArrays.DESCRIPTOR);
    }

    /** Compares in place, since making a String of each text would slow down the loading of classes. */
    private boolean startsWith(int at, String text) {
        boolean same = reader.readUnsignedShort(at) >= text.length();
        for (int i = 0; same && i < text.length(); i++) {
            same = reader.readByte(at + 2 + i) == text.charAt(i);
        }
        return same;
    }

    boolean full() {
        return full;
    }

    /** Whether the class makes watched accesses, and not only others that put these in order. */
    boolean watches() {
        return watches;
    }

    /**
     * Returns null if the class has no watched instructions.
     *
     * @param withOrder whether to insert what shows the order of accesses, if plain accesses are watched
     */
    byte[] rewrite(boolean withOrder) {
        ordered = plain && withOrder;
        methods.clear();
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

    /** Returns null if an access to a field is not ordered. An object in its constructor may not be passed yet. */
    private Order orderOfField(String method, int opcode, String owner, String name, String descriptor) {
        String declaring = ordered ? volatiles.get(VolatileFields.key(owner, name)) : null;
        if (declaring == null || opcode == Opcodes.PUTFIELD && method.equals("<init>")) {
            return null;
        }
        boolean isStatic = opcode == Opcodes.GETSTATIC || opcode == Opcodes.PUTSTATIC;
        int number = locations.fields().register(declaring.replace('/', '.'), name, isStatic);
        return number < 0 ? null : Order.ofField(opcode, owner, descriptor, number);
    }

    /** Returns null if a call passes nothing on. */
    private Order orderOfCall(int opcode, String owner, String name, String descriptor) {
        if (!ordered) {
            return null;
        }
        boolean inherited = atomic != null && owner.equals(reader.getClassName())
            && Order.isAtomic(atomic, name, descriptor);
        return Order.ofCall(opcode, inherited ? atomic : owner, name, descriptor);
    }

    /** A method with watched instructions. {@code free} is the index of its first free local variable. */
    private record Found(int free, boolean wrapper) {
    }

    /** Finds the methods with watched calls, and the method handles to Unsafe. */
    private final class Survey extends ClassVisitor {
        Survey() {
            super(API);
        }

        @Override
        public MethodVisitor visitMethod(int access, String name, String descriptor, String signature,
                                         String[] exceptions) {
            Shape shape = new Shape(access, name, descriptor);
            return new MethodVisitor(API, shape) {
                private boolean orders = ordered && MonitorMethod.isSynchronized(access);

                @Override
                public void visitInsn(int opcode) {
                    super.visitInsn(opcode);
                    orders |= ordered && opcode == Opcodes.MONITORENTER;
                }

                @Override
                public void visitMethodInsn(int opcode, String owner, String called, String types,
                                            boolean isInterface) {
                    orders |= orderOfCall(opcode, owner, called, types) != null;
                    if (!Call.find(opcode, owner, called, types, plain).isEmpty()) {
                        shape.call(Call.UNSAFE.contains(owner) ? types : null);
                        watches = true;
                    }
                }

                @Override
                public void visitFieldInsn(int opcode, String owner, String field, String type) {
                    orders |= orderOfField(name, opcode, owner, field, type) != null;
                }

                @Override
                public void visitInvokeDynamicInsn(String called, String types, Handle bootstrap, Object... arguments) {
                    for (Object argument : arguments) {
                        findHandle(argument);
                    }
                }

                @Override
                public void visitLdcInsn(Object constant) {
                    findHandle(constant);
                }

                @Override
                public void visitMaxs(int maxStack, int maxLocals) {
                    if (orders || shape.makesCalls()) {
                        methods.put(name + descriptor, new Found(maxLocals, shape.isWrapper()));
                    }
                }
            };
        }

        /** Reports a handle to Unsafe, since {@link Check#handle} misses those made before the agent was attached. */
        private void findHandle(Object constant) {
            if (constant instanceof Handle handle && Call.UNSAFE.contains(handle.getOwner())) {
                locations.linked(handle.getName());
            } else if (constant instanceof ConstantDynamic dynamic) {
                for (int i = 0; i < dynamic.getBootstrapMethodArgumentCount(); i++) {
                    findHandle(dynamic.getBootstrapMethodArgument(i));
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
            if (found == null) {
                return next;
            }
            return new Checking(ordered ? new MonitorMethod(next, reader, access, descriptor) : next, name, found);
        }
    }

    private final class Checking extends MethodVisitor {
        /** Stack words for the arguments of the longest check: an object, two longs and two ints. */
        private static final int CHECK_OPERANDS = 7;

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
            List<Call> calls = Call.find(opcode, owner, name, descriptor, plain);
            int[] ids = register(calls);
            Order order = orderOfCall(opcode, owner, name, descriptor);
            int[] locals = {};
            if (order != null) {
                locals = release(order);
            } else if (ids.length > 0) {
                locals = copyOperands(calls.get(0).operands(), calls.get(0).arguments().get(0));
            }
            super.visitMethodInsn(opcode, owner, name, descriptor, isInterface);
            acquire(order, locals);
            for (int i = 0; i < ids.length; i++) {
                callCheck(calls.get(i), descriptor, locals, ids[i]);
            }
        }

        @Override
        public void visitFieldInsn(int opcode, String owner, String name, String descriptor) {
            Order order = orderOfField(method, opcode, owner, name, descriptor);
            int[] locals = order == null ? new int[0] : release(order);
            super.visitFieldInsn(opcode, owner, name, descriptor);
            acquire(order, locals);
        }

        /** Returns the variables of the operands. */
        private int[] release(Order order) {
            int[] locals = copyOperands(order.operands(), order.first());
            if (order.releases()) {
                callOrdering("releasing", order, locals);
            }
            return locals;
        }

        private void acquire(Order order, int[] locals) {
            if (order != null && order.acquires()) {
                callOrdering("acquiring", order, locals);
            }
        }

        private void callOrdering(String check, Order order, int[] locals) {
            for (Object argument : order.arguments()) {
                if (argument == null) {
                    super.visitInsn(Opcodes.ACONST_NULL);
                } else if (argument instanceof Order.Operand operand) {
                    load(order.operands(), operand.index(), locals);
                } else {
                    super.visitLdcInsn(argument);
                }
            }
            super.visitMethodInsn(Opcodes.INVOKESTATIC, Hook.INTERNAL_NAME, check, order.types(), false);
        }

        private void load(List<Type> operands, int index, int[] locals) {
            super.visitVarInsn(operands.get(index).getOpcode(Opcodes.ILOAD), locals[index]);
        }

        /** Returns the numbers of the accesses of an instruction; empty if there are too many. */
        private int[] register(List<Call> calls) {
            String place = className + "." + method + (line < 0 ? "" : ":" + line);
            int[] ids = calls.stream()
                .mapToInt(call -> locations.register(call.access(), place, ordinal++, found.wrapper)).toArray();
            if (IntStream.of(ids).anyMatch(id -> id < 0)) {
                full = true;
                return new int[0];
            }
            if (ids.length > 0 && calls.get(0).access().api().equals(Access.UNSAFE)) {
                instructions.add(ids[0]);
            }
            return ids;
        }

        /**
         * Copies the operands from the first one that a check takes on to new local variables. Returns the index of
         * each operand's variable; 0 for the operands before.
         */
        private int[] copyOperands(List<Type> operands, int first) {
            int[] locals = new int[operands.size()];
            int next = found.free;
            for (int i = locals.length - 1; i >= first; i--) {
                Type type = operands.get(i);
                locals[i] = next;
                super.visitVarInsn(type.getOpcode(Opcodes.ISTORE), next);
                next += type.getSize();
            }
            mostLocals = Math.max(mostLocals, next);
            for (int i = first; i < locals.length; i++) {
                load(operands, i, locals);
            }
            return locals;
        }

        private void callCheck(Call call, String descriptor, int[] locals, int id) {
            String types = call.checkTypes();
            if (call.checksResult()) {
                super.visitInsn(Opcodes.DUP);
            }
            if (!call.access().bulk()) {
                boolean read = call.access().operation() == Operation.READ;
                Bits.push(mv, read ? Type.getReturnType(descriptor) : Type.VOID_TYPE);
                types = "(J" + types.substring(1);
            }
            for (int i : call.arguments()) {
                load(call.operands(), i, locals);
            }
            if (!call.access().bulk()) {
                super.visitLdcInsn(call.access().bytes());
                types += "I";
            }
            super.visitLdcInsn(id);
            super.visitMethodInsn(Opcodes.INVOKESTATIC, Hook.INTERNAL_NAME, call.check(), types + "I)V", false);
        }

        @Override
        public void visitMaxs(int maxStack, int maxLocals) {
            super.visitMaxs(maxStack + CHECK_OPERANDS, Math.max(maxLocals, mostLocals));
        }
    }
}
