// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.rewrite;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.tearline.agent.access.Access;
import org.tearline.agent.access.UnsafeMethods;

/**
 * A watched call instruction.
 *
 * @param check      method of {@link Check} to call afterwards
 * @param checkTypes descriptor of that method without its last parameters: the width, unless the access is a bulk
 *                   write, and the number of the instruction
 * @param from       index of the first operand that the check takes; the number of operands if it takes the result
 * @param operands   types of the operands of the call, including the receiver unless it is an array
 */
record Call(Access access, String check, String checkTypes, int from, List<Type> operands) {
    static final List<String> UNSAFE = List.of("sun/misc/Unsafe", "jdk/internal/misc/Unsafe");
    private static final String BYTES = "[B";
    private static final String SYSTEM_COPY = "arraycopy";
    /** The constant pool of a class that copies a byte array contains one of these texts. */
    static final List<String> COPIES = List.of(SYSTEM_COPY, "copyOf", "copyOfRange", BYTES);

    private static final String SYSTEM = "java/lang/System";
    private static final String ARRAYS = "java/util/Arrays";
    private static final String OBJECT_AND_OFFSET = "(Ljava/lang/Object;J";
    private static final String ADDRESS = "(J";
    /**
     * Names of bulk writes. Their parameters start with the source (for copies only), the target and a number of bytes.
     * Source and target are each an address, or an object and an offset.
     */
    private static final List<String> BULK = List.of("setMemory", "copyMemory", "copySwapMemory");

    static Optional<Call> find(int opcode, String owner, String name, String descriptor, boolean plain) {
        if (plain && copies(opcode, owner, name, descriptor)) {
            return Optional.of(copy(owner, name, descriptor));
        }
        if (opcode == Opcodes.INVOKESPECIAL || !UNSAFE.contains(owner)) {
            return Optional.empty();
        }
        return unsafe(owner, name, descriptor)
            .filter(call -> plain || !call.access().plain() || call.access().bulk());
    }

    /** Whether calls of a method of Unsafe with this name are watched. */
    static boolean isWatched(String method, boolean plain) {
        return BULK.contains(method)
            || UnsafeMethods.find(UNSAFE.get(0), method).filter(access -> plain || !access.plain()).isPresent();
    }

    private static boolean copies(int opcode, String owner, String name, String descriptor) {
        if (opcode == Opcodes.INVOKESTATIC) {
            return owner.equals(SYSTEM) && name.equals(SYSTEM_COPY)
                || owner.equals(ARRAYS) && descriptor.endsWith(")" + BYTES);
        }
        return owner.equals(BYTES) && name.equals("clone");
    }

    private static Call copy(String owner, String name, String descriptor) {
        Access access = Access.ofBulk(Access.COPY, Type.getObjectType(owner).getClassName(), name);
        List<Type> operands = List.of(Type.getArgumentTypes(descriptor));
        if (owner.equals(SYSTEM)) {
            // The source array and its index come before those of the target, and the length.
            return new Call(access, "copied", "(Ljava/lang/Object;II", 2, operands);
        }
        return new Call(access, "copied", "(Ljava/lang/Object;", operands.size(), operands);
    }

    boolean checksResult() {
        return from == operands.size();
    }

    private static Optional<Call> unsafe(String owner, String name, String descriptor) {
        String address = descriptor.startsWith(OBJECT_AND_OFFSET) ? OBJECT_AND_OFFSET : ADDRESS;
        String className = owner.replace('/', '.');
        List<Type> operands = operands(owner, descriptor);
        if (BULK.contains(name)) {
            int addressOperands = address.equals(ADDRESS) ? 1 : 2;
            int target = name.equals("setMemory") ? 1 : 1 + addressOperands;
            return Optional.of(
                new Call(Access.ofBulk(Access.UNSAFE, className, name), "bulk", address + "J", target, operands));
        }
        if (!descriptor.startsWith(address)) {
            return Optional.empty();
        }
        return UnsafeMethods.find(className, name)
            .map(access -> new Call(access, access.plain() ? "plain" : "check", address, 1, operands));
    }

    private static List<Type> operands(String owner, String descriptor) {
        return Stream.concat(Stream.of(Type.getObjectType(owner)), Stream.of(Type.getArgumentTypes(descriptor)))
            .toList();
    }
}
