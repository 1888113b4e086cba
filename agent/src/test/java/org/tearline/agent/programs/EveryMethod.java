// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.programs;

import static org.objectweb.asm.ClassWriter.COMPUTE_MAXS;
import static org.objectweb.asm.Opcodes.ACC_PUBLIC;
import static org.objectweb.asm.Opcodes.ACC_STATIC;
import static org.objectweb.asm.Opcodes.POP;
import static org.objectweb.asm.Opcodes.POP2;
import static org.objectweb.asm.Opcodes.V17;
import static org.tearline.agent.programs.Memory.PAGE;
import static org.tearline.agent.programs.Memory.UNSAFE;
import static org.tearline.agent.programs.Memory.pages;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Type;
import org.objectweb.asm.commons.GeneratorAdapter;

/**
 * Calls every method of the watched classes that takes an address, at known offsets and each from a method of its own.
 * Prints the calls as the ground truth. Derives the width from the types of a method, whereas the agent uses its name.
 * Arguments: the watched classes, separated by commas, [split].
 */
public final class EveryMethod {
    private static final Map<Class<?>, Integer> BYTES = Map.of(byte.class, 1, boolean.class, 1, short.class, 2,
        char.class, 2, int.class, 4, float.class, 4, long.class, 8, double.class, 8);
    /** Aligned offsets, and all offsets around multiples of 8, 16, 32, a line and a page. */
    private static final int[] OFFSETS = {0, 1, 2, 3, 4, 5, 6, 7, 8, 12, 13, 14, 15, 16, 20, 24, 27, 28, 29, 30, 31, 32,
        52, 55, 56, 57, 58, 59, 60, 61, 62, 63, 64, 4086, 4089, 4090, 4091, 4092, 4093, 4094, 4095, 4096};
    /** Offsets below this are also used in a byte[]. Only their low bits matter, as objects move. */
    private static final int HEAP_BYTES = 64;
    private static final int LINE_BYTES = 64;
    /**
     * Where locked accesses cross a line if an argument says so, and the methods that make them: few, since some hosts
     * take ten milliseconds for each. In the interpreter, a store with an order is locked.
     */
    private static final Set<Integer> SPLIT_LOCKS = Set.of(63, 4095);
    private static final String LOCKED =
        "(weakC|c)ompareAnd.*|getAnd.*|put.*(Volatile|Opaque|Release)|putOrdered.*";
    private static final String SPLITTING = "(compareAndSet|compareAndSwap|getAndAdd)(Int|Long)|put(Int|Long)Volatile";
    private static final String GENERATED = "org.tearline.agent.programs.Generated";

    private static final StringBuilder LINES = new StringBuilder();

    private final boolean split;
    private final long memory = pages(3);
    private final byte[] heap = new byte[2 * HEAP_BYTES];

    private record Call(Method method, int bytes) {
        /**
         * Whether an access at this offset is made. An object may lie anywhere in its line.
         *
         * @param split whether locked accesses may cross a line
         */
        boolean isMade(int offset, boolean heap, boolean split) {
            if (!method.getName().matches(LOCKED)) {
                return true;
            }
            if (!heap && offset % LINE_BYTES + bytes <= LINE_BYTES) {
                return true;
            }
            return split && (heap ? offset <= Long.BYTES : SPLIT_LOCKS.contains(offset))
                && method.getName().matches(SPLITTING);
        }
    }

    private static final class Defining extends ClassLoader {
        Class<?> define(byte[] bytes) {
            return defineClass(GENERATED, bytes, 0, bytes.length);
        }
    }

    public static void main(String[] arguments) throws Exception {
        for (String name : arguments[0].split(",")) {
            new EveryMethod(arguments.length > 1).callAll(Class.forName(name));
        }
        System.out.print(LINES);
    }

    private EveryMethod(boolean split) {
        this.split = split;
    }

    private void callAll(Class<?> owner) throws Exception {
        List<Call> calls = new ArrayList<>();
        for (Method method : owner.getMethods()) {
            int bytes = width(method);
            if (bytes > 0 && !Modifier.isStatic(method.getModifiers()) && method.getDeclaringClass() == owner) {
                calls.add(new Call(method, bytes));
            }
        }
        calls.sort(Comparator.comparing(call -> call.method().toString()));
        Class<?> generated = new Defining().define(generate(owner, calls));
        Object receiver = Memory.unsafe(owner);
        for (int i = 0; i < calls.size(); i++) {
            call(calls.get(i), generated.getMethod("m" + i, owner, Object.class, long.class), receiver);
        }
    }

    private static int width(Method method) {
        Class<?>[] types = method.getParameterTypes();
        boolean withBase = types.length >= 2 && types[0] == Object.class && types[1] == long.class;
        boolean bare = types.length >= 1 && types[0] == long.class;
        int values = withBase ? 2 : 1;
        if (!withBase && !bare || method.getName().matches("(re)?allocate.*|free.*|set.*|copy.*|.*Memory|park|unpark"
            + "|throw.*|dataCacheLineAlignDown|getUncompressedObject")) {
            return 0;
        }
        Class<?> value = types.length > values && types[values] != boolean.class ? types[values]
            : method.getReturnType();
        return BYTES.getOrDefault(value, 0);
    }

    /** Generates methods such as void m7(Owner receiver, Object base, long offset), which pass zeros as values. */
    private static byte[] generate(Class<?> owner, List<Call> calls) {
        Type type = Type.getType(owner);
        ClassWriter writer = new ClassWriter(COMPUTE_MAXS);
        writer.visit(V17, ACC_PUBLIC, GENERATED.replace('.', '/'), null, "java/lang/Object", null);
        for (int i = 0; i < calls.size(); i++) {
            Method method = calls.get(i).method();
            GeneratorAdapter code = new GeneratorAdapter(ACC_PUBLIC | ACC_STATIC,
                new org.objectweb.asm.commons.Method("m" + i, "(" + type.getDescriptor() + "Ljava/lang/Object;J)V"),
                null, null, writer);
            code.loadArg(0);
            boolean withBase = method.getParameterTypes()[0] == Object.class;
            if (withBase) {
                code.loadArg(1);
            }
            code.loadArg(2);
            // Without this shift by zero, the method would be a wrapper and not the site.
            code.push(0);
            code.math(GeneratorAdapter.SHL, Type.LONG_TYPE);
            Arrays.stream(Type.getArgumentTypes(method)).skip(withBase ? 2 : 1).forEach(parameter -> {
                code.push(0);
                code.cast(Type.INT_TYPE, parameter);
            });
            code.invokeVirtual(type, org.objectweb.asm.commons.Method.getMethod(method));
            int size = Type.getReturnType(method).getSize();
            if (size > 0) {
                code.visitInsn(size == 2 ? POP2 : POP);
            }
            code.returnValue();
            code.endMethod();
        }
        writer.visitEnd();
        return writer.toByteArray();
    }

    private void call(Call call, Method caller, Object receiver) throws ReflectiveOperationException {
        boolean withBase = call.method().getParameterTypes()[0] == Object.class;
        for (int offset : OFFSETS) {
            if (call.isMade(offset, false, split)) {
                invoke(call, caller, receiver, null, memory + offset);
            }
            if (withBase && offset < HEAP_BYTES && call.isMade(offset, true, split)) {
                invoke(call, caller, receiver, heap, UNSAFE.arrayBaseOffset(byte[].class) + offset);
            }
        }
    }

    private static void invoke(Call call, Method caller, Object receiver, Object base, long offset)
        throws ReflectiveOperationException {
        try {
            caller.invoke(null, receiver, base, offset);
        } catch (InvocationTargetException e) {
            // The JDK refuses to update 2 bytes that cross a multiple of 4.
            if (e.getCause() instanceof IllegalArgumentException) {
                return;
            }
            throw e;
        }
        String place = base == null ? " native " + (offset & PAGE - 1) : " heap " + offset;
        LINES.append(GENERATED + "." + caller.getName() + " " + call.method().getName() + " " + call.bytes() + place)
            .append('\n');
    }
}
