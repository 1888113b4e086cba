// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.rewrite;

import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.objectweb.asm.Type;
import org.tearline.agent.access.Access.Operation;
import org.tearline.agent.access.UnsafeMethods;

/**
 * Calls that access memory through the JDK's buffers, views and segments. All of them are plain, since the JDK refuses
 * a misaligned access with a memory order. Stateless. Thread-safe.
 */
final class PlainCalls {
    private static final String SEGMENT = "java/lang/foreign/MemorySegment";
    /** Internal names of the classes whose methods are watched with the option plain. */
    static final List<String> OWNERS = List.of("java/nio/ByteBuffer", "java/nio/MappedByteBuffer",
        "java/lang/invoke/VarHandle", SEGMENT);

    private static final String BYTE_BUFFER = "Ljava/nio/ByteBuffer;";
    private static final Pattern BUFFER = Pattern.compile("(get|put)(Short|Char|Int|Long|Float|Double)");
    private static final Pattern BULK_PUT = Pattern.compile(
        "\\((?<operands>I?\\[B(?:II)?|Ljava/nio/ByteBuffer;|ILjava/nio/ByteBuffer;II)\\).*");
    /** Matches a byte array or a buffer of any declared type, an index and, for a set, the value. */
    private static final Pattern VIEW = Pattern.compile(
        "\\((?:L[^;]+;|\\[B)[ISCB](?<value>[^)]+)?\\)(?:\\[*(?:L[^;]+;|[^\\[L]))");
    private static final Pattern ACCESS = Pattern.compile(
        "\\(L(?:java/lang/foreign/ValueLayout\\$Of(Short|Char|Int|Long|Float|Double)|java/lang/foreign/AddressLayout);J"
        + "(?:[SCIJFD]|L[^;]+;)?\\)(?:[SCIJFDV]|L[^;]+;)");
    private static final String OBJECT = "Ljava/lang/Object;";
    private static final String MEMORY_SEGMENT = "Ljava/lang/foreign/MemorySegment;";
    private static final String LAYOUT = "Ljava/lang/foreign/ValueLayout;";

    private PlainCalls() {
    }

    static Optional<Call> find(boolean isStatic, String owner, String name, String descriptor) {
        if (isStatic) {
            return owner.equals(SEGMENT) && name.equals("copy") ? copy(name, descriptor) : Optional.empty();
        }
        return switch (owner) {
            case "java/nio/ByteBuffer", "java/nio/MappedByteBuffer" -> buffer(owner, name, descriptor);
            case "java/lang/invoke/VarHandle" -> view(owner, name, descriptor);
            case SEGMENT -> segment(name, descriptor);
            default -> Optional.empty();
        };
    }

    private static Optional<Call> call(String owner, String name, Operation operation, int bytes, String check,
                                       String operands, String descriptor) {
        return Optional.of(new Call(Call.access(owner, name, operation, bytes), check,
            "(" + operands + Call.WIDTH_AND_NUMBER, 0, Call.operands(owner, descriptor)));
    }

    private static Optional<Call> buffer(String owner, String name, String descriptor) {
        Matcher bulk = BULK_PUT.matcher(descriptor);
        if (name.equals("put") && bulk.matches()) {
            return call(owner, name, Operation.WRITE, 0, "checkPut", BYTE_BUFFER + bulk.group("operands"), descriptor);
        }
        Matcher matcher = BUFFER.matcher(name);
        if (!matcher.matches()) {
            return Optional.empty();
        }
        boolean get = matcher.group(1).equals("get");
        boolean indexed = Type.getArgumentTypes(descriptor).length == (get ? 1 : 2);
        return call(owner, name, get ? Operation.READ : Operation.WRITE, UnsafeMethods.BYTES.get(matcher.group(2)),
            "checkBuffer", BYTE_BUFFER + (indexed ? "I" : ""), descriptor);
    }

    /**
     * The width is 0, because the handle determines it and the types at the call may differ from those of the handle.
     */
    private static Optional<Call> view(String owner, String name, String descriptor) {
        Matcher matcher = VIEW.matcher(descriptor);
        boolean get = name.equals("get");
        return matcher.matches() && (get || name.equals("set")) && get == (matcher.group("value") == null)
            ? call(owner, name, get ? Operation.READ : Operation.WRITE, 0, "checkView",
                "Ljava/lang/invoke/VarHandle;Ljava/lang/Object;I", descriptor) : Optional.empty();
    }

    private static Optional<Call> segment(String name, String descriptor) {
        if (name.equals("fill") || name.equals("copyFrom")) {
            return call(SEGMENT, name, Operation.WRITE, 0, "checkFill",
                name.equals("fill") ? OBJECT : OBJECT + OBJECT, descriptor);
        }
        Matcher matcher = ACCESS.matcher(descriptor);
        if (!name.matches("[gs]et(AtIndex)?") || !matcher.matches()) {
            return Optional.empty();
        }
        return call(SEGMENT, name, name.startsWith("get") ? Operation.READ : Operation.WRITE,
            matcher.group(1) == null ? Long.BYTES : UnsafeMethods.BYTES.get(matcher.group(1)),
            name.endsWith("Index") ? "checkSegmentIndex" : "checkSegment", OBJECT + OBJECT + "J", descriptor);
    }

    /** Finds the static copy methods of MemorySegment: between segments, from an array, and to an array. */
    private static Optional<Call> copy(String name, String descriptor) {
        List<Type> operands = List.of(Type.getArgumentTypes(descriptor));
        List<String> types = operands.stream().map(Type::getDescriptor).toList();
        int target = types.lastIndexOf(MEMORY_SEGMENT) > 0 ? types.lastIndexOf(MEMORY_SEGMENT) : types.indexOf(OBJECT);
        String wanted = String.join("", types.subList(target, types.size())).replace(MEMORY_SEGMENT, OBJECT)
            .replace(LAYOUT, OBJECT);
        return Optional.of(new Call(Call.access(SEGMENT, name, Operation.WRITE, 0), "checkCopy",
            "(" + wanted + Call.WIDTH_AND_NUMBER, target, operands));
    }
}
