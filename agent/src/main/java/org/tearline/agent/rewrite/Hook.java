// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.rewrite;

import static java.lang.invoke.MethodHandles.foldArguments;
import static java.lang.invoke.MethodHandles.privateLookupIn;
import static java.lang.invoke.MethodType.methodType;
import static java.util.stream.Collectors.toMap;
import static org.objectweb.asm.Opcodes.ACC_FINAL;
import static org.objectweb.asm.Opcodes.ACC_NATIVE;
import static org.objectweb.asm.Opcodes.ACC_PRIVATE;
import static org.objectweb.asm.Opcodes.ACC_PUBLIC;
import static org.objectweb.asm.Opcodes.ACC_STATIC;
import static org.objectweb.asm.Opcodes.ACC_SYNTHETIC;
import static org.objectweb.asm.Opcodes.ACONST_NULL;
import static org.objectweb.asm.Opcodes.ASM9;
import static org.objectweb.asm.Opcodes.F_NEW;
import static org.objectweb.asm.Opcodes.INVOKESTATIC;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.instrument.Instrumentation;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.invoke.MethodType;
import java.lang.invoke.VarHandle;
import java.lang.reflect.Array;
import java.nio.Buffer;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.FieldVisitor;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Type;
import org.objectweb.asm.commons.ClassRemapper;
import org.objectweb.asm.commons.GeneratorAdapter;
import org.objectweb.asm.commons.Method;
import org.objectweb.asm.commons.SimpleRemapper;

/**
 * Defines {@link Check} in java.nio. Every class loader delegates that package to the boot loader and every module
 * reads java.base, so the class is visible both to named modules and to loaders that hide their parents' classes. A jar
 * on the boot class path would work as well, but would make the JVM print a warning to the program's output.
 *
 * <p>A check that finds nothing only tests a few bits of the address and, for a plain access to the heap, whether the
 * object is watched. A check of an instruction that puts accesses in order asks the agent whether it adds anything.
 * Everything else is out of line and is called through a method handle to the agent. HotSpot honors ForceInline and
 * DontInline in classes of the boot loader; without them, checks would use up the compiler's inlining budget for the
 * method. -XX:+PrintInlining reports "force inline by annotation" for the check and "don't inline by annotation" for
 * the call to the agent, on JDK 17.0.15 and 25.0.3. Thread-safe.
 */
public final class Hook {
    public static final String NAME = "java.nio.$TearlineAgent";

    static final String INTERNAL_NAME = NAME.replace('.', '/');

    /** Package of the annotations for the JIT. */
    private static final String ANNOTATIONS = "Ljdk/internal/vm/annotation/";
    private static final Type SELF = Type.getObjectType(INTERNAL_NAME);
    private static final Type HANDLE = Type.getType(MethodHandle.class);
    private static final Type THROWABLE = Type.getType(Throwable.class);
    private static final Type UNSAFE = Type.getObjectType("jdk/internal/misc/Unsafe");

    /** What rewritten code calls where it orders accesses. */
    private static final Set<String> ORDERS = Set.of("releasing", "acquiring", "reading", "fence");
    /** Makes these, and calls of the agent, only {@link #count}: the least that any agent would cost. */
    private static final boolean ONLY_COUNTING = Boolean.getBoolean("tearline.onlyCounting");

    /** Calls of the agent that are not linked at the start, since no zeros can be passed to them. */
    private static final Set<String> COLD = Set.of("replaced", "linked", "defined");
    /** Calls after which the JDK compiles a method handle for itself, for which it uses java.util.concurrent. */
    private static final int CUSTOMIZED = 200;

    /** Descriptors of the methods of {@link Check}, by name. */
    private static final Map<String, String> CHECKS = Stream.of(Check.class.getDeclaredMethods())
        .collect(toMap(java.lang.reflect.Method::getName, Type::getMethodDescriptor));

    /** A line for each of 64 threads. */
    private static final long[] COUNTS = new long[1 << 10];

    private static volatile Class<?> defined;

    private Hook() {
    }

    /** Opens the JDK packages that the agent needs, only to the agent's module. */
    public static void open(Instrumentation instrumentation) {
        Set<Module> own = Set.of(Hook.class.getModule());
        Map<String, Set<Module>> opens = Stream.of("java.nio", "java.lang", "java.lang.invoke", "jdk.internal.access",
            "java.util.concurrent.atomic", "java.util.concurrent.locks", "jdk.internal.misc", "jdk.internal.vm")
            .collect(toMap(name -> name, name -> own));
        instrumentation.redefineModule(Object.class.getModule(), Set.of(), Map.of(), opens, Set.of(), Map.of());
    }

    /** Calls a check in rewritten code. The numbers are its last arguments. */
    static void call(MethodVisitor code, String check, int... numbers) {
        for (int number : numbers) {
            code.visitLdcInsn(number);
        }
        code.visitMethodInsn(INVOKESTATIC, INTERNAL_NAME, check, CHECKS.get(check), false);
    }

    /** Begins a handler of all exceptions that leave the code from a position on. */
    static void handle(MethodVisitor code, Label start, Object... locals) {
        Label end = new Label();
        code.visitLabel(end);
        code.visitTryCatchBlock(start, end, end, null);
        code.visitFrame(F_NEW, locals.length, locals, 1, new Object[] {THROWABLE.getInternalName()});
    }

    /**
     * Defines the class that rewritten code calls.
     *
     * @param watched see {@link Check#watched}
     * @param agent   objects, one of which has a method for each native one of the template that calls the agent
     */
    public static void define(int granule, byte[] watched, Object... agent) throws ReflectiveOperationException {
        Lookup lookup = lookup();
        defined = lookup.defineClass(classFile(granule));
        field("watched", byte[].class).setVolatile(watched);
        for (java.lang.reflect.Method method : Check.class.getDeclaredMethods()) {
            String name = method.getName();
            if (callsAgent(name, method.getModifiers())) {
                MethodType type = methodType(method.getReturnType(), method.getParameterTypes());
                field(name, MethodHandle.class).setVolatile(bind(name, type, agent));
                if (!COLD.contains(name)) {
                    warmUp(lookup.findStatic(defined, name, type));
                }
            }
        }
    }

    /** Whether a method of the template calls the agent. The other native ones make an access of the JDK. */
    private static boolean callsAgent(String name, int access) {
        return (access & ACC_NATIVE) == 0 ? ONLY_COUNTING && ORDERS.contains(name)
            : !CHECKS.get(name).endsWith(")J");
    }

    /** Counts a call in memory of the current thread, since a shared counter would cost more than some rows do. */
    private static void count() {
        COUNTS[(int) Thread.currentThread().getId() << 4 & COUNTS.length - 1]++;
    }

    private static MethodHandle bind(String name, MethodType type, Object... agent)
        throws ReflectiveOperationException {
        Lookup lookup = MethodHandles.lookup();
        if (ONLY_COUNTING) {
            return foldArguments(MethodHandles.empty(type),
                lookup.findStatic(Hook.class, "count", methodType(void.class)));
        }
        for (Object receiver : agent) {
            try {
                return lookup.bind(receiver, name, type);
            } catch (NoSuchMethodException e) {
                // Another one has it.
            }
        }
        throw new NoSuchMethodException(name + type);
    }

    /** Links a call of the agent before the classes that this takes are rewritten to call it. */
    private static void warmUp(MethodHandle call) {
        Object[] arguments = new Object[call.type().parameterCount()];
        for (int i = 0; i < arguments.length; i++) {
            Class<?> type = call.type().parameterType(i);
            arguments[i] = type == Object.class ? call : Array.get(Array.newInstance(type, 1), 0);
        }
        try {
            for (int i = 0; i < CUSTOMIZED; i++) {
                call.invokeWithArguments(arguments);
            }
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }

    /** Makes the checks report every misaligned access, even if it crosses no granule boundary. */
    public static void listen() {
        set("listening");
    }

    /** Makes the checks report bulk accesses, locks, allocations and unmapping. */
    public static void track() {
        set("tracking");
    }

    /** Makes the checks report, too, what may show that earlier reads do not count. */
    static void defer() {
        track();
        set("defers");
    }

    private static void set(String flag) {
        field(flag, boolean.class).setVolatile(true);
    }

    private static VarHandle field(String name, Class<?> type) {
        try {
            return lookup().findStaticVarHandle(defined, name, type);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    /**
     * Accesses and other events that could not be recorded.
     *
     * @param first why the first one was not: a class, where it was thrown, and the method of {@link Check}; null if
     *              there is none
     */
    public record Lost(long count, String first) {
    }

    public static Lost lost() {
        long count = (long) field("lost", long.class).getOpaque();
        Object first = field("firstLost", Throwable.class).getOpaque();
        return new Lost(count, first == null ? null : describe((Throwable) first));
    }

    /** The JVM may have left out the stack. */
    private static String describe(Throwable thrown) {
        String text = thrown.getClass().getName();
        StackTraceElement[] stack = thrown.getStackTrace();
        return Stream.of(stack).filter(frame -> frame.getClassName().equals(NAME)).findFirst()
            .map(frame -> text + " at " + stack[0] + " in " + frame.getMethodName()).orElse(text);
    }

    public static int pageBytes() throws ReflectiveOperationException {
        java.lang.reflect.Method pageSize = Class.forName("java.nio.Bits").getDeclaredMethod("pageSize");
        pageSize.setAccessible(true);
        return (int) pageSize.invoke(null);
    }

    private static Lookup lookup() throws IllegalAccessException {
        return privateLookupIn(Buffer.class, MethodHandles.lookup());
    }

    private static byte[] classFile(int granule) {
        try (InputStream template = Check.class.getResourceAsStream("Check.class")) {
            ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_FRAMES);
            ClassVisitor renamed = new ClassRemapper(writer,
                new SimpleRemapper(ASM9, Type.getInternalName(Check.class), INTERNAL_NAME));
            int skipped = ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES;
            new ClassReader(template).accept(new Completion(renamed, granule), skipped);
            return writer.toByteArray();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Turns the template into the class: makes it public, adds annotations, and gives native methods a body. */
    private static final class Completion extends ClassVisitor {
        private final int granule;

        Completion(ClassVisitor next, int granule) {
            super(ASM9, next);
            this.granule = granule;
        }

        @Override
        public void visit(int version, int access, String name, String signature, String parent, String[] interfaces) {
            super.visit(version, access | ACC_PUBLIC | ACC_SYNTHETIC, name, signature, parent,
                interfaces);
        }

        @Override
        public FieldVisitor visitField(int access, String name, String type, String signature, Object value) {
            if (name.equals("granule")) {
                return super.visitField(access | ACC_FINAL, name, type, signature, granule);
            }
            return super.visitField(access, name, type, signature, value);
        }

        @Override
        public MethodVisitor visitMethod(int access, String name, String types, String signature, String[] exceptions) {
            int open = access & ~(ACC_PRIVATE | ACC_NATIVE) | ACC_PUBLIC;
            MethodVisitor next = super.visitMethod(open, name, types, signature, exceptions);
            boolean callsAgent = callsAgent(name, access);
            boolean isNative = (access & ACC_NATIVE) != 0;
            // What asks the agent is as small as the checks.
            boolean inlined = !isNative || !callsAgent || types.endsWith(")Z") || types.endsWith("Record;");
            next.visitAnnotation(ANNOTATIONS + (inlined ? "ForceInline;" : "DontInline;"), true).visitEnd();
            if (!isNative && !callsAgent) {
                return next;
            }
            GeneratorAdapter code = new GeneratorAdapter(open, new Method(name, types), next);
            code.visitCode();
            if (callsAgent) {
                callAgent(code, name, types);
            } else if (name.equals("address")) {
                code.loadArgs();
                code.getField(Type.getType(Buffer.class), name, Type.LONG_TYPE);
            } else {
                code.invokeStatic(UNSAFE, new Method("getUnsafe", UNSAFE, new Type[0]));
                code.loadArgs();
                code.invokeVirtual(UNSAFE, new Method("getLong", types));
            }
            code.returnValue();
            code.endMethod();
            return null;
        }

        /**
         * Generates a call through a method handle, in a field of the same name. An exception counts as lost, and as
         * the answer yes or null.
         */
        private void callAgent(GeneratorAdapter code, String name, String types) {
            FieldVisitor field = super.visitField(ACC_STATIC, name, HANDLE.getDescriptor(), null, null);
            // The JIT treats it as a constant, so a call through its method handle is a direct call of the agent.
            field.visitAnnotation(ANNOTATIONS + "Stable;", true).visitEnd();
            Label start = code.mark();
            code.getStatic(SELF, name, HANDLE);
            code.loadArgs();
            code.invokeVirtual(HANDLE, new Method("invokeExact", types));
            Label end = code.mark();
            code.returnValue();
            code.catchException(start, end, THROWABLE);
            // Makes no call, since that could fail as well.
            Label known = new Label();
            code.getStatic(SELF, "firstLost", THROWABLE);
            code.ifNonNull(known);
            code.dup();
            code.putStatic(SELF, "firstLost", THROWABLE);
            code.mark(known);
            code.pop();
            code.getStatic(SELF, "lost", Type.LONG_TYPE);
            code.push(1L);
            code.math(GeneratorAdapter.ADD, Type.LONG_TYPE);
            code.putStatic(SELF, "lost", Type.LONG_TYPE);
            if (types.endsWith(")Z")) {
                code.push(true);
            } else if (!types.endsWith(")V")) {
                code.visitInsn(ACONST_NULL);
            }
        }
    }
}
