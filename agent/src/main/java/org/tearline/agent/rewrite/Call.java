// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.rewrite;

import static org.tearline.agent.access.Access.Operation.READ;
import static org.tearline.agent.access.Access.Operation.UPDATE;
import static org.tearline.agent.access.Access.Operation.WRITE;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.objectweb.asm.Type;
import org.tearline.agent.access.Access;
import org.tearline.agent.access.UnsafeMethods;

/**
 * An access that a watched call instruction makes.
 *
 * @param check      method of {@link Check} to call afterwards
 * @param arguments  indexes of the operands that the check takes, or {@link #NULL}; empty if it takes the result
 * @param operands   types of the operands of the call, including the receiver
 */
record Call(Access access, String check, List<Integer> arguments, List<Type> operands) {
    static final List<String> UNSAFE = List.of("sun/misc/Unsafe", "jdk/internal/misc/Unsafe");
    private static final String OBJECT_AND_OFFSET = "(Ljava/lang/Object;J";
    /** Stands for the object if the operand is an address. */
    static final int NULL = -1;
    /**
     * Names of bulk accesses. Their parameters start with the source (for copies only), the target and a number of
     * bytes. Source and target are each an address, or an object and an offset.
     */
    private static final List<String> BULK = List.of("setMemory", "copyMemory", "copySwapMemory");

    /** Returns the accesses that a call makes: two for a copy, which reads and then writes; none if not watched. */
    static List<Call> find(int opcode, String owner, String name, String descriptor, boolean plain) {
        if (!UNSAFE.contains(owner)) {
            return plain ? new ByteArrays(opcode, owner, name, descriptor).find() : List.of();
        }
        if (BULK.contains(name)) {
            return bulk(owner, name, descriptor);
        }
        return isWatched(name, plain) ? single(owner, name, descriptor).stream().toList() : List.of();
    }

    /** Whether calls of a method of Unsafe with this name are watched. */
    static boolean isWatched(String method, boolean plain) {
        return BULK.contains(method)
            || UnsafeMethods.find(UNSAFE.get(0), method).filter(access -> plain || !access.plain()).isPresent();
    }

    /** Whether the JDK may refuse the access: it updates a short by the int around it, which has to be aligned. */
    boolean mayBeRefused() {
        return access.operation() == UPDATE && access.bytes() < Integer.BYTES;
    }

    private static List<Call> bulk(String owner, String name, String descriptor) {
        String className = owner.replace('/', '.');
        List<Type> operands = operands(owner, descriptor);
        Access write = Access.ofBulk(Access.UNSAFE, className, name, WRITE);
        boolean objects = descriptor.startsWith(OBJECT_AND_OFFSET);
        if (name.equals("setMemory")) {
            List<Integer> filled = objects ? List.of(NULL, 1, 2, 3) : List.of(NULL, NULL, 1, 2);
            return List.of(new Call(write, "target", filled, operands));
        }
        Access read = Access.ofBulk(Access.UNSAFE, className, name, READ);
        List<Integer> source = objects ? List.of(1, 2, 3, 5) : List.of(NULL, 1, NULL, 3);
        List<Integer> target = objects ? List.of(1, 3, 4, 5) : List.of(NULL, NULL, 2, 3);
        return List.of(new Call(read, "source", source, operands),
            new Call(write, "target", target, operands));
    }

    /** Returns the access that a call makes to one value, which may also be a byte or a reference. */
    static Optional<Call> single(String owner, String name, String descriptor) {
        boolean object = descriptor.startsWith(OBJECT_AND_OFFSET);
        if (!object && !descriptor.startsWith("(J")) {
            return Optional.empty();
        }
        List<Integer> arguments = object ? List.of(1, 2) : List.of(NULL, 1);
        return UnsafeMethods.findAny(owner.replace('/', '.'), name).map(access -> new Call(access,
            access.plain() ? "plain" : "check", arguments, operands(owner, descriptor)));
    }

    /** Returns the types of the operands of a call that is not static. */
    static List<Type> operands(String owner, String descriptor) {
        return Stream.concat(Stream.of(Type.getObjectType(owner)), Stream.of(Type.getArgumentTypes(descriptor)))
            .toList();
    }
}
