// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.rewrite;

import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.tearline.agent.access.Access;
import org.tearline.agent.access.Access.Operation;
import org.tearline.agent.order.Ordering;

/**
 * What an instruction passes on between threads. One that writes with a memory order releases before, with a call of
 * {@link Check}; one that reads with an order acquires after.
 *
 * @param read      type of what it reads, if the value may show whether other reads are valid; else null
 * @param weak      whether it passes on only what a fence before has passed on, or lets a fence after do so
 * @param types     descriptor of these calls
 * @param arguments of these calls: each an {@link Operand}, a number, a class, or null
 * @param operands  types of the operands of the instruction, including the receiver
 */
record Order(Type read, boolean weak, boolean releases, boolean acquires, String types, List<Object> arguments,
             List<Type> operands) {
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
    static Order ofCall(int opcode, String owner, String name, String descriptor, boolean nearFence) {
        if (opcode == Opcodes.INVOKESTATIC) {
            return null;
        }
        if (owner.equals(HANDLE)) {
            return ofHandle(name, descriptor, nearFence);
        }
        if (owner.startsWith(ATOMIC)) {
            return ofAtomic(owner, name, descriptor, nearFence);
        }
        if (owner.equals("java/lang/Object") && name.equals("wait")) {
            return new Order(null, false, true, true, WORD, List.of(RECEIVER, Ordering.MONITOR, 1),
                Call.operands(owner, descriptor));
        }
        Type result = Type.getReturnType(descriptor);
        boolean unsafe = Call.UNSAFE.contains(owner) && opcode != Opcodes.INVOKESPECIAL;
        if (!unsafe) {
            return null;
        }
        return Call.single(owner, name, descriptor).map(call -> ofUnsafe(call, result, nearFence)).orElse(null);
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
    private static Order ofUnsafe(Call call, Type result, boolean nearFence) {
        Access access = call.access();
        boolean weak = !access.acquires() && !access.releases();
        if (weak && !nearFence && !access.method().endsWith("Opaque")) {
            return null;
        }
        boolean hasBase = call.arguments().size() > 1;
        int bytes = access.bytes();
        List<Object> word = hasBase ? List.of(FIRST, SECOND, bytes) : Arrays.asList(null, FIRST, bytes);
        boolean reads = access.operation() != Operation.WRITE;
        boolean writes = access.operation() != Operation.READ;
        return new Order(writes ? null : result, weak, weak ? writes : access.releases(),
            weak ? reads : access.acquires(), WORD, word, call.operands());
    }

    /**
     * Describes an access to a volatile field.
     *
     * @param number of the field, see {@link org.tearline.agent.record.Fields}
     */
    static Order ofField(int opcode, String owner, String descriptor, int number, boolean weak, boolean nearFence) {
        boolean writes = opcode == Opcodes.PUTFIELD || opcode == Opcodes.PUTSTATIC;
        boolean isStatic = opcode == Opcodes.GETSTATIC || opcode == Opcodes.PUTSTATIC;
        Type type = Type.getObjectType(owner);
        Stream<Type> base = isStatic ? Stream.of() : Stream.of(type);
        Stream<Type> value = writes ? Stream.of(Type.getType(descriptor)) : Stream.of();
        Type read = nearFence && !writes ? Type.getType(descriptor) : null;
        return new Order(read, weak, writes, !writes, PLACE, Arrays.asList(isStatic ? type : RECEIVER, null, number),
            Stream.concat(base, value).toList());
    }

    /** Describes an access to an element of an array, near a fence; returns null for other instructions. */
    static Order ofElement(int opcode) {
        boolean reads = opcode >= Opcodes.IALOAD && opcode <= Opcodes.SALOAD;
        boolean writes = opcode >= Opcodes.IASTORE && opcode <= Opcodes.SASTORE;
        if (!reads && !writes) {
            return null;
        }
        Type element = switch (opcode) {
            case Opcodes.LALOAD, Opcodes.LASTORE -> Type.LONG_TYPE;
            case Opcodes.DALOAD, Opcodes.DASTORE -> Type.DOUBLE_TYPE;
            case Opcodes.FALOAD, Opcodes.FASTORE -> Type.FLOAT_TYPE;
            case Opcodes.AALOAD, Opcodes.AASTORE -> Type.getType(OBJECT);
            default -> Type.INT_TYPE;
        };
        List<Type> operands = new ArrayList<>(List.of(Type.getType(OBJECT), Type.INT_TYPE));
        if (writes) {
            operands.add(element);
        }
        return new Order(reads ? element : null, true, writes, reads, PLACE, List.of(RECEIVER, RECEIVER, FIRST),
            operands);
    }

    /** Describes the first access to a class that another thread may have initialized. */
    static Order ofClass(String owner) {
        return new Order(null, false, false, true, WORD, List.of(Type.getObjectType(owner), Ordering.CLASS, 1),
            List.of());
    }

    /** Returns the kind of a fence, see {@link Ordering}; 0 for another call. */
    static int fence(String owner, String name) {
        if (!owner.equals(HANDLE) && !Call.UNSAFE.contains(owner)) {
            return 0;
        }
        return switch (name) {
            case "fullFence" -> Ordering.ACQUIRE | Ordering.RELEASE;
            case "acquireFence", "loadLoadFence", "loadFence" -> Ordering.ACQUIRE;
            case "releaseFence", "storeStoreFence", "storeFence" -> Ordering.RELEASE;
            default -> 0;
        };
    }

    /** Describes a call of a VarHandle, whose parameters are what finds the variable, and then up to two values. */
    private static Order ofHandle(String name, String descriptor, boolean nearFence) {
        boolean compares = name.startsWith("compareAnd") || name.startsWith("weakCompareAnd");
        boolean updates = compares || name.startsWith("getAnd");
        boolean reads = updates || name.startsWith("get");
        boolean writes = updates || name.startsWith("set");
        List<Type> operands = Call.operands(HANDLE, descriptor);
        Type seen = nearFence ? Type.getReturnType(descriptor) : null;
        int coordinates = operands.size() - 1;
        if (writes) {
            coordinates -= compares ? 2 : 1;
        }
        if (coordinates == 0) {
            return of(reads, writes, name, seen, PLACE, List.of(RECEIVER, RECEIVER, 0), operands);
        }
        boolean inObject = coordinates > 0 && operands.get(1).getSort() >= Type.ARRAY;
        if (inObject && coordinates == 1) {
            return of(reads, writes, name, seen, PLACE, List.of(FIRST, RECEIVER, 0), operands);
        }
        // The sorts from CHAR to INT are those of numbers that an index may be.
        boolean hasIndex = coordinates == 2 && operands.get(2).getSort() >= Type.CHAR
            && operands.get(2).getSort() <= Type.INT;
        if (!inObject || !hasIndex) {
            return null;
        }
        return of(reads, writes, name, seen, PLACE, List.of(FIRST, RECEIVER, SECOND), operands);
    }

    private static Order ofAtomic(String owner, String name, String descriptor, boolean nearFence) {
        boolean marked = owner.endsWith("StampedReference") || owner.endsWith("MarkableReference");
        boolean weaker = name.equals("weakCompareAndSet") && !marked;
        boolean updates = name.startsWith("getAnd") || name.contains("AndGet") || name.startsWith("attempt")
            || name.startsWith("compareAnd") || name.startsWith("weakCompareAnd") && !weaker;
        boolean reads = updates || name.startsWith("get") || name.endsWith("Value") || name.equals("isMarked");
        boolean writes = updates || name.startsWith("set") || name.equals("lazySet");
        List<Type> operands = Call.operands(owner, descriptor);
        Type seen = nearFence ? Type.getReturnType(descriptor) : null;
        if (owner.endsWith("FieldUpdater")) {
            return of(reads, writes, name, seen, PLACE, List.of(FIRST, RECEIVER, 0), operands);
        }
        if (owner.endsWith("Array")) {
            return of(reads, writes, name, seen, PLACE, List.of(RECEIVER, RECEIVER, FIRST), operands);
        }
        return of(reads, writes, name, seen, THROUGH, Arrays.asList(RECEIVER, null), operands);
    }

    /**
     * Returns null if the name of the method says that it has no order, and there is no fence.
     *
     * @param seen type of the result if there is a fence, else null
     */
    private static Order of(boolean reads, boolean writes, String name, Type seen, String types,
                            List<Object> arguments, List<Type> operands) {
        boolean isHandle = operands.get(0).getInternalName().equals(HANDLE);
        boolean plain = name.endsWith("Plain") || isHandle && (name.equals("get") || name.equals("set"));
        boolean weak = plain || name.endsWith("Opaque");
        if (plain && seen == null) {
            return null;
        }
        boolean acquires = reads && !name.endsWith("Release");
        boolean releases = writes && !name.endsWith("Acquire");
        Type read = writes ? null : seen;
        return acquires || releases ? new Order(read, weak, releases, acquires, types, arguments, operands) : null;
    }

    String releasing() {
        return weak ? "writing" : "releasing";
    }

    String acquiring() {
        return read == null && !weak ? "acquiring" : "reading";
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
