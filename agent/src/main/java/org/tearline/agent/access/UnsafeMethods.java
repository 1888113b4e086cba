// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.access;

import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads from the name of an Unsafe method what it does. Thread-safe. */
public final class UnsafeMethods {
    private static final String TYPE = "(Short|Char|Int|Long|Float|Double)";
    private static final Pattern GET = Pattern.compile("get" + TYPE + "(Unaligned|Opaque|Acquire|Volatile)?");
    private static final Pattern PUT = Pattern.compile("put" + TYPE + "(Unaligned|Opaque|Release|Volatile)?");
    private static final Pattern PUT_ORDERED = Pattern.compile("putOrdered(Int|Long)");
    /** The weak forms with "Plain" in their names order nothing and are locked instructions all the same. */
    private static final Pattern CAS = Pattern.compile(
        "(?:compareAndSet|compareAndSwap|weakCompareAndSet)" + TYPE + "(?:Plain|Acquire|Release|Volatile)?");
    private static final Pattern EXCHANGE = Pattern.compile("compareAndExchange" + TYPE + "(?:Acquire|Release)?");
    private static final Pattern GET_AND = Pattern.compile(
        "getAnd(Set|Add|BitwiseAnd|BitwiseOr|BitwiseXor)" + TYPE + "(?:Acquire|Release)?");
    private static final Pattern ADDRESS = Pattern.compile("(get|put)Address");
    private static final Map<String, Integer> BYTES =
        Map.of("Short", 2, "Char", 2, "Int", 4, "Float", 4, "Long", 8, "Double", 8);

    /** Found before. The names are bounded by their patterns. */
    private static final Map<String, Access> FOUND = new ConcurrentHashMap<>();

    private UnsafeMethods() {
    }

    /**
     * Returns the access that a method makes; none where it reads or writes no value of 2, 4 or 8 bytes. References are
     * left out: the JVM keeps them aligned.
     *
     * @param owner sun.misc.Unsafe or jdk.internal.misc.Unsafe
     */
    public static Optional<Access> find(String owner, String method) {
        String key = owner + '.' + method;
        Access known = FOUND.get(key);
        if (known != null) {
            return Optional.of(known);
        }
        Optional<Access> found = read(owner, method);
        found.ifPresent(access -> FOUND.put(key, access));
        return found;
    }

    private static Optional<Access> read(String owner, String method) {
        Matcher got = GET.matcher(method);
        if (got.matches()) {
            return access(owner, method, Operation.READ, order(got.group(2)), got.group(1));
        }
        Matcher put = PUT.matcher(method);
        if (put.matches()) {
            return access(owner, method, Operation.WRITE, order(put.group(2)), put.group(1));
        }
        Matcher ordered = PUT_ORDERED.matcher(method);
        if (ordered.matches()) {
            return access(owner, method, Operation.WRITE, "ordered", ordered.group(1));
        }
        return findUpdate(owner, method);
    }

    private static Optional<Access> findUpdate(String owner, String method) {
        Matcher cas = CAS.matcher(method);
        if (cas.matches()) {
            return access(owner, method, Operation.UPDATE, "cas", cas.group(1));
        }
        Matcher exchange = EXCHANGE.matcher(method);
        if (exchange.matches()) {
            return access(owner, method, Operation.UPDATE, "exchange", exchange.group(1));
        }
        Matcher update = GET_AND.matcher(method);
        if (update.matches()) {
            String what = update.group(1).startsWith("Bitwise") ? "Bitwise" : update.group(1);
            return access(owner, method, Operation.UPDATE, "getand" + what.toLowerCase(Locale.ROOT), update.group(2));
        }
        Matcher address = ADDRESS.matcher(method);
        if (address.matches()) {
            Operation operation = address.group(1).equals("get") ? Operation.READ : Operation.WRITE;
            return access(owner, method, operation, Access.PLAIN, "Long");
        }
        return Optional.empty();
    }

    private static String order(String suffix) {
        return suffix == null || suffix.equals("Unaligned") ? Access.PLAIN
            : suffix.equals("Release") ? "ordered" : suffix.toLowerCase(Locale.ROOT);
    }

    private static Optional<Access> access(String owner, String method, Operation operation, String mode, String type) {
        return Optional.of(new Access(owner, method, operation, mode, BYTES.get(type)));
    }
}
