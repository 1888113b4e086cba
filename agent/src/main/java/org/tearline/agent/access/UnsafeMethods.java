// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.access;

import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.tearline.agent.access.Access.Operation;

/** Derives the access that an Unsafe method makes from its name. Thread-safe. */
public final class UnsafeMethods {
    /** Widths of the primitive types, as method names spell them. */
    public static final Map<String, Integer> BYTES =
        Map.of("Short", 2, "Char", 2, "Int", 4, "Float", 4, "Long", 8, "Double", 8);

    private static final String TYPE = "(?<type>Short|Char|Int|Long|Float|Double)";
    private static final Pattern GET_PUT = Pattern.compile(
        "(?<get>get|put)" + TYPE + "(?<order>Unaligned|Opaque|Acquire|Release|Volatile)?");
    private static final Pattern PUT_ORDERED = Pattern.compile("putOrdered" + TYPE);
    /** The weak forms whose names contain "Plain" order nothing, yet compile to locked instructions. */
    private static final Pattern UPDATE = Pattern.compile("(?<what>compareAndSet|compareAndSwap|weakCompareAndSet"
        + "|compareAndExchange|getAnd(?:Set|Add|Bitwise(?:And|Or|Xor)))" + TYPE
        + "(?:Plain|Acquire|Release|Volatile)?");
    private static final Pattern ADDRESS = Pattern.compile("(?<get>get|put)Address");

    /** Bounded, as the patterns match a finite number of names. */
    private static final Map<String, Access> FOUND = new ConcurrentHashMap<>();

    private UnsafeMethods() {
    }

    /** Excludes references, which the JVM keeps aligned. */
    public static Optional<Access> find(String owner, String method) {
        return Optional.ofNullable(FOUND.computeIfAbsent(owner + '.' + method, key -> parse(owner, method)));
    }

    private static Access parse(String owner, String method) {
        Matcher plain = GET_PUT.matcher(method);
        if (plain.matches()) {
            return access(owner, method, operation(plain), order(plain.group("order")), plain.group("type"));
        }
        Matcher ordered = PUT_ORDERED.matcher(method);
        if (ordered.matches()) {
            return access(owner, method, Operation.WRITE, "ordered", ordered.group("type"));
        }
        Matcher update = UPDATE.matcher(method);
        if (update.matches()) {
            return access(owner, method, Operation.UPDATE, mode(update.group("what")), update.group("type"));
        }
        Matcher address = ADDRESS.matcher(method);
        return address.matches() ? access(owner, method, operation(address), Access.PLAIN, "Long") : null;
    }

    private static Operation operation(Matcher matcher) {
        return matcher.group("get").equals("get") ? Operation.READ : Operation.WRITE;
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
        return suffix == null || suffix.equals("Unaligned") ? Access.PLAIN
            : suffix.equals("Release") ? "ordered" : suffix.toLowerCase(Locale.ROOT);
    }

    private static Access access(String owner, String method, Operation operation, String mode, String type) {
        return new Access(owner, method, operation, mode, BYTES.get(type));
    }
}
