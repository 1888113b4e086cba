// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.rewrite;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.objectweb.asm.Type;
import org.tearline.agent.access.Access;
import org.tearline.agent.access.Access.Operation;

/**
 * The accesses of the JDK's own buffers, views and segments, all of them plain where the address is misaligned: the JDK
 * refuses the others. Stateless. Thread-safe.
 */
final class PlainCalls {
    /** The classes whose calls are watched with plain accesses only, by their internal names. */
    static final List<String> OWNERS = List.of("java/nio/ByteBuffer", "java/nio/MappedByteBuffer",
        "java/lang/invoke/VarHandle", "java/lang/foreign/MemorySegment");

    private static final String BYTE_BUFFER = "Ljava/nio/ByteBuffer;";
    private static final Pattern BUFFER = Pattern.compile("(get|put)(Short|Char|Int|Long|Float|Double)");
    private static final Map<String, Integer> BYTES =
        Map.of("Short", 2, "Char", 2, "Int", 4, "Float", 4, "Long", 8, "Double", 8);
    /** A buffer of whatever declared type or a byte array, an index, and a value if it is set. */
    private static final Pattern VIEW = Pattern.compile(
        "\\((?:L[^;]+;|\\[B)[ISCB](?<value>[^)]+)?\\)(?:\\[*(?:L[^;]+;|[^\\[L]))");
    private static final Pattern SEGMENT = Pattern.compile(
        "\\(L(?:java/lang/foreign/ValueLayout\\$Of(Short|Char|Int|Long|Float|Double)|java/lang/foreign/AddressLayout);J"
        + "(?:[SCIJFD]|L[^;]+;)?\\)(?:[SCIJFDV]|L[^;]+;)");

    private static final String SEGMENT_CHECK = "(Ljava/lang/Object;Ljava/lang/Object;JII)V";

    private PlainCalls() {
    }

    static Optional<Call> find(String owner, String name, String descriptor) {
        return switch (owner) {
            case "java/nio/ByteBuffer", "java/nio/MappedByteBuffer" -> buffer(owner, name, descriptor);
            case "java/lang/invoke/VarHandle" -> view(owner, name, descriptor);
            case "java/lang/foreign/MemorySegment" -> segment(owner, name, descriptor);
            default -> Optional.empty();
        };
    }

    private static Optional<Call> buffer(String owner, String name, String descriptor) {
        if (name.equals("put") && descriptor.matches("\\((\\[B(II)?|Ljava/nio/ByteBuffer;)\\).*")) {
            return Optional.of(new Call(access(owner, name, false, 0), "checkPut", "(" + BYTE_BUFFER
                + descriptor.substring(1, descriptor.indexOf(')')) + "II)V", 0, Call.operands(owner, descriptor)));
        }
        Matcher matcher = BUFFER.matcher(name);
        if (!matcher.matches()) {
            return Optional.empty();
        }
        List<Type> operands = Call.operands(owner, descriptor);
        boolean get = matcher.group(1).equals("get");
        boolean indexed = operands.size() == (get ? 2 : 3);
        Access access = access(owner, name, get, BYTES.get(matcher.group(2)));
        return Optional.of(new Call(access, "checkBuffer", "(" + BYTE_BUFFER + (indexed ? "I" : "") + "II)V", 0,
            operands));
    }

    /** The handle knows the width: the types at the call need not be its own. */
    private static Optional<Call> view(String owner, String name, String descriptor) {
        Matcher matcher = VIEW.matcher(descriptor);
        boolean get = name.equals("get");
        return matcher.matches() && (get ? matcher.group("value") == null
            : name.equals("set") && matcher.group("value") != null)
            ? Optional.of(new Call(access(owner, name, get, 0), "checkView",
                "(Ljava/lang/invoke/VarHandle;Ljava/lang/Object;III)V", 0, Call.operands(owner, descriptor)))
            : Optional.empty();
    }

    private static Optional<Call> segment(String owner, String name, String descriptor) {
        Matcher matcher = SEGMENT.matcher(descriptor);
        if (!matcher.matches()) {
            return Optional.empty();
        }
        int bytes = matcher.group(1) == null ? Long.BYTES : BYTES.get(matcher.group(1));
        List<Type> operands = Call.operands(owner, descriptor);
        Access access = access(owner, name, name.startsWith("get"), bytes);
        String check = switch (name) {
            case "get", "set" -> "checkSegment";
            case "getAtIndex", "setAtIndex" -> "checkSegmentIndex";
            default -> null;
        };
        return Optional.ofNullable(check).map(one -> new Call(access, one, SEGMENT_CHECK, 0, operands));
    }

    private static Access access(String owner, String name, boolean get, int bytes) {
        return new Access(owner.replace('/', '.'), name, get ? Operation.READ : Operation.WRITE, Access.PLAIN, bytes);
    }
}
