// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.access;

import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.tearline.agent.access.Access.Operation;
import org.tearline.agent.order.Table;

/** Describes the access that a method of Unsafe makes, based on its name. Thread-safe. */
public final class UnsafeMethods {
    /** Widths in bytes of the types that occur in method names. */
    public static final Map<String, Integer> BYTES =
        Map.of("Short", 2, "Char", 2, "Int", 4, "Float", 4, "Long", 8, "Double", 8, "Address", 8);

    private static final String TYPE =
        "(?<type>Short|Char|Int|Long|Float|Double|Address|Byte|Boolean|Object|Reference)";
    private static final Pattern GET_PUT = Pattern.compile("(?<what>get|put)(?<ordered>Ordered)?" + TYPE
        + "(?<order>Unaligned|Opaque|Acquire|Release|Volatile)?");
    /** The weak forms with "Plain" in their names impose no order, yet compile to locked instructions on x86. */
    private static final Pattern UPDATE = Pattern.compile("(?<what>compareAndSet|compareAndSwap|weakCompareAndSet"
        + "|compareAndExchange|getAnd(?:Set|Add|Bitwise(?:And|Or|Xor)))" + TYPE
        + "(?:Plain|Acquire|Release|Volatile)?");

    /** Needs no limit, since the patterns match a finite number of names. */
    private static final Table<String, Access> FOUND = new Table<>();

    private UnsafeMethods() {
    }

    /** Returns empty for all but accesses to one number of 2, 4 or 8 bytes. Bytes and references are always aligned. */
    public static Optional<Access> find(String owner, String method) {
        return findAny(owner, method).filter(access -> access.bytes() > 1);
    }

    /** Returns the same, and also accesses to bytes and references, whose width counts as 1. */
    public static Optional<Access> findAny(String owner, String method) {
        return Optional.ofNullable(FOUND.computeIfAbsent(owner + '.' + method, key -> parse(owner, method)));
    }

    private static Access parse(String owner, String method) {
        Matcher single = GET_PUT.matcher(method);
        if (single.matches()) {
            Operation operation = single.group("what").equals("get") ? Operation.READ : Operation.WRITE;
            String order = single.group("ordered") == null ? order(single.group("order")) : "ordered";
            return Access.ofUnsafe(owner, method, operation, order, bytes(single.group("type")));
        }
        Matcher update = UPDATE.matcher(method);
        if (!update.matches()) {
            return null;
        }
        return Access.ofUnsafe(owner, method, Operation.UPDATE, mode(update.group("what")),
            bytes(update.group("type")));
    }

    private static int bytes(String type) {
        return BYTES.getOrDefault(type, 1);
    }

    private static String mode(String update) {
        return switch (update) {
            case "compareAndSet", "compareAndSwap", "weakCompareAndSet" -> "cas";
            case "compareAndExchange" -> "exchange";
            case "getAndSet", "getAndAdd" -> update.toLowerCase(Locale.ROOT);
            default -> "getandbitwise";
        };
    }

    private static String order(String suffix) {
        if (suffix == null || suffix.equals("Unaligned")) {
            return Access.PLAIN;
        }
        return suffix.equals("Release") ? "ordered" : suffix.toLowerCase(Locale.ROOT);
    }
}
