// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent;

import java.lang.instrument.Instrumentation;
import java.lang.reflect.InvocationTargetException;
import java.net.MalformedURLException;
import java.net.URISyntaxException;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.Map;
import java.util.function.Consumer;

/**
 * What the JVM starts. Everything else is in a class loader of its own, with an unnamed module of its own, so that what
 * the agent may see of the JDK is not opened to the program. Thread-safe.
 */
public final class Agent {
    /** The class Session of the running agent; null where none runs. */
    private static Class<?> session;

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
     * Passes every misaligned access to the listener, by the thread that is about to make it. Each is described as a
     * site of the report (schema/agent.schema.json) with the keys access, memory, object, offset, crossesLine,
     * crossesPage, address, site and frames, a list of StackTraceElement. To be called of the class that the system's
     * class loader knows.
     *
     * @throws IllegalStateException where no agent runs
     */
    public static synchronized void listen(Consumer<Map<String, Object>> listener) {
        call("listen", Consumer.class, listener);
    }

    /** What schema/agent.schema.json describes, as maps, lists, strings and numbers. */
    @SuppressWarnings("unchecked")
    public static synchronized Map<String, Object> report() {
        return (Map<String, Object>) call("report", null, null);
    }

    private static Object call(String method, Class<?> type, Object argument) {
        if (session == null) {
            throw new IllegalStateException("no agent runs in this JVM");
        }
        try {
            return type == null ? session.getMethod(method).invoke(null)
                : session.getMethod(method, type).invoke(null, argument);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    private static synchronized void start(String options, Instrumentation instrumentation, boolean withProgram) {
        if (session != null) {
            System.err.println("tearline: the agent is in this JVM already; these options are ignored: " + options);
            return;
        }
        try {
            URL jar = Agent.class.getProtectionDomain().getCodeSource().getLocation().toURI().toURL();
            ClassLoader loader = new URLClassLoader("tearline-agent", new URL[] {jar},
                ClassLoader.getPlatformClassLoader());
            Class<?> started = Class.forName("org.tearline.agent.Session", true, loader);
            if ((boolean) started.getMethod("start", String.class, Instrumentation.class, boolean.class)
                .invoke(null, options, instrumentation, withProgram)) {
                session = started;
            }
        } catch (InvocationTargetException e) {
            failed(e.getCause());
        } catch (ReflectiveOperationException | URISyntaxException | MalformedURLException | RuntimeException
                 | LinkageError e) {
            failed(e);
        }
    }

    /** The JVM ends a program whose agent throws, and the program can run without. */
    private static void failed(Throwable cause) {
        System.err.println("tearline: the agent cannot start, and nothing is watched: "
            + cause.toString().replaceAll("\\R+\\s*", " "));
    }
}
