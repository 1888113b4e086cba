// SPDX-License-Identifier: Apache-2.0
package org.tearline.bench.machine;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** Tells which CPUs this process may use, one of each core first. Immutable facts. Thread-safe. */
public final class Cpus {
    private static final Path STATUS = Path.of("/proc/self/status");
    private static final String ALLOWED = "Cpus_allowed_list:";
    /** Found once, before any thread is pinned: a pinned thread, and what it starts, is told of its own CPU alone. */
    private static final List<Integer> IN_ORDER = find();

    private Cpus() {
    }

    /**
     * Returns the CPUs in the order in which threads are given to them: all first siblings, then the second ones. So
     * two threads share a core only where there is but one, and neither runs where the hypervisor or a cpuset does not
     * let it.
     */
    public static List<Integer> inOrder() {
        return IN_ORDER;
    }

    /** Returns the CPU of the so many-th thread; some share one where there are fewer. */
    public static int of(int thread) {
        return IN_ORDER.get(thread % IN_ORDER.size());
    }

    private static List<Integer> find() {
        List<Integer> first = new ArrayList<>();
        List<Integer> siblings = new ArrayList<>();
        for (int cpu : allowed()) {
            boolean taken = siblingsOf(cpu).stream().anyMatch(first::contains);
            (taken ? siblings : first).add(cpu);
        }
        first.addAll(siblings);
        // A quota of CPU time lets fewer threads run at once than the list has CPUs.
        return List.copyOf(first.subList(0, Math.min(first.size(), Runtime.getRuntime().availableProcessors())));
    }

    private static List<Integer> allowed() {
        try {
            for (String line : Files.readAllLines(STATUS)) {
                if (line.startsWith(ALLOWED)) {
                    return parse(line.substring(ALLOWED.length()));
                }
            }
        } catch (IOException | NumberFormatException notLinux) {
            // The count below is all that Java says.
        }
        return IntStream.range(0, Runtime.getRuntime().availableProcessors()).boxed().toList();
    }

    private static List<Integer> siblingsOf(int cpu) {
        try {
            return parse(Files.readString(
                Path.of("/sys/devices/system/cpu/cpu" + cpu + "/topology/thread_siblings_list")));
        } catch (IOException | NumberFormatException unknown) {
            return List.of(cpu);
        }
    }

    /** Returns a list as the kernel writes it, such as {@code 0,2-3}. */
    static List<Integer> parse(String list) {
        List<Integer> cpus = new ArrayList<>();
        for (String part : list.strip().split(",")) {
            String[] ends = part.strip().split("-");
            IntStream.rangeClosed(Integer.parseInt(ends[0]), Integer.parseInt(ends[ends.length - 1]))
                .forEach(cpus::add);
        }
        return cpus;
    }
}
