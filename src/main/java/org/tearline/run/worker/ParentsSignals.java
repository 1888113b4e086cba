// SPDX-License-Identifier: Apache-2.0
package org.tearline.run.worker;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.List;

/**
 * Leaves to the parent what a terminal sends to all of its processes: the parent stops the trial and closes the worker,
 * and a worker whose parent died sees its standard input end.
 *
 * <p>Claim: the handlers of {@code sun.misc.Signal}, which do nothing, replace HotSpot's own. Reached by reflection
 * because javac warns of the name and cannot be told not to. Checked with signals to workers of JDK 17 and 25.
 */
final class ParentsSignals {
    private static final List<String> NAMES = List.of("INT", "HUP", "TERM");

    private ParentsSignals() {
    }

    static void ignore() {
        try {
            Class<?> signal = Class.forName("sun.misc.Signal");
            Class<?> handler = Class.forName("sun.misc.SignalHandler");
            Object nothing = Proxy.newProxyInstance(ParentsSignals.class.getClassLoader(), new Class<?>[] {handler},
                (proxy, method, arguments) -> null);
            for (String name : NAMES) {
                ignore(signal, handler, nothing, name);
            }
        } catch (ReflectiveOperationException e) {
            // A JVM without that class.
        }
    }

    private static void ignore(Class<?> signal, Class<?> handler, Object nothing, String name)
        throws ReflectiveOperationException {
        try {
            signal.getMethod("handle", signal, handler).invoke(null,
                signal.getConstructor(String.class).newInstance(name), nothing);
        } catch (InvocationTargetException e) {
            // Such as -Xrs, or Windows, which has no HUP: whoever sends it then means this process, too.
        }
    }
}
