// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.rewrite;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.objectweb.asm.Type;
import org.tearline.agent.access.Access;
import org.tearline.agent.access.Operation;

/**
 * The accesses of the JDK's own buffers, views and segments, all of them plain where the address is misaligned: the JDK
 * refuses the others. Stateless. Thread-safe.
 */
final class PlainCalls {
    /** The classes whose calls are watched with plain accesses only, by their internal names. */
    static final List<String> OWNERS = List.of("java/nio/ByteBuffer", "java/nio/MappedByteBuffer",
        "java/lang/invoke/VarHandle", "java/lang/foreign/MemorySegment");

    private static final Pattern BUFFER = Pattern.compile("(get|put)(Short|Char|Int|Long|Float|Double)");
    private static final Map<String, Integer> BYTES =
        Map.of("Short", 2, "Char", 2, "Int", 4, "Float", 4, "Long", 8, "Double", 8);
    /** A buffer of whatever declared type or a byte array, an index, and a value if it is set. */
    private static final Pattern VIEW = Pattern.compile(
        "\\((?:L[^;]+;|\\[B)[ISCB](?<value>[^)]+)?\\)(?:\\[*(?:L[^;]+;|[^\\[L]))");
    private static final Pattern SEGMENT = Pattern.compile(
        "\\(Ljava/lang/foreign/ValueLayout\\$Of(Short|Char|Int|Long|Float|Double);J[SCIJFD]?\\)[SCIJFDV]");

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
        Matcher matcher = BUFFER.matcher(name);
        if (!matcher.matches()) {
            return Optional.empty();
        }
        List<Type> operands = Call.operands(owner, descriptor);
        boolean get = matcher.group(1).equals("get");
        boolean indexed = operands.size() == (get ? 2 : 3);
        Access access = access(owner, name, get, BYTES.get(matcher.group(2)));
        return Optional.of(indexed
            ? new Call(access, Hook.BUFFER, "(Ljava/lang/Object;II)V", 0, operands)
            : new Call(access, Hook.BUFFER, "(Ljava/lang/Object;I)V", 0, operands));
    }

    /** The handle knows the width: the types at the call need not be its own. */
    private static Optional<Call> view(String owner, String name, String descriptor) {
        Matcher matcher = VIEW.matcher(descriptor);
        boolean get = name.equals("get");
        return matcher.matches() && (get ? matcher.group("value") == null
            : name.equals("set") && matcher.group("value") != null)
            ? Optional.of(new Call(access(owner, name, get, 0), Hook.VIEW, Hook.VIEW_TYPES, 0,
                Call.operands(owner, descriptor)))
            : Optional.empty();
    }

    private static Optional<Call> segment(String owner, String name, String descriptor) {
        Matcher matcher = SEGMENT.matcher(descriptor);
        if (!matcher.matches()) {
            return Optional.empty();
        }
        int bytes = BYTES.get(matcher.group(1));
        List<Type> operands = Call.operands(owner, descriptor);
        return switch (name) {
            case "get", "set" -> Optional.of(new Call(access(owner, name, name.equals("get"), bytes), Hook.SEGMENT,
                "(Ljava/lang/Object;Ljava/lang/Object;JI)V", 0, operands));
            case "getAtIndex", "setAtIndex" -> Optional.of(new Call(
                access(owner, name, name.equals("getAtIndex"), bytes), Hook.SEGMENT_INDEX,
                "(Ljava/lang/Object;Ljava/lang/Object;JI)V", 0, operands));
            default -> Optional.empty();
        };
    }

    private static Access access(String owner, String name, boolean get, int bytes) {
        return new Access(owner.replace('/', '.'), name, get ? Operation.READ : Operation.WRITE, Access.PLAIN, bytes);
    }
}
