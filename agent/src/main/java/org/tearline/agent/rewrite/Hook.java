// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.rewrite;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.instrument.Instrumentation;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.nio.Buffer;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.FieldVisitor;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Defines {@link Check} in java.nio. Every class loader delegates that package to the boot loader and every module
 * reads java.base, so the class is visible both to named modules and to loaders that hide their parents' classes. A jar
 * on the boot class path would work as well, but would make the JVM print a warning to the program's output.
 *
 * <p>A check that finds nothing only tests a few bits of the address and, for a plain access to the heap, whether the
 * object is watched; one of what orders accesses asks the agent whether this adds anything. Everything else is out of
 * line and is called through a method handle to the agent. HotSpot honors
 * ForceInline and DontInline in classes of the boot loader; without them, checks would use up the compiler's inlining
 * budget for the method. -XX:+PrintInlining reports "force inline by annotation" for the check and "don't inline by
 * annotation" for the call to the agent, on JDK 17.0.15 and 25.0.3. Thread-safe.
 */
public final class Hook {
    public static final String NAME = "java.nio.$TearlineAgent";

    static final String INTERNAL_NAME = NAME.replace('.', '/');

    private static final String TEMPLATE = Type.getInternalName(Check.class);
    private static final String FORCE_INLINE = "Ljdk/internal/vm/annotation/ForceInline;";
    private static final String DONT_INLINE = "Ljdk/internal/vm/annotation/DontInline;";
    /** The JIT treats such a field as a constant, so a call through its method handle is a direct call of the agent. */
    private static final String STABLE = "Ljdk/internal/vm/annotation/Stable;";
    private static final String PLACE = "Ljava/lang/Object;ILjava/lang/Object;JI)";
    private static final String VOID = "V";
    private static final String BOOLEAN = "Z";
    /** Methods of the recorder, with their types. Each is called by the template's native method of the same name. */
    private static final Map<String, String> RECORDING = Map.of("misaligned", "(Ljava/lang/Object;JIIJ)V",
        "view", "(Ljava/lang/invoke/VarHandle;Ljava/lang/Object;JIIJ)V", "covered", "(Ljava/lang/Object;JJII)V",
        "linked", "(Ljava/lang/Object;)V", "allocated", "(JJ)V", "unmapped", "(JJ)V");
    /** The same for the object that knows the order of accesses. */
    private static final Map<String, String> ORDERING = Map.of("released", "(" + PLACE + VOID, "acquired",
        "(" + PLACE + VOID, "read", "(J" + PLACE + VOID, "wasReleased", "(" + PLACE + BOOLEAN, "wasAcquired",
        "(" + PLACE + BOOLEAN, "fenced", "(I)V", "ignored", "(Z)V");

    /** What rewritten code calls where it orders accesses. */
    private static final Set<String> ORDERS = Set.of("releasing", "acquiring", "reading");
    /** Makes these only count their calls, as lost: the least that any agent would cost. For scripts/bench-agent. */
    private static final boolean ONLY_COUNTING = Boolean.getBoolean("tearline.onlyCounting");

    /** The same for the object that rewrites classes. */
    private static final Map<String, String> REWRITING = Map.of("defined", "(Ljava/lang/Object;Ljava/lang/Object;)V");

    private static final String HANDLE = "Ljava/lang/invoke/MethodHandle;";
    /** Stack words that counting a lost access takes. */
    private static final int HANDLER_OPERANDS = 4;
    private static final String UNSAFE = "jdk/internal/misc/Unsafe";
    /** Stack words that reading a header takes besides the object or address. */
    private static final int HEADER_OPERANDS = 6;

    /** Calls after which the JDK compiles a method handle for itself, for which it uses java.util.concurrent. */
    private static final int CUSTOMIZED = 200;

    private static volatile Class<?> defined;

    private Hook() {
    }

    /** Opens the JDK packages that the agent needs, only to the agent's module. */
    public static void open(Instrumentation instrumentation) {
        Set<Module> own = Set.of(Hook.class.getModule());
        instrumentation.redefineModule(Object.class.getModule(), Set.of(), Map.of(),
            Map.of("java.nio", own, "java.lang", own, "java.lang.invoke", own, "java.util.concurrent.atomic", own,
                "java.util.concurrent.locks", own, "jdk.internal.misc", own), Set.of(), Map.of());
    }

    /**
     * Defines the class that rewritten code calls.
     *
     * @param recorder has a method for each field in {@link #RECORDING}
     * @param ordering has a method for each field in {@link #ORDERING}
     * @param rewriter has a method for each field in {@link #REWRITING}
     * @param watched  see {@link Check#watched}
     */
    public static void define(int granule, Object recorder, Object ordering, Object rewriter, byte[] watched)
        throws ReflectiveOperationException {
        MethodHandles.Lookup lookup = lookup();
        defined = lookup.defineClass(classFile(granule));
        lookup.findStaticVarHandle(defined, "watched", byte[].class).setVolatile(watched);
        bind(lookup, recorder, RECORDING);
        bind(lookup, ordering, ORDERING);
        bind(lookup, rewriter, REWRITING);
        warmUp(lookup);
    }

    /** Links the calls before the classes that this takes call them as well. */
    private static void warmUp(MethodHandles.Lookup lookup) throws ReflectiveOperationException {
        int[] array = new int[1];
        Map<String, String> all = new HashMap<>(RECORDING);
        all.putAll(ORDERING);
        all.keySet().removeAll(Set.of("allocated", "unmapped", "linked"));
        for (Map.Entry<String, String> target : all.entrySet()) {
            MethodType type = MethodType.fromMethodDescriptorString(target.getValue(), null);
            MethodHandle call = lookup.findStatic(defined, target.getKey(), type);
            Object[] arguments = new Object[type.parameterCount()];
            for (int i = 0; i < arguments.length; i++) {
                Class<?> parameter = type.parameterType(i);
                if (parameter == long.class) {
                    arguments[i] = 0L;
                } else if (parameter == int.class) {
                    arguments[i] = 0;
                } else if (parameter == boolean.class) {
                    arguments[i] = false;
                } else {
                    arguments[i] = parameter == Object.class ? array : null;
                }
            }
            try {
                for (int i = 0; i < CUSTOMIZED; i++) {
                    call.invokeWithArguments(arguments);
                }
            } catch (Throwable e) {
                throw new IllegalStateException(e);
            }
        }
    }

    private static void bind(MethodHandles.Lookup lookup, Object receiver, Map<String, String> targets)
        throws ReflectiveOperationException {
        for (Map.Entry<String, String> target : targets.entrySet()) {
            MethodType type = MethodType.fromMethodDescriptorString(target.getValue(), null);
            MethodHandle handle = MethodHandles.lookup().bind(receiver, target.getKey(), type);
            lookup.findStaticVarHandle(defined, target.getKey(), MethodHandle.class).setVolatile(handle);
        }
    }

    /** Makes the checks report every misaligned access, even if it crosses no granule boundary. */
    public static void listen() throws ReflectiveOperationException {
        set("listening");
    }

    /** Makes the checks report bulk accesses, locks, allocations and unmapping. */
    public static void track() throws ReflectiveOperationException {
        set("tracking");
    }

    private static void set(String flag) throws ReflectiveOperationException {
        lookup().findStaticVarHandle(defined, flag, boolean.class).setVolatile(true);
    }

    /** Returns the number of accesses and other events that could not be recorded. */
    public static long lost() {
        try {
            return (long) lookup().findStaticVarHandle(defined, "lost", long.class).getOpaque();
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    public static int pageBytes() throws ReflectiveOperationException {
        Class<?> bits = Class.forName("java.nio.Bits");
        try {
            return (int) MethodHandles.privateLookupIn(bits, MethodHandles.lookup())
                .findStatic(bits, "pageSize", MethodType.methodType(int.class)).invokeExact();
        } catch (Throwable e) {
            throw new IllegalStateException("cannot read the page size", e);
        }
    }

    private static MethodHandles.Lookup lookup() throws IllegalAccessException {
        return MethodHandles.privateLookupIn(Buffer.class, MethodHandles.lookup());
    }

    private static byte[] classFile(int granule) {
        try (InputStream template = Check.class.getResourceAsStream("Check.class")) {
            ClassWriter writer = new ClassWriter(0);
            Completion completion = new Completion(writer, granule);
            new ClassReader(template.readAllBytes()).accept(completion, ClassReader.SKIP_DEBUG);
            return writer.toByteArray();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Turns the template into the class: renames it, makes it public and adds annotations. */
    private static final class Completion extends ClassVisitor {
        private final int granule;

        Completion(ClassVisitor next, int granule) {
            super(Opcodes.ASM9, next);
            this.granule = granule;
        }

        @Override
        public void visit(int version, int access, String name, String signature, String parent, String[] interfaces) {
            super.visit(version, access | Opcodes.ACC_PUBLIC | Opcodes.ACC_SYNTHETIC, INTERNAL_NAME, signature, parent,
                interfaces);
        }

        @Override
        public MethodVisitor visitMethod(int access, String name, String types, String signature, String[] exceptions) {
            boolean isNative = (access & Opcodes.ACC_NATIVE) != 0;
            boolean asksAgent = isNative && types.endsWith(BOOLEAN);
            boolean callsAgent = asksAgent || isNative && types.endsWith(VOID);
            if (isNative && !callsAgent) {
                return null;
            }
            int open = access & ~(Opcodes.ACC_PRIVATE | Opcodes.ACC_NATIVE) | Opcodes.ACC_PUBLIC;
            MethodVisitor next = super.visitMethod(open, name, types, signature, exceptions);
            boolean inlined = !callsAgent || asksAgent;
            next.visitAnnotation(inlined ? FORCE_INLINE : DONT_INLINE, true).visitEnd();
            if (ONLY_COUNTING && ORDERS.contains(name)) {
                next.visitCode();
                countLost(next);
                next.visitInsn(Opcodes.RETURN);
                next.visitMaxs(HANDLER_OPERANDS, Type.getArgumentsAndReturnSizes(types) >> 2);
                next.visitEnd();
                return null;
            }
            if (!callsAgent) {
                return new Body(next, granule);
            }
            addHandle(name);
            callAgent(next, name, types);
            return null;
        }

        /** Adds the field for the method handle of the same name. */
        private void addHandle(String name) {
            FieldVisitor field = super.visitField(Opcodes.ACC_STATIC, name, HANDLE, null, null);
            field.visitAnnotation(STABLE, true).visitEnd();
        }

        /** Generates a call through the method handle. An exception counts as lost, and as the answer yes. */
        private static void callAgent(MethodVisitor method, String name, String types) {
            Label start = new Label();
            Label end = new Label();
            Label handler = new Label();
            method.visitCode();
            method.visitTryCatchBlock(start, end, handler, "java/lang/Throwable");
            method.visitLabel(start);
            method.visitFieldInsn(Opcodes.GETSTATIC, INTERNAL_NAME, name, HANDLE);
            int locals = 0;
            for (Type type : Type.getArgumentTypes(types)) {
                method.visitVarInsn(type.getOpcode(Opcodes.ILOAD), locals);
                locals += type.getSize();
            }
            method.visitMethodInsn(Opcodes.INVOKEVIRTUAL, "java/lang/invoke/MethodHandle", "invokeExact", types, false);
            method.visitLabel(end);
            method.visitInsn(Type.getReturnType(types).getOpcode(Opcodes.IRETURN));
            method.visitLabel(handler);
            method.visitFrame(Opcodes.F_SAME1, 0, null, 1, new Object[] {"java/lang/Throwable"});
            method.visitInsn(Opcodes.POP);
            countLost(method);
            if (types.endsWith(BOOLEAN)) {
                method.visitInsn(Opcodes.ICONST_1);
            }
            method.visitInsn(Type.getReturnType(types).getOpcode(Opcodes.IRETURN));
            method.visitMaxs(locals + HANDLER_OPERANDS, locals);
            method.visitEnd();
        }

        private static void countLost(MethodVisitor method) {
            method.visitFieldInsn(Opcodes.GETSTATIC, INTERNAL_NAME, "lost", "J");
            method.visitInsn(Opcodes.LCONST_1);
            method.visitInsn(Opcodes.LADD);
            method.visitFieldInsn(Opcodes.PUTSTATIC, INTERNAL_NAME, "lost", "J");
        }
    }

    private static final class Body extends MethodVisitor {
        private final int granule;

        Body(MethodVisitor next, int granule) {
            super(Opcodes.ASM9, next);
            this.granule = granule;
        }

        @Override
        public void visitFieldInsn(int opcode, String owner, String field, String type) {
            if (field.equals("granule")) {
                super.visitLdcInsn(granule);
            } else {
                super.visitFieldInsn(opcode, owner.equals(TEMPLATE) ? INTERNAL_NAME : owner, field, type);
            }
        }

        @Override
        public void visitMethodInsn(int opcode, String owner, String called, String types, boolean isInterface) {
            boolean own = owner.equals(TEMPLATE);
            if (!own || !replaceNative(called)) {
                super.visitMethodInsn(opcode, own ? INTERNAL_NAME : owner, called, types, isInterface);
            }
        }

        /**
         * Replaces the call of a native method of the template with an access that only java.base may make; returns
         * false for other methods.
         */
        private boolean replaceNative(String called) {
            switch (called) {
                case "address" -> super.visitFieldInsn(Opcodes.GETFIELD, "java/nio/Buffer", "address", "J");
                case "header" -> {
                    super.visitMethodInsn(Opcodes.INVOKESTATIC, UNSAFE, "getUnsafe", "()L" + UNSAFE + ";", false);
                    super.visitInsn(Opcodes.SWAP);
                    super.visitInsn(Opcodes.LCONST_0);
                    super.visitMethodInsn(Opcodes.INVOKEVIRTUAL, UNSAFE, "getLong", "(Ljava/lang/Object;J)J",
                        false);
                }
                case "word" -> {
                    super.visitMethodInsn(Opcodes.INVOKESTATIC, UNSAFE, "getUnsafe", "()L" + UNSAFE + ";", false);
                    super.visitInsn(Opcodes.DUP_X2);
                    super.visitInsn(Opcodes.POP);
                    super.visitMethodInsn(Opcodes.INVOKEVIRTUAL, UNSAFE, "getLong", "(J)J", false);
                }
                default -> {
                    return false;
                }
            }
            return true;
        }

        @Override
        public void visitMaxs(int maxStack, int maxLocals) {
            super.visitMaxs(maxStack + HEADER_OPERANDS, maxLocals);
        }
    }
}
