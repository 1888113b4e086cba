// SPDX-License-Identifier: Apache-2.0
package org.tearline.bench.plan;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.tearline.bench.result.StepResult;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/**
 * JVMs with the flags of the forks and a time limit, which print a step's result: for what JMH cannot run. Whatever
 * happens, none of them is left behind. Stateless. Thread-safe.
 */
final class Forks {
    /** Far above the start of a JVM; what takes longer than its own time and this hangs. */
    private static final int GRACE_SECONDS = 30;
    /** The release from which on sun.misc.Unsafe, which JCTools uses, is complained of on stderr. */
    private static final int UNSAFE_COMPLAINS = 23;

    private Forks() {
    }

    /** Returns a main class with its arguments, ready to be started. */
    static List<String> command(Class<?> main, List<String> arguments) {
        List<String> command = new ArrayList<>(List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString()));
        command.addAll(Jmh.JVM_ARGS);
        if (Runtime.version().feature() >= UNSAFE_COMPLAINS) {
            command.add("--sun-misc-unsafe-memory-access=allow");
        }
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
        command.addAll(arguments);
        return command;
    }

    /**
     * Runs one, or several that belong together, to their ends.
     *
     * @param seconds what they are asked to take
     * @return what the last one printed
     */
    static StepResult run(double seconds, List<List<String>> commands) throws StepFailed {
        List<Process> processes = new ArrayList<>();
        List<Path> said = new ArrayList<>();
        try {
            Path out = Files.createTempFile("tearline-bench", ".json");
            said.add(out);
            for (List<String> command : commands) {
                Path err = Files.createTempFile("tearline-bench", ".err");
                said.add(err);
                processes.add(new ProcessBuilder(command).redirectError(err.toFile())
                    .redirectOutput(processes.size() + 1 == commands.size() ? ProcessBuilder.Redirect.to(out.toFile())
                        : ProcessBuilder.Redirect.DISCARD).start());
            }
            long limit = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos((long) (1000 * (seconds + GRACE_SECONDS)));
            for (int i = processes.size() - 1; i >= 0; i--) {
                if (!processes.get(i).waitFor(limit - System.nanoTime(), TimeUnit.NANOSECONDS)) {
                    throw new StepFailed("it did not end within its time", null);
                }
                if (processes.get(i).exitValue() != 0) {
                    throw new StepFailed(words(Files.readString(said.get(i + 1)), processes.get(i).exitValue()), null);
                }
            }
            return JsonMapper.builder().build().readValue(Files.readString(out, StandardCharsets.UTF_8),
                StepResult.class);
        } catch (IOException | JacksonException e) {
            throw new StepFailed("no result: " + e.getMessage(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new StepFailed("interrupted", e);
        } finally {
            processes.forEach(Process::destroyForcibly);
            said.forEach(file -> file.toFile().delete());
        }
    }

    private static String words(String err, int code) {
        return err.lines().findFirst().orElse("a fork ended with " + code);
    }
}
