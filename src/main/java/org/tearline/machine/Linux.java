// SPDX-License-Identifier: Apache-2.0
package org.tearline.machine;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/**
 * Single facts out of a Linux kernel's /proc and /sys, below any root, so that another machine's captured files can be
 * read too. A file that is missing or unreadable is an absent fact. Thread-safe.
 *
 * @param root the folder that holds proc and sys; null on Windows, where a drive may hold anything under these names
 */
public record Linux(Path root) {
    private static final Pattern ALLOWED = Pattern.compile("(?m)^Cpus_allowed_list:[ \\t]*(\\S+)");

    public static Linux live() {
        return new Linux(Os.WINDOWS ? null : Path.of("/"));
    }

    /** The CPUs in the affinity mask of this process, which a container's cpuset narrows too. */
    public Optional<List<Integer>> allowedCpus() {
        if (root == null) {
            return Optional.of(IntStream.range(0, Runtime.getRuntime().availableProcessors()).boxed().toList());
        }
        return text("proc/self/status").map(ALLOWED::matcher).filter(Matcher::find)
            .flatMap(found -> CpuList.read(found.group(1)));
    }

    /**
     * The physical core of a CPU: its SMT siblings, or where the kernel does not list them its socket and core number.
     * Alike for SMT siblings only. Numbers alone would do on x86-64, but s390x and POWER repeat theirs.
     */
    public Optional<String> coreOf(int cpu) {
        if (root == null) {
            // Windows numbers the SMT siblings of a core one after the other.
            return Optional.of("core" + cpu / 2);
        }
        String topology = "sys/devices/system/cpu/cpu" + cpu + "/topology/";
        return line(topology + "thread_siblings_list").or(() -> line(topology + "core_id")
            .flatMap(core -> line(topology + "physical_package_id").map(socket -> socket + "/" + core)));
    }

    /** The line of the first cache of the first CPU online: CPU 0 may be offline. */
    public Optional<Integer> lineBytes() {
        int first = line("sys/devices/system/cpu/online").flatMap(CpuList::read).map(online -> online.get(0)).orElse(0);
        return lineBytes("sys/devices/system/cpu/cpu" + first + "/cache/index0/coherency_line_size");
    }

    /** The line size in a file, if it is one that CPUs have: addresses are computed with it. */
    Optional<Integer> lineBytes(String file) {
        return line(file).filter(text -> text.matches("16|32|64|128|256")).map(Integer::valueOf);
    }

    /** The stripped content of a file; empty if there is nothing in it. */
    Optional<String> line(String file) {
        return text(file).map(String::strip).filter(value -> !value.isEmpty());
    }

    /** The content of a file, with replacement characters for what is not UTF-8. */
    Optional<String> text(String file) {
        try {
            return root == null ? Optional.empty() : Optional.of(new String(Files.readAllBytes(root.resolve(file)),
                StandardCharsets.UTF_8));
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    boolean exists(String file) {
        return root != null && Files.exists(root.resolve(file));
    }
}
