// SPDX-License-Identifier: Apache-2.0
package org.tearline.junit;

import java.io.File;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.net.URISyntaxException;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.tearline.agent.Agent;

/**
 * The agent in this JVM, which a process of its own loads where it is not on the command line: a JVM may not attach to
 * itself. It is asked through the class that the system's class loader knows, which need not be the one that this class
 * sees, and in classes of the JDK. Thread-safe.
 */
final class AgentLink {
    /** Name of JUnit's configuration parameter with the options of the agent, where it is loaded. */
    static final String OPTIONS = "tearline.options";
    /** A failing test says what was found; a file beside it would be one that nobody asked for. */
    static final String DEFAULT_OPTIONS = "quiet,report=false";

    /** Attaching takes a second; a JVM that stands at a breakpoint does not answer. */
    private static final long MOST_SECONDS = 60;

    private static final List<String> OPTION_VARIABLES =
        List.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS");

    private static final List<String> PLAIN = List.of("plain", "plain=true");
    private static final String LINE = "line=";
    private static final String LIBRARY = "library=";

    private static boolean listening;
    private static String refusal;

    private AgentLink() {
    }

    /** Lets the agent pass on what it sees to {@link Guards}; loads it before, with these options. */
    static synchronized void listen(String options) {
        if (refusal != null) {
            throw new NotWatchedError(refusal);
        }
        if (listening) {
            return;
        }
        if (runs()) {
            requireWatching(options);
        } else {
            attach(options);
        }
        Consumer<Map<String, Object>> listener = Guards::see;
        call("listen", new Class<?>[] {Consumer.class}, listener);
        listening = true;
    }

    /** An agent that is there already may watch less than these options ask, or name other libraries. */
    private static void requireWatching(String options) {
        Map<?, ?> report = report();
        Map<?, ?> own = (Map<?, ?>) report.get("options");
        Object line = ((Map<?, ?>) report.get("geometry")).get("lineBytes");
        List<?> libraries = (List<?>) own.get("libraries");
        String missing = Arrays.stream(options.split(",")).map(String::strip)
            .filter(option -> PLAIN.contains(option) && !(boolean) own.get("plain")
                || option.startsWith(LINE) && !option.equals(LINE + line)
                || option.startsWith(LIBRARY) && !libraries.contains(option.substring(LIBRARY.length())))
            .collect(Collectors.joining(","));
        if (!missing.isEmpty()) {
            refusal = "tearline: nothing watches these tests as " + OPTIONS + " asks: the agent is there already,"
                + " without " + missing + "; start their JVM with -javaagent:" + jar() + "=" + options;
            throw new NotWatchedError(refusal);
        }
    }

    private static boolean runs() {
        try {
            report();
            return true;
        } catch (NotWatchedError e) {
            return false;
        }
    }

    /** What the agent has seen so far; agent.schema.json describes it. */
    @SuppressWarnings("unchecked")
    static Map<String, Object> report() {
        return (Map<String, Object>) call("report", new Class<?>[0]);
    }

    private static Object call(String method, Class<?>[] types, Object... arguments) {
        try {
            return Class.forName(Agent.class.getName(), true, ClassLoader.getSystemClassLoader())
                .getMethod(method, types).invoke(null, arguments);
        } catch (InvocationTargetException e) {
            throw notWatched(e.getCause().getMessage());
        } catch (ClassNotFoundException e) {
            throw notWatched("no agent runs in this JVM");
        } catch (ReflectiveOperationException e) {
            throw notWatched("the agent in this JVM is of another version: " + e);
        }
    }

    private static void attach(String options) {
        List<String> command = List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-jar",
            jar().toString(), Long.toString(ProcessHandle.current().pid()), options);
        try {
            File said = File.createTempFile("tearline", null);
            try {
                ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(said);
                // Options for the tests' JVM are none for this one, which could fail by them.
                builder.environment().keySet().removeAll(OPTION_VARIABLES);
                Process process = builder.start();
                if (!process.waitFor(MOST_SECONDS, TimeUnit.SECONDS)) {
                    process.destroyForcibly();
                    refuse("attaching it took more than " + MOST_SECONDS + " s");
                }
                if (process.exitValue() != 0) {
                    refuse(new String(Files.readAllBytes(said.toPath()), Charset.defaultCharset()));
                }
            } finally {
                said.delete();
            }
        } catch (IOException e) {
            refuse("no process can be started to attach it: " + e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            refuse("the thread was interrupted");
        }
    }

    private static void refuse(String why) {
        refusal = notWatched(why).getMessage();
        throw new NotWatchedError(refusal);
    }

    private static NotWatchedError notWatched(String why) {
        List<String> parts = new ArrayList<>(List.of(why.strip().split("\\R+\\s*")));
        return new NotWatchedError("tearline: nothing watches these tests: "
            + String.join(" ", parts).replaceFirst("^tearline: ", "") + "; start their JVM with -javaagent:" + jar()
            + "=" + DEFAULT_OPTIONS + ", in Maven <argLine> of the Surefire plugin");
    }

    private static Path jar() {
        try {
            return Path.of(Agent.class.getProtectionDomain().getCodeSource().getLocation().toURI());
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }
}
