// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent;

import java.lang.instrument.Instrumentation;
import java.lang.reflect.InvocationTargetException;
import java.net.MalformedURLException;
import java.net.URISyntaxException;
import java.net.URL;
import java.net.URLClassLoader;

/**
 * What the JVM starts. Everything else lives in a class loader of its own, with an unnamed module of its own: what the
 * agent may see of the JDK is not opened to the program. Called by one thread.
 */
public final class Agent {
    private static boolean running;

    private Agent() {
    }

    /** Starts with the program: -javaagent. */
    public static void premain(String options, Instrumentation instrumentation) {
        start(options, instrumentation, true);
    }

    /** Starts in a running program, through the attach mechanism. */
    public static void agentmain(String options, Instrumentation instrumentation) {
        start(options, instrumentation, false);
    }

    /** Prints the help: java -jar tearline-agent.jar. */
    public static void main(String[] arguments) {
        System.out.print(Options.HELP);
    }

    private static synchronized void start(String options, Instrumentation instrumentation, boolean withProgram) {
        if (running) {
            System.err.println("tearline: the agent is in this JVM already; these options are ignored: " + options);
            return;
        }
        running = true;
        try {
            URL jar = Agent.class.getProtectionDomain().getCodeSource().getLocation().toURI().toURL();
            ClassLoader loader = new URLClassLoader("tearline-agent", new URL[] {jar},
                ClassLoader.getPlatformClassLoader());
            Class.forName("org.tearline.agent.Session", true, loader)
                .getMethod("start", String.class, Instrumentation.class, boolean.class)
                .invoke(null, options, instrumentation, withProgram);
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
