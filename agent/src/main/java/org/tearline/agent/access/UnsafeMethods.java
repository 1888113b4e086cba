// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.access;

import static java.util.Locale.ROOT;
import static org.tearline.agent.access.Access.Operation.READ;
import static org.tearline.agent.access.Access.Operation.UPDATE;
import static org.tearline.agent.access.Access.Operation.WRITE;
import static org.tearline.agent.access.Access.PLAIN;
import static org.tearline.agent.access.Access.UNSAFE;

import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.tearline.agent.access.Access.Operation;

/** Describes the access that a method of Unsafe makes, based on its name. Thread-safe. */
public final class UnsafeMethods {
    /** Widths in bytes of the types that occur in method names. */
    public static final Map<String, Integer> BYTES =
        Map.of("Short", 2, "Char", 2, "Int", 4, "Float", 4, "Long", 8, "Double", 8, "Address", 8);

    /** The weak forms with "Plain" in their names impose no order, yet compile to locked instructions on x86. */
    private static final Pattern NAME = Pattern.compile("(?<what>get|put|compareAndSet|compareAndSwap|weakCompareAndSet"
        + "|compareAndExchange|getAnd(?:Set|Add|Bitwise(?:And|Or|Xor)))(?<ordered>Ordered)?"
        + "(?<type>Short|Char|Int|Long|Float|Double|Address|Byte|Boolean|Object|Reference)"
        + "(?<order>Unaligned|Opaque|Plain|Acquire|Release|Volatile)?");

    private UnsafeMethods() {
    }

    /** Returns empty for all but accesses to one number of 2, 4 or 8 bytes. Bytes and references are always aligned. */
    public static Optional<Access> find(String owner, String method) {
        return findAny(owner, method).filter(access -> access.bytes() > 1);
    }

    /** Returns the same, and also accesses to bytes and references, whose width counts as 1. */
    public static Optional<Access> findAny(String owner, String method) {
        Matcher name = NAME.matcher(method);
        if (!name.matches()) {
            return Optional.empty();
        }
        String what = name.group("what");
        int bytes = BYTES.getOrDefault(name.group("type"), 1);
        String order = name.group("ordered") == null ? order(name.group("order")) : "ordered";
        Operation operation = switch (what) {
            case "get" -> READ;
            case "put" -> WRITE;
            default -> UPDATE;
        };
        return Optional.of(new Access(UNSAFE, owner, method, operation, mode(what, order), bytes,
            method.endsWith("Unaligned"), false));
    }

    /** @param order of a read or write */
    private static String mode(String what, String order) {
        return switch (what) {
            case "get", "put" -> order;
            case "compareAndSet", "compareAndSwap", "weakCompareAndSet" -> "cas";
            case "compareAndExchange" -> "exchange";
            case "getAndSet", "getAndAdd" -> what.toLowerCase(ROOT);
            default -> "getandbitwise";
        };
    }

    private static String order(String suffix) {
        if (suffix == null || suffix.equals("Unaligned")) {
            return PLAIN;
        }
        return suffix.equals("Release") ? "ordered" : suffix.toLowerCase(ROOT);
    }
}
