// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.rewrite;

import static org.objectweb.asm.Opcodes.ACONST_NULL;
import static org.objectweb.asm.Opcodes.IALOAD;
import static org.objectweb.asm.Opcodes.IASTORE;
import static org.objectweb.asm.Opcodes.PUTFIELD;
import static org.objectweb.asm.Opcodes.PUTSTATIC;
import static org.objectweb.asm.Opcodes.SALOAD;
import static org.objectweb.asm.Opcodes.SASTORE;
import static org.objectweb.asm.Type.INT_TYPE;
import static org.objectweb.asm.commons.InstructionAdapter.OBJECT_TYPE;
import static org.tearline.agent.order.Ordering.ACQUIRE;
import static org.tearline.agent.order.Ordering.BYTES;
import static org.tearline.agent.order.Ordering.CLASS;
import static org.tearline.agent.order.Ordering.FIELD;
import static org.tearline.agent.order.Ordering.MONITOR;
import static org.tearline.agent.order.Ordering.OBJECT;
import static org.tearline.agent.order.Ordering.OPAQUE;
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
import org.tearline.agent.site.Frames;

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
    private static final Type[] ELEMENTS = Type.getArgumentTypes("(IJFDLjava/lang/Object;III)V");
    /** Starts of the names of methods that update a variable. */
    private static final List<String> UPDATES = List.of("getAnd", "attempt", "compareAnd", "weakCompareAnd");

    /**
     * Describes the instruction with the same place and operands.
     *
     * @param order {@link Ordering#STRONG}, {@link Ordering#OPAQUE}, or 0 for a plain access
     * @param seen  type of what it reads
     */
    private Order with(boolean writes, boolean reads, int order, Type seen) {
        int strength = writes && reads && order == STRONG ? STRONG | UPDATE : order;
        return new Order(arguments, how & ~STRONG | strength, writes, reads, writes ? null : seen, operands);
    }

    private static int order(boolean plain, boolean weak) {
        int atomic = weak ? OPAQUE : STRONG;
        return plain ? 0 : atomic;
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
        Order variable = null;
        if (owner.equals(HANDLE)) {
            variable = ofHandle(name, descriptor);
        } else if (owner.startsWith(ATOMIC)) {
            variable = ofAtomic(owner, name, descriptor);
        }
        if (variable != null) {
            return variable.named(name, result, nearFence);
        }
        if (owner.equals("java/lang/Object") && name.equals("wait")) {
            return at(0, NULL, MONITOR, OBJECT, Call.operands(owner, descriptor));
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
        if (access.weak() && !nearFence) {
            return null;
        }
        List<Integer> place = call.arguments();
        return at(place.get(0), NULL, place.get(1), access.bytes() << BYTES, call.operands())
            .with(access.releases(), access.acquires(), order(access.weak(), access.opaque()), result);
    }

    /**
     * Describes an access to a volatile field or, near a fence, another one.
     *
     * @param number of the field, see {@link org.tearline.agent.order.Fields}
     */
    static Order ofField(int opcode, String owner, String descriptor, int number, boolean weak) {
        boolean writes = opcode == PUTFIELD || opcode == PUTSTATIC;
        Type type = Type.getObjectType(owner);
        List<Type> operands = new ArrayList<>();
        if (!isStatic(opcode)) {
            operands.add(type);
        }
        if (writes) {
            operands.add(Type.getType(descriptor));
        }
        Order order = at(isStatic(opcode) ? type : 0, NULL, (long) number, FIELD, operands);
        return order.with(writes, !writes, weak ? 0 : STRONG, Type.getType(descriptor));
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
        Type element = ELEMENTS[opcode - (reads ? IALOAD : IASTORE)];
        List<Type> operands = new ArrayList<>(List.of(OBJECT_TYPE, INT_TYPE));
        if (writes) {
            operands.add(element);
        }
        return at(0, 0, 1, FIELD, operands).with(writes, reads, 0, element);
    }

    /** Describes the end of a class initializer, and the first access to a class that another thread may have run. */
    static Order ofClass(String owner, boolean ends) {
        return at(Type.getObjectType(owner), NULL, CLASS, OBJECT, List.of())
            .with(ends, !ends, STRONG, null);
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
    private static Order ofHandle(String name, String descriptor) {
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
        Object where = hasIndex ? 2 : (Object) 0L;
        return at(coordinates == 0 ? 0 : 1, 0, where, FIELD, operands);
    }

    private static Order ofAtomic(String owner, String name, String descriptor) {
        boolean marked = owner.endsWith("StampedReference") || owner.endsWith("MarkableReference");
        if (name.equals("weakCompareAndSet") && !marked) {
            return null;
        }
        List<Type> operands = Call.operands(owner, descriptor);
        if (owner.endsWith("FieldUpdater")) {
            return at(1, 0, 0L, FIELD, operands);
        }
        if (owner.endsWith("Array")) {
            return at(0, 0, 1, FIELD, operands);
        }
        return at(0, NULL, 0L, OBJECT, operands);
    }

    private static boolean updates(String name) {
        return Frames.starts(UPDATES, name) || name.contains("AndGet");
    }

    private static boolean writes(String name) {
        return updates(name) || name.startsWith("set") || name.equals("lazySet");
    }

    private static boolean reads(String name) {
        return updates(name) || name.startsWith("get") || name.endsWith("Value") || name.equals("isMarked");
    }

    /** Returns null if the name of the method says that it has no order, and there is no fence. */
    private Order named(String name, Type result, boolean nearFence) {
        boolean isHandle = operands.get(0).getInternalName().equals(HANDLE);
        boolean plain = isHandle && (name.equals("get") || name.equals("set"));
        boolean weak = name.endsWith("Plain") || name.endsWith("Opaque");
        boolean acquires = reads(name) && !name.endsWith("Release");
        boolean releases = writes(name) && !name.endsWith("Acquire");
        if (plain && !nearFence || !acquires && !releases) {
            return null;
        }
        return with(releases, acquires, order(plain, weak), result);
    }
}
