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
 * @param checkTypes descriptor of that method without its last parameters, such as the number of the instruction
 * @param from       index of the first operand that the check takes; the number of operands if it takes the result
 * @param operands   types of the operands of the call, including the receiver
 */
record Call(Access access, String check, String checkTypes, int from, List<Type> operands) {
    /** Internal names of the classes whose methods are always watched. */
    static final List<String> UNSAFE = List.of("sun/misc/Unsafe", "jdk/internal/misc/Unsafe");
    private static final String BYTES = "[B";
    private static final String SYSTEM_COPY = "arraycopy";
    /** A class that copies arrays names one of these methods, or the array that it clones. */
    static final List<String> COPIES = List.of(SYSTEM_COPY, "copyOf", "copyOfRange", BYTES);

    private static final String SYSTEM = "java/lang/System";
    private static final String ARRAYS = "java/util/Arrays";
    private static final String OBJECT_AND_OFFSET = "(Ljava/lang/Object;J";
    private static final String ADDRESS = "(J";
    /**
     * Names of bulk writes. The operands are the source (for copies only), the target and a number of bytes. Source and
     * target are each an address, or an object and an offset.
     */
    private static final List<String> BULK = List.of("setMemory", "copyMemory", "copySwapMemory");

    static Optional<Call> find(int opcode, String owner, String name, String descriptor, boolean plain) {
        if (plain && copies(opcode, owner, name, descriptor)) {
            List<Type> operands = List.of(Type.getArgumentTypes(descriptor));
            boolean intoOperand = owner.equals(SYSTEM);
            return Optional.of(new Call(Access.ofBulk(Access.COPY, Type.getObjectType(owner).getClassName(), name),
                "copied", intoOperand ? "(Ljava/lang/Object;II" : "(Ljava/lang/Object;",
                intoOperand ? 2 : operands.size(), operands));
        }
        if (opcode == Opcodes.INVOKESPECIAL || !UNSAFE.contains(owner)) {
            return Optional.empty();
        }
        return unsafe(owner, name, descriptor)
            .filter(call -> plain || !call.access().plain() || call.access().bulk());
    }

    private static boolean copies(int opcode, String owner, String name, String descriptor) {
        if (opcode == Opcodes.INVOKESTATIC) {
            return owner.equals(SYSTEM) && name.equals(SYSTEM_COPY)
                || owner.equals(ARRAYS) && descriptor.endsWith(")" + BYTES);
        }
        return owner.equals(BYTES) && name.equals("clone");
    }

    /** Whether the check takes the result of the call. */
    boolean checksResult() {
        return from == operands.size();
    }

    private static Optional<Call> unsafe(String owner, String name, String descriptor) {
        String target = descriptor.startsWith(OBJECT_AND_OFFSET) ? OBJECT_AND_OFFSET : ADDRESS;
        if (BULK.contains(name)) {
            int address = target.equals(ADDRESS) ? 1 : 2;
            return Optional.of(new Call(Access.ofBulk(Access.UNSAFE, owner.replace('/', '.'), name), "bulk",
                target + "J", name.equals("setMemory") ? 1 : 1 + address, operands(owner, descriptor)));
        }
        return !descriptor.startsWith(target) ? Optional.empty() : UnsafeMethods.find(owner.replace('/', '.'), name)
            .map(access -> new Call(access, access.plain() ? "plain" : "check", target, 1,
                operands(owner, descriptor)));
    }

    private static List<Type> operands(String owner, String descriptor) {
        return Stream.concat(Stream.of(Type.getObjectType(owner)), Stream.of(Type.getArgumentTypes(descriptor)))
            .toList();
    }
}
