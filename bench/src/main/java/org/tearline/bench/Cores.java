// SPDX-License-Identifier: Apache-2.0
package org.tearline.bench;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Pins pairs of threads on Linux, with the program taskset. Thread-safe. */
public final class Cores {
    private static final String ALLOWED = "Cpus_allowed_list:";

    private Cores() {
    }

    /**
     * Pins the calling thread, which is the first or the second (0 or 1) of a pair.
     *
     * @param cores "two" for a pair on different cores, "one" for the two hardware threads of one core, "free" or null
     *              for no pinning
     * @throws IllegalStateException if there is no such pair
     */
    public static void pin(String cores, int thread) {
        if (cores == null || cores.equals("free")) {
            return;
        }
        try {
            int cpu = pair(allowed(Path.of("/proc/self/status")), cores.equals("one")).get(thread);
            String threadId = Path.of("/proc/thread-self").toRealPath().getFileName().toString();
            Process taskset = new ProcessBuilder("taskset", "-pc", String.valueOf(cpu), threadId)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD).start();
            if (taskset.waitFor() != 0) {
                throw new IllegalStateException("taskset failed for CPU " + cpu);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static List<Integer> pair(List<Integer> allowed, boolean oneCore) throws IOException {
        int first = allowed.get(0);
        for (int other : allowed.subList(1, allowed.size())) {
            if (core(other).equals(core(first)) == oneCore) {
                return List.of(first, other);
            }
        }
        throw new IllegalStateException("skipped: this machine has no such pair of CPUs");
    }

    /** Returns the CPUs that the process may use, from a list such as 0-3,8. */
    static List<Integer> allowed(Path status) throws IOException {
        List<Integer> cpus = new ArrayList<>();
        for (String line : Files.readAllLines(status)) {
            if (line.startsWith(ALLOWED)) {
                for (String range : line.substring(ALLOWED.length()).strip().split(",")) {
                    String[] ends = range.split("-");
                    for (int cpu = Integer.parseInt(ends[0]); cpu <= Integer.parseInt(ends[ends.length - 1]); cpu++) {
                        cpus.add(cpu);
                    }
                }
            }
        }
        return cpus;
    }

    private static String core(int cpu) throws IOException {
        return Files.readString(Path.of("/sys/devices/system/cpu/cpu" + cpu + "/topology/thread_siblings_list"));
    }
}
