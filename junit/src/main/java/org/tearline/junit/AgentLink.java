// SPDX-License-Identifier: Apache-2.0
package org.tearline.junit;

import java.io.File;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.net.URISyntaxException;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.tearline.agent.Agent;

/**
 * Connects to the agent in this JVM. If the agent is not on the command line, a separate process attaches it, because a
 * JVM may not attach to itself. Calls go through the system class loader, whose agent class may differ from the one
 * visible here, and pass only JDK types. Thread-safe.
 */
final class AgentLink {
    /** JUnit's configuration parameter for agent options. */
    static final String OPTIONS = "tearline.options";
    /** No report file is written, since failed tests show the findings. */
    static final String DEFAULT_OPTIONS = "quiet,report=false";

    /** Time limit for attaching, which usually takes a second. A JVM at a breakpoint does not respond. */
    private static final long MOST_SECONDS = 60;

    private static final List<String> OPTION_VARIABLES =
        List.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS");

    /** Leaves plain accesses out. */
    private static final String ORDERED = "ordered";
    private static final String LINE = "line=";
    private static final String LIBRARY = "library=";

    private static boolean listening;
    private static String refusal;

    private AgentLink() {
    }

    /**
     * Registers {@link Guards} with the agent, which is loaded with these options if necessary.
     *
     * @throws NotWatchedError if no agent can be loaded, or the running one does not watch what the options require
     */
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

    private static void requireWatching(String options) {
        Map<?, ?> report = report();
        List<String> required = Arrays.stream(options.split(",")).map(String::strip).toList();
        boolean ordered = (boolean) ((Map<?, ?>) report.get("options")).get(ORDERED);
        String missing = required.stream().filter(option -> !isMet(option, report)).collect(Collectors.joining(","));
        if (ordered && !required.contains(ORDERED)) {
            refuseToRunWith("has the option " + ORDERED, options);
        }
        if (!missing.isEmpty()) {
            refuseToRunWith("lacks " + missing, options);
        }
    }

    private static void refuseToRunWith(String fault, String options) {
        refusal = "tearline: these tests are not watched as required by " + OPTIONS + ": the running agent " + fault
            + "; start the JVM with -javaagent:" + jar() + "=" + options;
        throw new NotWatchedError(refusal);
    }

    /** Whether the running agent watches all that an option asks for. True for options that do not affect this. */
    private static boolean isMet(String option, Map<?, ?> report) {
        Map<?, ?> own = (Map<?, ?>) report.get("options");
        if (option.startsWith(LINE)) {
            return option.equals(LINE + ((Map<?, ?>) report.get("geometry")).get("lineBytes"));
        }
        if (option.startsWith(LIBRARY)) {
            return ((List<?>) own.get("libraries")).contains(option.substring(LIBRARY.length()));
        }
        return true;
    }

    private static boolean runs() {
        try {
            report();
            return true;
        } catch (NotWatchedError e) {
            return false;
        }
    }

    /** Returns the agent's current report; see agent.schema.json. */
    @SuppressWarnings("unchecked")
    static Map<String, Object> report() {
        return (Map<String, Object>) call("report", new Class<?>[0]);
    }

    private static Object call(String method, Class<?>[] types, Object... arguments) {
        try {
            return Class.forName(Agent.class.getName(), true, ClassLoader.getSystemClassLoader())
                .getMethod(method, types).invoke(null, arguments);
        } catch (InvocationTargetException e) {
            throw notWatched(String.valueOf(e.getCause()));
        } catch (ClassNotFoundException e) {
            throw notWatched("no agent is running");
        } catch (ReflectiveOperationException e) {
            throw notWatched("the running agent has another version: " + e);
        }
    }

    private static void attach(String options) {
        List<String> command = List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-jar",
            jar().toString(), Long.toString(ProcessHandle.current().pid()), options);
        try {
            File output = File.createTempFile("tearline", null);
            try {
                ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(output);
                // Removes options that are meant for the tests' JVM and could make the attaching JVM fail.
                builder.environment().keySet().removeAll(OPTION_VARIABLES);
                Process process = builder.start();
                if (!process.waitFor(MOST_SECONDS, TimeUnit.SECONDS)) {
                    process.destroyForcibly();
                    refuse("attaching the agent took more than " + MOST_SECONDS + " s");
                }
                // An earlier attempt, interrupted while it waited, may have attached the agent meanwhile.
                if (process.exitValue() != 0 && !runs()) {
                    refuse(new String(Files.readAllBytes(output.toPath()), Charset.defaultCharset()));
                }
            } finally {
                output.delete();
            }
        } catch (IOException e) {
            refuse("cannot start a process to attach the agent: " + e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw notWatched("the thread was interrupted");
        }
    }

    /** Fails this call and all later ones. */
    private static void refuse(String why) {
        refusal = notWatched(why).getMessage();
        throw new NotWatchedError(refusal);
    }

    private static NotWatchedError notWatched(String why) {
        String line = why.strip().replaceAll("\\R+\\s*", " ").replaceFirst("^tearline: ", "");
        return new NotWatchedError("tearline: these tests are not watched: " + line + "; start the JVM with -javaagent:"
            + jar() + "=" + DEFAULT_OPTIONS + ", in Maven with <argLine> of the Surefire plugin");
    }

    private static Path jar() {
        try {
            return Path.of(Agent.class.getProtectionDomain().getCodeSource().getLocation().toURI());
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }
}
