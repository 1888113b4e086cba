// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.rewrite;

import static org.objectweb.asm.Opcodes.ACONST_NULL;
import static org.objectweb.asm.Opcodes.IALOAD;
import static org.objectweb.asm.Opcodes.IASTORE;
import static org.objectweb.asm.Opcodes.PUTFIELD;
import static org.objectweb.asm.Opcodes.PUTSTATIC;
import static org.objectweb.asm.Opcodes.SALOAD;
import static org.objectweb.asm.Opcodes.SASTORE;
import static org.objectweb.asm.Type.DOUBLE_TYPE;
import static org.objectweb.asm.Type.FLOAT_TYPE;
import static org.objectweb.asm.Type.INT_TYPE;
import static org.objectweb.asm.Type.LONG_TYPE;
import static org.objectweb.asm.commons.InstructionAdapter.OBJECT_TYPE;
import static org.tearline.agent.order.Ordering.ACQUIRE;
import static org.tearline.agent.order.Ordering.CLASS;
import static org.tearline.agent.order.Ordering.MONITOR;
import static org.tearline.agent.order.Ordering.OBJECT;
import static org.tearline.agent.order.Ordering.RELEASE;
import static org.tearline.agent.order.Ordering.STRONG;
import static org.tearline.agent.order.Ordering.UPDATE;
import static org.tearline.agent.rewrite.Call.NULL;
import static org.tearline.agent.rewrite.Call.UNSAFE;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Type;
import org.tearline.agent.access.Access;
import org.tearline.agent.order.Ordering;

/**
 * What an instruction passes on between threads. One that writes with a memory order releases before, with a call of
 * {@link Check}; one that reads with an order acquires after.
 *
 * @param arguments of the call: first, the index of an operand, a class, or {@link Call#NULL} for native memory; then
 *                  the index of a handle, or NULL for a word, or a field with a number; and an offset, index or number:
 *                  the index of an operand, or a Long
 * @param how       see {@link Ordering}
 * @param read      type of what it reads, if the value may show whether other reads are valid; else null
 * @param operands  types of the operands of the instruction, including the receiver
 */
record Order(List<Object> arguments, int how, boolean releases, boolean acquires, Type read, List<Type> operands) {
    static final String HANDLE = "java/lang/invoke/VarHandle";
    static final String ATOMIC = "java/util/concurrent/atomic/Atomic";
    /** Types of the elements of arrays, in the order of the instructions that access them. */
    private static final List<Type> ELEMENTS = List.of(INT_TYPE, LONG_TYPE, FLOAT_TYPE, DOUBLE_TYPE,
        OBJECT_TYPE, INT_TYPE, INT_TYPE, INT_TYPE);
    /** Starts of the names of methods that update a variable. */
    private static final List<String> UPDATES = List.of("getAnd", "attempt", "compareAnd", "weakCompareAnd");
    private static final int FIELD = STRONG | Ordering.FIELD;

    private static final Integer RECEIVER = 0;
    private static final Integer FIRST = 1;
    private static final Integer SECOND = 2;

    /** Describes the instruction with the same place and operands, but without what it would need an order for. */
    private Order with(boolean writes, boolean reads, boolean weak, Type seen) {
        int update = writes && reads ? how | UPDATE : how;
        int order = weak ? how & ~STRONG : update;
        return new Order(arguments, order, writes, reads, writes ? null : seen, operands);
    }

    /** Describes a place at which threads pass something on; the instruction itself follows. */
    private static Order at(Object base, int handle, Object where, int how, List<Type> operands) {
        return new Order(List.of(base, handle, where), how, true, true, null, operands);
    }

    /** Calls a check for a way in which threads pass something on through the object that has been pushed. */
    static void callForObject(MethodVisitor code, String check, long where) {
        code.visitInsn(ACONST_NULL);
        code.visitLdcInsn(where);
        Hook.call(code, check, OBJECT);
    }

    /** Returns null if a call passes nothing on. A wait leaves its monitor, and enters it again. */
    static Order ofCall(String owner, String name, String descriptor, boolean nearFence) {
        Type result = Type.getReturnType(descriptor);
        Type seen = nearFence ? result : null;
        if (owner.equals(HANDLE)) {
            return ofHandle(name, descriptor, seen);
        }
        if (owner.startsWith(ATOMIC)) {
            return ofAtomic(owner, name, descriptor, seen);
        }
        if (owner.equals("java/lang/Object") && name.equals("wait")) {
            return at(RECEIVER, NULL, MONITOR, OBJECT, Call.operands(owner, descriptor));
        }
        if (!UNSAFE.contains(owner)) {
            return null;
        }
        return Call.single(owner, name, descriptor).map(call -> ofUnsafe(call, result, nearFence)).orElse(null);
    }

    /** Whether an atomic class has a method. */
    static boolean isAtomic(String type, String name, String descriptor) {
        try {
            return Stream.of(Class.forName(type.replace('/', '.')).getMethods()).anyMatch(method ->
                method.getName().equals(name) && Type.getMethodDescriptor(method).equals(descriptor));
        } catch (ClassNotFoundException e) {
            // Of a later JDK.
            return false;
        }
    }

    /** Returns null if the access has no order. A word may be that of a sequence lock, wherever the fence is. */
    private static Order ofUnsafe(Call call, Type result, boolean nearFence) {
        Access access = call.access();
        if (access.weak() && !nearFence && !access.opaque()) {
            return null;
        }
        List<Integer> place = call.arguments();
        return at(place.get(0), NULL, place.get(1), Ordering.word(access.bytes()), call.operands())
            .with(access.releases(), access.acquires(), access.weak(), result);
    }

    /**
     * Describes an access to a volatile field or, near a fence, another one.
     *
     * @param number of the field, see {@link org.tearline.agent.order.Fields}
     */
    static Order ofField(int opcode, String owner, String descriptor, int number, boolean weak, boolean nearFence) {
        boolean writes = opcode == PUTFIELD || opcode == PUTSTATIC;
        Type type = Type.getObjectType(owner);
        List<Type> operands = new ArrayList<>();
        if (!isStatic(opcode)) {
            operands.add(type);
        }
        if (writes) {
            operands.add(Type.getType(descriptor));
        }
        Order order = at(isStatic(opcode) ? type : RECEIVER, NULL, (long) number, FIELD, operands);
        return order.with(writes, !writes, weak, nearFence ? Type.getType(descriptor) : null);
    }

    /** The opcodes of accesses to fields up to PUTSTATIC are those to static ones. */
    static boolean isStatic(int opcode) {
        return opcode <= PUTSTATIC;
    }

    /** Describes an access to an element of an array, near a fence; returns null for other instructions. */
    static Order ofElement(int opcode) {
        boolean reads = opcode >= IALOAD && opcode <= SALOAD;
        boolean writes = opcode >= IASTORE && opcode <= SASTORE;
        if (!reads && !writes) {
            return null;
        }
        Type element = ELEMENTS.get(opcode - (reads ? IALOAD : IASTORE));
        List<Type> operands = new ArrayList<>(List.of(OBJECT_TYPE, INT_TYPE));
        if (writes) {
            operands.add(element);
        }
        boolean weak = true;
        return at(RECEIVER, RECEIVER, FIRST, FIELD, operands).with(writes, reads, weak, element);
    }

    /** Describes the end of a class initializer, and the first access to a class that another thread may have run. */
    static Order ofClass(String owner, boolean ends) {
        boolean weak = false;
        return at(Type.getObjectType(owner), NULL, CLASS, OBJECT, List.of())
            .with(ends, !ends, weak, null);
    }

    /** Returns the kind of a fence, see {@link Ordering}; 0 for another call. */
    static int fence(String owner, String name) {
        if (!owner.equals(HANDLE) && !UNSAFE.contains(owner)) {
            return 0;
        }
        return switch (name) {
            case "fullFence" -> ACQUIRE | RELEASE;
            case "acquireFence", "loadLoadFence", "loadFence" -> ACQUIRE;
            case "releaseFence", "storeStoreFence", "storeFence" -> RELEASE;
            default -> 0;
        };
    }

    /** Describes a call of a VarHandle, whose parameters are what finds the variable, and then up to two values. */
    private static Order ofHandle(String name, String descriptor, Type seen) {
        List<Type> operands = Call.operands(HANDLE, descriptor);
        int coordinates = operands.size() - 1;
        if (writes(name)) {
            coordinates--;
        }
        if (name.startsWith("compareAnd") || name.startsWith("weakCompareAnd")) {
            coordinates--;
        }
        boolean inObject = coordinates > 0 && operands.get(1).getSort() >= Type.ARRAY;
        // The sorts from CHAR to INT are those of numbers that an index may be.
        boolean hasIndex = coordinates == 2 && operands.get(2).getSort() >= Type.CHAR
            && operands.get(2).getSort() <= Type.INT;
        boolean isKnown = coordinates == 0 || inObject && (coordinates == 1 || hasIndex);
        if (!isKnown) {
            return null;
        }
        Object where = hasIndex ? SECOND : (Object) 0L;
        return at(coordinates == 0 ? RECEIVER : FIRST, RECEIVER, where, FIELD, operands).named(name, seen);
    }

    private static Order ofAtomic(String owner, String name, String descriptor, Type seen) {
        boolean marked = owner.endsWith("StampedReference") || owner.endsWith("MarkableReference");
        if (name.equals("weakCompareAndSet") && !marked) {
            return null;
        }
        List<Type> operands = Call.operands(owner, descriptor);
        if (owner.endsWith("FieldUpdater")) {
            return at(FIRST, RECEIVER, 0L, FIELD, operands).named(name, seen);
        }
        if (owner.endsWith("Array")) {
            return at(RECEIVER, RECEIVER, FIRST, FIELD, operands).named(name, seen);
        }
        return at(RECEIVER, NULL, 0L, OBJECT, operands).named(name, seen);
    }

    private static boolean updates(String name) {
        return UPDATES.stream().anyMatch(name::startsWith) || name.contains("AndGet");
    }

    private static boolean writes(String name) {
        return updates(name) || name.startsWith("set") || name.equals("lazySet");
    }

    private static boolean reads(String name) {
        return updates(name) || name.startsWith("get") || name.endsWith("Value") || name.equals("isMarked");
    }

    /**
     * Returns null if the name of the method says that it has no order, and there is no fence.
     *
     * @param seen type of the result if there is a fence, else null
     */
    private Order named(String name, Type seen) {
        boolean isHandle = operands.get(0).getInternalName().equals(HANDLE);
        boolean plain = name.endsWith("Plain") || isHandle && (name.equals("get") || name.equals("set"));
        boolean acquires = reads(name) && !name.endsWith("Release");
        boolean releases = writes(name) && !name.endsWith("Acquire");
        if (plain && seen == null || !acquires && !releases) {
            return null;
        }
        return with(releases, acquires, plain || name.endsWith("Opaque"), writes(name) ? null : seen);
    }
}
