// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent;

import java.lang.instrument.Instrumentation;
import java.lang.reflect.InvocationTargetException;
import java.net.URL;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Entry point of the agent. A separate class loader loads everything else, so that JDK packages are opened only to the
 * unnamed module of that loader and not to the program. Thread-safe.
 */
public final class Agent {
    /** Option that makes a running agent write its report, instead of starting one. */
    static final String SNAPSHOT = "report";

    /** The Session of the running agent; null if no agent is running. */
    private static Object session;

    private Agent() {
    }

    public static void premain(String options, Instrumentation instrumentation) {
        start(options, instrumentation, true);
    }

    public static void agentmain(String options, Instrumentation instrumentation) {
        start(options, instrumentation, false);
    }

    public static void main(String[] arguments) {
        if (arguments.length == 0) {
            System.out.print(Options.HELP);
        } else {
            System.exit(Attaching.run(arguments));
        }
    }

    /**
     * Passes every misaligned access that is watched from now on to the listener, on the thread that has just made it.
     * The map has the keys access, memory, object, offset, crossesLine, crossesPage, address, site and frames. Their
     * meanings are those of a site in schema/agent.schema.json, except that the frames are StackTraceElements. The
     * schema has no address: for a value in the heap, it is the offset in the object. Call this method on the Agent
     * class that the system class loader loaded.
     *
     * @throws IllegalStateException if no agent is running
     */
    public static synchronized void listen(Consumer<Map<String, Object>> listener) {
        call("listen", List.of(Consumer.class), listener);
    }

    /**
     * Returns the report described by schema/agent.schema.json as nested maps and lists of strings, numbers, booleans
     * and nulls.
     *
     * @throws IllegalStateException if no agent is running
     */
    @SuppressWarnings("unchecked")
    public static synchronized Map<String, Object> report() {
        return (Map<String, Object>) call("report", List.of());
    }

    private static Object call(String method, List<Class<?>> types, Object... arguments) {
        if (session == null) {
            throw new IllegalStateException("no agent is running in this JVM");
        }
        try {
            return session.getClass().getMethod(method, types.toArray(new Class<?>[0])).invoke(session, arguments);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    /** @param withProgram whether the agent starts before the program, rather than being attached to it */
    private static synchronized void start(String options, Instrumentation instrumentation, boolean withProgram) {
        if (SNAPSHOT.equals(options)) {
            try {
                call("snapshot", List.of());
            } catch (IllegalStateException e) {
                System.err.println("tearline: no report: " + e.getMessage());
            }
            return;
        }
        if (session != null) {
            System.err.println("tearline: the agent is already running in this JVM; this one does nothing");
            return;
        }
        try {
            URL jar = Agent.class.getProtectionDomain().getCodeSource().getLocation();
            ClassLoader loader = new CopiedJar("tearline-agent", jar);
            session = Class.forName("org.tearline.agent.Session", true, loader)
                .getMethod("start", String.class, Instrumentation.class, boolean.class)
                .invoke(null, options, instrumentation, withProgram);
        } catch (Throwable e) {
            // An exception would make the JVM end the program.
            Throwable cause = e instanceof InvocationTargetException ? e.getCause() : e;
            System.err.println("tearline: the agent cannot start and watches nothing: "
                + cause.toString().replaceAll("\\R+\\s*", " "));
        }
    }
}
