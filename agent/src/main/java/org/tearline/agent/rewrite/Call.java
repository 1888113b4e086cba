// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.rewrite;

import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.objectweb.asm.Type;
import org.tearline.agent.access.Access;
import org.tearline.agent.access.Access.Operation;
import org.tearline.agent.access.UnsafeMethods;

/**
 * A watched call instruction. Immutable.
 *
 * @param check      name of the method in {@link Check} that is called first
 * @param checkTypes its descriptor; the last operands are the width and the number of the instruction
 * @param from       index of the first operand that the check wants; the receiver is operand 0
 */
record Call(Access access, String check, String checkTypes, int from, List<Type> operands) {
    /** The classes whose calls are watched whatever the options, by their internal names. */
    static final List<String> UNSAFE = List.of("sun/misc/Unsafe", "jdk/internal/misc/Unsafe");

    private static final String OBJECT_AND_OFFSET = "(Ljava/lang/Object;J";
    private static final String ADDRESS = "(J";
    /** What writes many bytes at once: an address or an object and an offset, and how many; copies name them second. */
    private static final Pattern BULK = Pattern.compile("(set|copy|copySwap)Memory");

    static Optional<Call> find(String owner, String name, String descriptor, boolean plain) {
        if (UNSAFE.contains(owner)) {
            return unsafe(owner, name, descriptor).filter(call -> plain || !call.access().plain()
                || call.access().bytes() == 0);
        }
        return plain ? PlainCalls.find(owner, name, descriptor) : Optional.empty();
    }

    private static Optional<Call> unsafe(String owner, String name, String descriptor) {
        Matcher bulk = BULK.matcher(name);
        if (bulk.matches()) {
            String target = descriptor.startsWith(ADDRESS) ? ADDRESS : OBJECT_AND_OFFSET;
            int from = bulk.group(1).equals("set") ? 1 : target.equals(ADDRESS) ? 2 : 3;
            return Optional.of(new Call(new Access(owner.replace('/', '.'), name, Operation.WRITE, Access.PLAIN, 0),
                "checkBulk", target + "JII)V", from, operands(owner, descriptor)));
        }
        String checkTypes;
        if (descriptor.startsWith(OBJECT_AND_OFFSET)) {
            checkTypes = OBJECT_AND_OFFSET + "II)V";
        } else if (descriptor.startsWith(ADDRESS)) {
            checkTypes = ADDRESS + "II)V";
        } else {
            return Optional.empty();
        }
        return UnsafeMethods.find(owner.replace('/', '.'), name)
            .map(access -> new Call(access, "check", checkTypes, 1, operands(owner, descriptor)));
    }

    static List<Type> operands(String owner, String descriptor) {
        Type[] arguments = Type.getArgumentTypes(descriptor);
        Type[] all = new Type[arguments.length + 1];
        all[0] = Type.getObjectType(owner);
        System.arraycopy(arguments, 0, all, 1, arguments.length);
        return List.of(all);
    }
}
