// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.rewrite;

import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.tearline.agent.access.Access;
import org.tearline.agent.access.Access.Operation;
import org.tearline.agent.access.UnsafeMethods;

/**
 * A watched call instruction.
 *
 * @param check      method of {@link Check} to call first
 * @param checkTypes descriptor of that method; its last parameters are the width and the number of the instruction
 * @param from       index of the first operand that the check takes
 * @param operands   types of the operands of the call, including the receiver
 */
record Call(Access access, String check, String checkTypes, int from, List<Type> operands) {
    /** Internal names of the classes whose methods are always watched. */
    static final List<String> UNSAFE = List.of("sun/misc/Unsafe", "jdk/internal/misc/Unsafe");

    /** End of the descriptor of every check: the width and the number of the instruction. */
    static final String WIDTH_AND_NUMBER = "II)V";

    private static final String OBJECT_AND_OFFSET = "(Ljava/lang/Object;J";
    private static final String ADDRESS = "(J";
    /**
     * Names of bulk writes. The operands are the source (for copies only), the target and a number of bytes. Source and
     * target are each an address, or an object and an offset.
     */
    private static final Pattern BULK = Pattern.compile("(set|copy|copySwap)Memory");

    static Optional<Call> find(int opcode, String owner, String name, String descriptor, boolean plain) {
        if (opcode == Opcodes.INVOKESPECIAL) {
            return Optional.empty();
        }
        if (UNSAFE.contains(owner)) {
            return unsafe(owner, name, descriptor).filter(call -> plain || !call.access().plain()
                || call.access().bytes() == 0);
        }
        return plain ? PlainCalls.find(opcode == Opcodes.INVOKESTATIC, owner, name, descriptor) : Optional.empty();
    }

    private static Optional<Call> unsafe(String owner, String name, String descriptor) {
        String target = descriptor.startsWith(OBJECT_AND_OFFSET) ? OBJECT_AND_OFFSET : ADDRESS;
        Matcher bulk = BULK.matcher(name);
        if (bulk.matches()) {
            int from = bulk.group(1).equals("set") ? 1 : target.equals(ADDRESS) ? 2 : 3;
            return Optional.of(new Call(access(owner, name, Operation.WRITE, 0), "checkBulk",
                target + "J" + WIDTH_AND_NUMBER, from, operands(owner, descriptor)));
        }
        return !descriptor.startsWith(target) ? Optional.empty() : UnsafeMethods.find(owner.replace('/', '.'), name)
            .map(access -> new Call(access, "check", target + WIDTH_AND_NUMBER, 1, operands(owner, descriptor)));
    }

    static Access access(String owner, String name, Operation operation, int bytes) {
        return new Access(owner.replace('/', '.'), name, operation, Access.PLAIN, bytes,
            bytes == 0 && !owner.equals("java/lang/invoke/VarHandle"));
    }

    static List<Type> operands(String owner, String descriptor) {
        return Stream.concat(Stream.of(Type.getObjectType(owner)), Stream.of(Type.getArgumentTypes(descriptor)))
            .toList();
    }
}
