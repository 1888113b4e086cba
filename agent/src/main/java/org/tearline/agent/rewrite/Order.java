// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.rewrite;

import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.tearline.agent.access.Access;
import org.tearline.agent.record.Ordering;

/**
 * What an instruction passes on between threads. One that writes with a memory order releases before, with a call of
 * {@link Check}; one that reads with an order acquires after.
 *
 * @param types     descriptor of these calls
 * @param arguments of these calls: each an {@link Operand}, a number, a class, or null
 * @param operands  types of the operands of the instruction, including the receiver
 */
record Order(boolean releases, boolean acquires, String types, List<Object> arguments, List<Type> operands) {
    static final String HANDLE = "java/lang/invoke/VarHandle";
    static final String ATOMIC = "java/util/concurrent/atomic/Atomic";
    private static final String OBJECT = "Ljava/lang/Object;";
    static final String THROUGH = "(" + OBJECT + OBJECT + ")V";
    static final String WORD = "(" + OBJECT + "JI)V";
    private static final String PLACE = "(" + OBJECT + OBJECT + "I)V";

    /** Stands for an operand of the instruction. */
    record Operand(int index) {
    }

    private static final Operand RECEIVER = new Operand(0);
    private static final Operand FIRST = new Operand(1);
    private static final Operand SECOND = new Operand(2);

    /** Returns null if a call passes nothing on. A wait leaves its monitor, and enters it again. */
    static Order ofCall(int opcode, String owner, String name, String descriptor) {
        if (opcode == Opcodes.INVOKESTATIC) {
            return null;
        }
        if (owner.equals(HANDLE)) {
            return ofHandle(name, descriptor);
        }
        if (owner.startsWith(ATOMIC)) {
            return ofAtomic(owner, name, descriptor);
        }
        if (owner.equals("java/lang/Object") && name.equals("wait")) {
            return new Order(true, true, WORD, List.of(RECEIVER, Ordering.MONITOR, 1),
                Call.operands(owner, descriptor));
        }
        boolean unsafe = Call.UNSAFE.contains(owner) && opcode != Opcodes.INVOKESPECIAL;
        return unsafe ? Call.single(owner, name, descriptor).map(Order::ofUnsafe).orElse(null) : null;
    }

    /** Whether an atomic class has a method. */
    static boolean isAtomic(String type, String name, String descriptor) {
        try {
            for (Method method : Class.forName(type.replace('/', '.')).getMethods()) {
                if (method.getName().equals(name) && Type.getMethodDescriptor(method).equals(descriptor)) {
                    return true;
                }
            }
        } catch (ClassNotFoundException e) {
            // Of a later JDK.
        }
        return false;
    }

    /** Returns null if the access has no order. */
    private static Order ofUnsafe(Call call) {
        Access access = call.access();
        boolean hasBase = call.arguments().size() > 1;
        int bytes = access.bytes();
        List<Object> word = hasBase ? List.of(FIRST, SECOND, bytes) : Arrays.asList(null, FIRST, bytes);
        return access.acquires() || access.releases()
            ? new Order(access.releases(), access.acquires(), WORD, word, call.operands()) : null;
    }

    /**
     * Describes an access to a volatile field.
     *
     * @param number of the field, see {@link org.tearline.agent.record.Fields}
     */
    static Order ofField(int opcode, String owner, String descriptor, int number) {
        boolean writes = opcode == Opcodes.PUTFIELD || opcode == Opcodes.PUTSTATIC;
        boolean isStatic = opcode == Opcodes.GETSTATIC || opcode == Opcodes.PUTSTATIC;
        Type type = Type.getObjectType(owner);
        Stream<Type> base = isStatic ? Stream.of() : Stream.of(type);
        Stream<Type> value = writes ? Stream.of(Type.getType(descriptor)) : Stream.of();
        return new Order(writes, !writes, PLACE, Arrays.asList(isStatic ? type : RECEIVER, null, number),
            Stream.concat(base, value).toList());
    }

    /** Describes a call of a VarHandle, whose parameters are what finds the variable, and then up to two values. */
    private static Order ofHandle(String name, String descriptor) {
        boolean compares = name.startsWith("compareAnd") || name.startsWith("weakCompareAnd");
        boolean updates = compares || name.startsWith("getAnd");
        boolean reads = updates || name.startsWith("get") && !name.equals("get");
        boolean writes = updates || name.startsWith("set") && !name.equals("set");
        List<Type> operands = Call.operands(HANDLE, descriptor);
        int coordinates = operands.size() - 1;
        if (writes) {
            coordinates -= compares ? 2 : 1;
        }
        if (coordinates == 0) {
            return of(reads, writes, name, PLACE, List.of(RECEIVER, RECEIVER, 0), operands);
        }
        boolean inObject = coordinates > 0 && operands.get(1).getSort() >= Type.ARRAY;
        if (inObject && coordinates == 1) {
            return of(reads, writes, name, PLACE, List.of(FIRST, RECEIVER, 0), operands);
        }
        // The sorts from CHAR to INT are those of numbers that an index may be.
        boolean hasIndex = coordinates == 2 && operands.get(2).getSort() >= Type.CHAR
            && operands.get(2).getSort() <= Type.INT;
        return inObject && hasIndex ? of(reads, writes, name, PLACE, List.of(FIRST, RECEIVER, SECOND), operands) : null;
    }

    private static Order ofAtomic(String owner, String name, String descriptor) {
        boolean marked = owner.endsWith("StampedReference") || owner.endsWith("MarkableReference");
        boolean weak = name.equals("weakCompareAndSet") && !marked;
        boolean updates = name.startsWith("getAnd") || name.contains("AndGet") || name.startsWith("attempt")
            || name.startsWith("compareAnd") || name.startsWith("weakCompareAnd") && !weak;
        boolean reads = updates || name.startsWith("get") || name.endsWith("Value") || name.equals("isMarked");
        boolean writes = updates || name.startsWith("set") || name.equals("lazySet");
        List<Type> operands = Call.operands(owner, descriptor);
        if (owner.endsWith("FieldUpdater")) {
            return of(reads, writes, name, PLACE, List.of(FIRST, RECEIVER, 0), operands);
        }
        if (owner.endsWith("Array")) {
            return of(reads, writes, name, PLACE, List.of(RECEIVER, RECEIVER, FIRST), operands);
        }
        return of(reads, writes, name, THROUGH, Arrays.asList(RECEIVER, null), operands);
    }

    /** Returns null if the name of the method says that it has no order. */
    private static Order of(boolean reads, boolean writes, String name, String types, List<Object> arguments,
                            List<Type> operands) {
        boolean ordered = !name.endsWith("Plain") && !name.endsWith("Opaque");
        boolean acquires = reads && ordered && !name.endsWith("Release");
        boolean releases = writes && ordered && !name.endsWith("Acquire");
        return acquires || releases ? new Order(releases, acquires, types, arguments, operands) : null;
    }

    /** Returns the index of the first operand that the calls take. */
    int first() {
        int first = operands.size();
        for (Object argument : arguments) {
            first = argument instanceof Operand operand ? Math.min(first, operand.index) : first;
        }
        return first;
    }
}
