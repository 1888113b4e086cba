// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.order;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;

/** The JDK's internal Unsafe. Thread-safe. */
final class Internal {
    private static final String UNSAFE = "jdk.internal.misc.Unsafe";

    private Internal() {
    }

    /** Returns null if this JDK gives no access to a method. */
    static MethodHandle unsafe(String method, Class<?> result, Class<?>... parameters) {
        try {
            Class<?> type = Class.forName(UNSAFE);
            MethodHandles.Lookup lookup = MethodHandles.privateLookupIn(type, MethodHandles.lookup());
            Object unsafe = lookup.findStatic(type, "getUnsafe", MethodType.methodType(type)).invoke();
            return lookup.findVirtual(type, method, MethodType.methodType(result, parameters)).bindTo(unsafe);
        } catch (Throwable e) {
            return null;
        }
    }
}
