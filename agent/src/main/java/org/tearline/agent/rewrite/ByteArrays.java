// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.rewrite;

import java.util.List;
import java.util.stream.IntStream;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.tearline.agent.access.Access;
import org.tearline.agent.access.Access.Operation;

/** Finds the accesses to byte arrays that the JDK's methods make for the program. Stateless. */
final class ByteArrays {
    private static final String BYTES = "[B";
    private static final String DESCRIPTOR = "([B";
    /** The constant pool of a class that makes such calls contains a text that starts like one of these. */
    static final List<String> STARTS = List.of("arraycopy", BYTES, DESCRIPTOR);
    private static final List<String> COMPARISONS = List.of("equals", "mismatch", "compare", "hashCode");
    /** Of streams, files, checksums, digests, ciphers, encoders and compressors. */
    private static final List<String> READERS =
        List.of("write", "update", "doFinal", "encode", "encodeToString", "formatHex", "setInput");
    private static final List<String> WRITERS = List.of("read", "readFully", "readNBytes", "deflate", "inflate");

    private ByteArrays() {
    }

    /** Returns the accesses that a call makes, see {@link Call#find}. */
    static List<Call> find(int opcode, String owner, String name, String descriptor) {
        if (owner.equals(BYTES) && name.equals("clone")) {
            return copied(owner, name, List.of(Type.getObjectType(BYTES)), "whole", List.of(0));
        }
        List<Type> arguments = List.of(Type.getArgumentTypes(descriptor));
        if (owner.equals("java/lang/System") && name.equals("arraycopy")) {
            return List.of(new Call(access(owner, name, Operation.READ), "part", List.of(0, 1, 4), arguments),
                new Call(access(owner, name, Operation.WRITE), "part", List.of(2, 3, 4), arguments));
        }
        boolean isJdk = owner.startsWith("java/") || owner.startsWith("javax/crypto/");
        if (!isJdk || !descriptor.startsWith(DESCRIPTOR)) {
            return List.of();
        }
        if (opcode != Opcodes.INVOKESTATIC) {
            return transfer(owner, name, descriptor);
        }
        if (!owner.equals("java/util/Arrays")) {
            return List.of();
        }
        if (descriptor.endsWith(")" + BYTES)) {
            List<Integer> all = IntStream.range(0, arguments.size()).boxed().toList();
            return copied(owner, name, arguments, name, all);
        }
        return COMPARISONS.contains(name) ? compared(owner, name, arguments) : List.of();
    }

    /** A copy that returns a new array. */
    private static List<Call> copied(String owner, String name, List<Type> operands, String check,
                                     List<Integer> arguments) {
        return List.of(new Call(access(owner, name, Operation.READ), check, arguments, operands),
            new Call(access(owner, name, Operation.WRITE), "whole", List.of(), operands));
    }

    /** A comparison of two arrays, or the hash code of one; of parts if there are positions. */
    private static List<Call> compared(String owner, String name, List<Type> arguments) {
        boolean parts = arguments.size() > 2;
        Access read = access(owner, name, Operation.READ);
        return IntStream.range(0, arguments.size()).filter(i -> arguments.get(i).getDescriptor().equals(BYTES))
            .mapToObj(i -> parts ? new Call(read, "copyOfRange", List.of(i, i + 1, i + 2), arguments)
                : new Call(read, "whole", List.of(i), arguments)).toList();
    }

    /** A new String, or what a stream or the like reads or writes; at most, since there may be fewer bytes to read. */
    private static List<Call> transfer(String owner, String name, String descriptor) {
        boolean reads = READERS.contains(name) || owner.equals("java/lang/String") && name.equals("<init>");
        boolean whole = descriptor.startsWith("([B)") || descriptor.startsWith("([BL");
        boolean part = descriptor.startsWith("([BII");
        if (!reads && !WRITERS.contains(name) || !whole && !part) {
            return List.of();
        }
        Access access = access(owner, name, reads ? Operation.READ : Operation.WRITE);
        List<Type> operands = Call.operands(owner, descriptor);
        return List.of(whole ? new Call(access, "whole", List.of(1), operands)
            : new Call(access, "part", List.of(1, 2, 3), operands));
    }

    private static Access access(String owner, String name, Operation operation) {
        return Access.ofBulk(Access.COPY, Type.getObjectType(owner).getClassName(), name, operation);
    }
}
