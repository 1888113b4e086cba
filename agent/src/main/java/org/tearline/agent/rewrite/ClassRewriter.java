// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.rewrite;

import static org.objectweb.asm.ClassReader.EXPAND_FRAMES;
import static org.objectweb.asm.ClassReader.SKIP_DEBUG;
import static org.objectweb.asm.ClassReader.SKIP_FRAMES;
import static org.objectweb.asm.ClassWriter.COMPUTE_MAXS;
import static org.objectweb.asm.Opcodes.ACC_INTERFACE;
import static org.objectweb.asm.Opcodes.ACC_PRIVATE;
import static org.objectweb.asm.Opcodes.ACC_STATIC;
import static org.objectweb.asm.Opcodes.ACC_SYNTHETIC;
import static org.objectweb.asm.Opcodes.ASM9;
import static org.objectweb.asm.Opcodes.H_INVOKESTATIC;
import static org.objectweb.asm.Opcodes.H_INVOKEVIRTUAL;
import static org.objectweb.asm.Opcodes.INVOKEVIRTUAL;
import static org.objectweb.asm.Opcodes.MONITORENTER;
import static org.tearline.agent.access.Access.UNSAFE;
import static org.tearline.agent.order.Ordering.ACQUIRE;
import static org.tearline.agent.rewrite.Order.ATOMIC;

import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.ConstantDynamic;
import org.objectweb.asm.Handle;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Type;
import org.objectweb.asm.commons.GeneratorAdapter;
import org.tearline.agent.site.Locations;

/**
 * Rewrites one class: copies the arguments that the check of a watched call takes to new local variables, unless it
 * takes the result, and calls the check after the call, so that an access that the JDK refuses is not checked. The
 * program's class still makes the watched call, so the JVM's messages and stack traces name that class. Not
 * thread-safe.
 */
final class ClassRewriter {
    private static final String OBJECT = "java/lang/Object";
    /** Start of the names of added methods. */
    private static final String ADDED = "tearline$";

    private final ScannedClass file;
    private final Locations locations;
    private final boolean plain;
    final ClassOrder order;
    private final Set<Integer> instructions = new HashSet<>();
    /** The methods with watched instructions. */
    private final Map<String, Shape> methods = new HashMap<>();
    private final Class<?> redefined;
    /** The added methods, by the methods of atomic classes that they call. */
    private final Map<Handle, Handle> bridges = new LinkedHashMap<>();
    /**
     * Whether the objects are to hold what their fields pass on, see {@link Check#held}: nodes, since programs make
     * many of them. They are the JDK's own, and only its code sees that they extend another class.
     */
    private final boolean holds;
    /** Whether the class makes watched accesses, and not only others that put these in order. */
    boolean watches;
    /** Whether the class has fences after which it may throw away what it has read. */
    boolean mayThrowReadsAway;
    /** Whether a watched instruction got no number, since there are too many. */
    boolean full;

    /**
     * @param redefined the class if it is loaded, else null
     * @param watching  whether to watch accesses, and not only what puts those of others in order
     */
    ClassRewriter(byte[] bytes, ClassLoader loader, Class<?> redefined, Locations locations, VolatileFields volatiles,
                  boolean plain, boolean watching) {
        this.file = new ScannedClass(bytes);
        this.locations = locations;
        this.plain = plain;
        this.order = new ClassOrder(file, loader, locations.fields(), volatiles, watching);
        this.redefined = redefined;
        boolean isNode = !watching && file.name.endsWith("Node") && file.getSuperName().equals(OBJECT);
        this.holds = isNode && (redefined == null || redefined.getSuperclass().getName().equals(Hook.NAME));
    }

    /** Whether a class of the program contains what may be an instruction to watch. Quickly excludes most classes. */
    boolean mayWatch() {
        return order.inFields() || file.mayWatch(plain);
    }

    /** Returns the watched accesses of a call. */
    List<Call> calls(int opcode, String owner, String name, String descriptor) {
        return order.ofProgram ? Call.find(opcode, owner, name, descriptor, plain) : List.of();
    }

    /** Whether methods may be added: the class is not loaded, or has those that the agent has added before. */
    private boolean mayAdd() {
        try {
            return redefined == null
                || Stream.of(redefined.getDeclaredMethods()).anyMatch(method -> method.getName().startsWith(ADDED));
        } catch (LinkageError e) {
            return false;
        }
    }

    /** Returns what the class is to extend instead of a parent. */
    String parent(String before) {
        return holds && before.equals(OBJECT) ? Hook.INTERNAL_NAME : before;
    }

    /**
     * Returns null if the class has no watched instructions.
     *
     * @param withOrder whether to insert what shows the order of accesses, if plain accesses are watched
     */
    byte[] rewrite(boolean withOrder) {
        order.isFollowed = withOrder;
        methods.clear();
        bridges.clear();
        file.accept(new Survey(), SKIP_DEBUG | SKIP_FRAMES);
        if (methods.isEmpty()) {
            return null;
        }
        ClassWriter writer = new ClassWriter(file, COMPUTE_MAXS);
        file.accept(new Rewriting(writer), EXPAND_FRAMES);
        byte[] result = writer.toByteArray();
        locations.watched(instructions);
        return result;
    }

    /** Returns the numbers of the accesses of an instruction; empty if there are too many. */
    int[] register(List<Call> calls, String method, int line, int ordinal, boolean wrapper) {
        String place = file.name.replace('/', '.') + "." + method + (line < 0 ? "" : ":" + line);
        int[] ids = IntStream.range(0, calls.size())
            .map(i -> locations.register(calls.get(i).access(), place, ordinal + i, wrapper))
            .toArray();
        if (IntStream.of(ids).anyMatch(id -> id < 0)) {
            full = true;
            return new int[0];
        }
        if (ids.length > 0 && calls.get(0).access().api().equals(UNSAFE)) {
            instructions.add(ids[0]);
        }
        return ids;
    }

    /** Finds the methods with watched calls, and the method handles to Unsafe. */
    private final class Survey extends ClassVisitor {
        Survey() {
            super(ASM9);
        }

        @Override
        public MethodVisitor visitMethod(int access, String name, String descriptor, String signature,
                                         String[] exceptions) {
            return new Shape(access, name, descriptor) {
                private boolean orders = order.isFollowed && MonitorMethod.isSynchronized(access)
                    || holds && name.equals("<init>");

                @Override
                public void visitInsn(int opcode) {
                    super.visitInsn(opcode);
                    orders |= order.isFollowed && opcode == MONITORENTER;
                    note(order.ofInstruction(name, opcode));
                }

                @Override
                public void visitMethodInsn(int opcode, String owner, String called, String types,
                                            boolean isInterface) {
                    int fence = order.fence(owner, called);
                    orders |= fence != 0 || ReadLocks.updates(file.name, called);
                    note(order.ofCall(opcode, owner, called, types));
                    boolean validates = (fence & ACQUIRE) != 0 && order.mayValidate();
                    mayThrowReadsAway |= validates;
                    isFar = validates || isFar && !owner.equals(file.name);
                    if (!calls(opcode, owner, called, types).isEmpty()) {
                        call(Call.UNSAFE.contains(owner) ? types : null);
                        watches = true;
                    }
                }

                @Override
                public void visitFieldInsn(int opcode, String owner, String field, String type) {
                    note(order.ofField(name, opcode, owner, field, type));
                }

                /** Notes an instruction. One that reads a number may compare versions, as may methods of the class. */
                private void note(Order made) {
                    orders |= made != null;
                    isFar &= made == null || !order.mayBeVersion(made.read());
                }

                @Override
                public void visitInvokeDynamicInsn(String called, String types, Handle bootstrap, Object... arguments) {
                    for (Object argument : arguments) {
                        findHandle(argument);
                        orders |= isAtomic(argument);
                    }
                }

                @Override
                public void visitLdcInsn(Object constant) {
                    findHandle(constant);
                }

                @Override
                public void visitMaxs(int maxStack, int maxLocals) {
                    if (orders || calls > 0) {
                        free = maxLocals;
                        methods.put(name + descriptor, this);
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

    /** Whether this is a method reference to an atomic class. */
    private boolean isAtomic(Object constant) {
        return order.isFollowed && constant instanceof Handle handle && handle.getTag() == H_INVOKEVIRTUAL
            && handle.getOwner().startsWith(ATOMIC);
    }

    private final class Rewriting extends ClassVisitor {
        Rewriting(ClassVisitor next) {
            super(ASM9, next);
        }

        @Override
        public void visit(int version, int access, String name, String signature, String parent, String[] interfaces) {
            super.visit(version, access, name, signature, ClassRewriter.this.parent(parent), interfaces);
        }

        /** Adds the methods to which method references are redirected, so that they call the agent. */
        @Override
        public void visitEnd() {
            bridges.forEach((to, from) -> {
                String name = from.getName();
                String types = from.getDesc();
                int access = ACC_PRIVATE | ACC_STATIC | ACC_SYNTHETIC;
                MethodVisitor added = super.visitMethod(access, name, types, null, null);
                Shape shape = new Shape(access, name, types);
                shape.free = Type.getArgumentsAndReturnSizes(types) >> 2;
                GeneratorAdapter bridge = new GeneratorAdapter(
                    new CheckedMethod(added, ClassRewriter.this, name, shape), access, name, types);
                bridge.visitCode();
                bridge.loadArgs();
                bridge.visitMethodInsn(INVOKEVIRTUAL, to.getOwner(), to.getName(), to.getDesc(), false);
                bridge.returnValue();
                bridge.endMethod();
            });
            super.visitEnd();
        }

        @Override
        public MethodVisitor visitMethod(int access, String name, String descriptor, String signature,
                                         String[] exceptions) {
            MethodVisitor next = super.visitMethod(access, name, descriptor, signature, exceptions);
            Shape shape = methods.get(name + descriptor);
            if (shape == null) {
                return next;
            }
            MethodVisitor ordering = order.isFollowed
                ? new MonitorMethod(next, file, access, shape.keepsThis) : next;
            MethodVisitor checked = new CheckedMethod(ordering, ClassRewriter.this, name, shape);
            return ReadLocks.rewrite(checked, file.name, name);
        }
    }

    /** Redirects method references to atomic classes to added methods. */
    Object[] redirected(Object... arguments) {
        return Stream.of(arguments)
            .map(argument -> order.ofProgram && isAtomic(argument) && mayAdd() ? bridge((Handle) argument) : argument)
            .toArray();
    }

    private Handle bridge(Handle to) {
        String types = "(L" + to.getOwner() + ";" + to.getDesc().substring(1);
        boolean isInterface = (file.getAccess() & ACC_INTERFACE) != 0;
        return bridges.computeIfAbsent(to, key ->
            new Handle(H_INVOKESTATIC, file.name, ADDED + bridges.size(), types, isInterface));
    }
}
