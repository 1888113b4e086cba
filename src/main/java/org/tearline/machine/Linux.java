// SPDX-License-Identifier: Apache-2.0
package org.tearline.machine;

import java.io.IOException;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.tearline.machine.Machine.Os;

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

    /** The kernel's notation for a set of CPUs, such as {@code 0-3,8}. */
    public static final class CpuList {
        private static final int MAX_CPU = 1 << 16;
        private static final int HEX = 16;

        private CpuList() {
        }

        /** Parses the notation into ascending CPUs without repetition. */
        public static List<Integer> parse(String text) {
            TreeSet<Integer> cpus = new TreeSet<>();
            for (String part : text.strip().split(",")) {
                if (part.isBlank()) {
                    continue;
                }
                String[] ends = part.strip().split("-", 2);
                int from = number(ends[0], text);
                int to = ends.length == 2 ? number(ends[1], text) : from;
                if (to < from) {
                    throw new IllegalArgumentException("not an ascending range of CPUs: " + part.strip());
                }
                for (int cpu = from; cpu <= to; cpu++) {
                    cpus.add(cpu);
                }
            }
            return new ArrayList<>(cpus);
        }

        /** Like {@link #parse}, but empty if the text is no list or has no CPU in it. */
        static Optional<List<Integer>> read(String text) {
            try {
                return Optional.of(parse(text)).filter(cpus -> !cpus.isEmpty());
            } catch (IllegalArgumentException e) {
                // A file that is not what it should be says nothing.
                return Optional.empty();
            }
        }

        /** Reads a mask such as {@code 00000001,0000000f}; empty if it is none or has no CPU in it. */
        static Optional<List<Integer>> readMask(String text) {
            String digits = text.replace(",", "");
            if (!digits.matches("[0-9a-fA-F]{1,16384}")) {
                return Optional.empty();
            }
            BigInteger mask = new BigInteger(digits, HEX);
            List<Integer> cpus = IntStream.range(0, mask.bitLength()).filter(mask::testBit).boxed().toList();
            return Optional.of(cpus).filter(found -> !found.isEmpty());
        }

        public static String format(List<Integer> cpus) {
            return cpus.stream().map(String::valueOf).collect(Collectors.joining(","));
        }

        /** Writes the notation that {@link #parse} reads. */
        public static String ranges(List<Integer> cpus) {
            StringBuilder text = new StringBuilder();
            List<Integer> sorted = new ArrayList<>(new TreeSet<>(cpus));
            int start = 0;
            for (int i = 0; i < sorted.size(); i++) {
                boolean ends = i + 1 == sorted.size() || sorted.get(i + 1) != sorted.get(i) + 1;
                if (ends) {
                    text.append(text.isEmpty() ? "" : ",").append(sorted.get(start));
                    text.append(i > start ? "-" + sorted.get(i) : "");
                    start = i + 1;
                }
            }
            return text.toString();
        }

        private static int number(String digits, String whole) {
            try {
                int value = Integer.parseInt(digits.strip());
                if (value >= 0 && value < MAX_CPU) {
                    return value;
                }
            } catch (NumberFormatException e) {
                // Reported below, in the same words as a number out of range.
            }
            throw new IllegalArgumentException("not a list of CPUs such as 0-3,8: " + whole.strip());
        }
    }
}
