// SPDX-License-Identifier: Apache-2.0
package org.tearline.trial;

import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/**
 * The CPU of each thread. Thread-safe.
 *
 * @param writers the CPU of each writer; empty if threads are not pinned
 * @param note    a remark for the user about the choice, or null
 * @param alone   whether unpinned threads have only one CPU; false if threads are pinned
 */
public record ThreadCpus(List<Integer> writers, List<Integer> readers, String note, boolean alone) {
    /** Returns no CPUs, for unpinned threads. The list of allowed CPUs is empty if unknown. */
    public static ThreadCpus none(List<Integer> allowed) {
        String note = "threads were not pinned";
        if (allowed.isEmpty()) {
            note += ": not supported on this system";
        }
        return new ThreadCpus(List.of(), List.of(), note, allowed.size() == 1);
    }

    public boolean pinned() {
        return !writers.isEmpty();
    }

    /** Assigns CPUs to the writers and then to the readers, and reuses them if there are too few. */
    public static ThreadCpus of(List<Integer> cpus, int writers, int readers) {
        int threads = writers + readers;
        List<Integer> dealt = IntStream.range(0, threads)
            .mapToObj(i -> cpus.get(i % cpus.size()))
            .toList();
        String note = cpus.size() < threads ? "fewer CPUs than threads" : null;
        boolean alone = false;
        return new ThreadCpus(dealt.subList(0, writers), dealt.subList(writers, threads), note, alone);
    }

    /**
     * Uses one CPU of each physical core before any SMT sibling.
     *
     * @param usable the CPUs that this process may use; if empty, they are unknown, and the threads stay unpinned
     * @param coreOf returns the physical core of a CPU, if known
     */
    public static ThreadCpus choose(List<Integer> usable, IntFunction<Optional<String>> coreOf, int writers,
                                    int readers) {
        if (usable.isEmpty()) {
            return none(usable);
        }
        Map<String, Integer> cpusOfCore = new HashMap<>();
        Map<Integer, Integer> numberInCore = new HashMap<>();
        for (int cpu : usable) {
            numberInCore.put(cpu, cpusOfCore.merge(coreOf.apply(cpu).orElse("cpu" + cpu), 1, Integer::sum));
        }
        List<Integer> siblingsLast = usable.stream().sorted(Comparator.comparing(numberInCore::get)).toList();
        ThreadCpus threadCpus = of(siblingsLast, writers, readers);
        if (cpusOfCore.size() < Math.min(writers + readers, usable.size())) {
            return new ThreadCpus(threadCpus.writers, threadCpus.readers,
                "SMT siblings: there are fewer cores than threads", threadCpus.alone);
        }
        return threadCpus;
    }

    /** Whether a writer and a reader can run at the same time. */
    public boolean canOverlap() {
        if (!pinned()) {
            return !alone;
        }
        return writers.stream().anyMatch(cpu -> readers.stream().anyMatch(other -> !other.equals(cpu)));
    }
}
