// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.rewrite;

import static org.objectweb.asm.Opcodes.INVOKESTATIC;
import static org.tearline.agent.access.Access.COPY;
import static org.tearline.agent.access.Access.Operation.READ;
import static org.tearline.agent.access.Access.Operation.WRITE;

import java.util.List;
import java.util.stream.IntStream;
import org.objectweb.asm.Type;
import org.tearline.agent.access.Access;
import org.tearline.agent.access.Access.Operation;

/** A call, of which this finds the accesses to byte arrays that the JDK makes for the program. */
record ByteArrays(int opcode, String owner, String name, String descriptor) {
    private static final String BYTES = "[B";
    private static final String DESCRIPTOR = "([B";
    /** The constant pool of a class that makes such calls contains a text that starts with one of these. */
    static final List<String> STARTS = List.of("arraycopy", BYTES, DESCRIPTOR);
    private static final List<String> COMPARISONS = List.of("equals", "mismatch", "compare", "hashCode");
    /** Of streams, files, checksums, digests, ciphers, encoders and compressors. */
    private static final List<String> READERS =
        List.of("write", "update", "doFinal", "encode", "encodeToString", "formatHex", "setInput");
    private static final List<String> WRITERS = List.of("read", "readFully", "readNBytes", "deflate", "inflate");

    /** Returns the accesses, see {@link Call#find}. */
    List<Call> find() {
        if (owner.equals(BYTES) && name.equals("clone")) {
            return copied("whole", 0);
        }
        if (owner.equals("java/lang/System") && name.equals("arraycopy")) {
            return List.of(call(READ, "part", 0, 1, 4), call(WRITE, "part", 2, 3, 4));
        }
        boolean isJdk = owner.startsWith("java/") || owner.startsWith("javax/crypto/");
        if (!isJdk || !descriptor.startsWith(DESCRIPTOR)) {
            return List.of();
        }
        if (opcode != INVOKESTATIC) {
            return transfer();
        }
        if (!owner.equals("java/util/Arrays")) {
            return List.of();
        }
        if (descriptor.endsWith(")" + BYTES)) {
            return name.equals("copyOf") ? copied(name, 0, 1) : copied(name, 0, 1, 2);
        }
        return COMPARISONS.contains(name) ? compared() : List.of();
    }

    /** A copy that returns a new array. */
    private List<Call> copied(String check, Integer... arguments) {
        return List.of(call(READ, check, arguments), call(WRITE, "whole"));
    }

    /** A comparison of two arrays, or the hash code of one; of parts if there are positions. */
    private List<Call> compared() {
        List<Type> operands = operands();
        boolean parts = operands.size() > 2;
        return IntStream.range(0, operands.size()).filter(i -> operands.get(i).getDescriptor().equals(BYTES))
            .mapToObj(i -> parts ? call(READ, "copyOfRange", i, i + 1, i + 2) : call(READ, "whole", i)).toList();
    }

    /** A new String, or what a stream or the like reads or writes; at most, since there may be fewer bytes to read. */
    private List<Call> transfer() {
        boolean reads = READERS.contains(name) || owner.equals("java/lang/String") && name.equals("<init>");
        boolean whole = descriptor.startsWith("([B)") || descriptor.startsWith("([BL");
        boolean part = descriptor.startsWith("([BII");
        if (!reads && !WRITERS.contains(name) || !whole && !part) {
            return List.of();
        }
        Operation operation = reads ? READ : WRITE;
        return List.of(whole ? call(operation, "whole", 1) : call(operation, "part", 1, 2, 3));
    }

    private Call call(Operation operation, String check, Integer... arguments) {
        Access access = Access.ofBulk(COPY, Type.getObjectType(owner).getClassName(), name, operation);
        return new Call(access, check, List.of(arguments), operands());
    }

    private List<Type> operands() {
        return opcode == INVOKESTATIC ? List.of(Type.getArgumentTypes(descriptor))
            : Call.operands(owner, descriptor);
    }
}
