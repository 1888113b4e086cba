// SPDX-License-Identifier: Apache-2.0
package org.tearline.machine;

import java.io.IOException;
import java.io.InputStream;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.tearline.trial.OffsetList;
import org.tearline.trial.ThreadCpus;

/**
 * Reads facts from the kernel's /proc and /sys. A fact is absent if its file is missing or unreadable. Thread-safe.
 *
 * @param root the folder that contains proc and sys, possibly as captured files; null on Windows, where a drive may
 *             have unrelated folders of these names
 */
public record KernelFiles(Path root) {
    public static KernelFiles live() {
        if (Os.WINDOWS) {
            return new KernelFiles(null);
        }
        return new KernelFiles(Path.of("/"));
    }

    /**
     * The CPUs in the affinity mask of this process, which a container's cpuset also limits. On Windows, as many CPUs
     * as the JVM may use, numbered from 0.
     */
    public Optional<List<Integer>> allowedCpus() {
        if (root == null) {
            return Optional.of(IntStream.range(0, Runtime.getRuntime().availableProcessors()).boxed().toList());
        }
        return text("proc/self/status")
            .map(Pattern.compile("(?m)^Cpus_allowed_list:[ \\t]*(\\S+)")::matcher)
            .filter(Matcher::find)
            .flatMap(found -> CpuList.read(found.group(1)));
    }

    /** The source of {@link #allowedCpus}. */
    String allowedSource() {
        if (root == null) {
            return "Runtime.availableProcessors";
        }
        return "/proc/self/status";
    }

    /**
     * Identifies the physical core of a CPU by its SMT siblings, or else by its socket and core numbers, which are not
     * unique on s390x and POWER.
     */
    Optional<String> coreOf(int cpu) {
        if (root == null) {
            // Assumes that each core has two SMT siblings, which Windows numbers consecutively.
            return Optional.of("core" + cpu / 2);
        }
        String topology = "sys/devices/system/cpu/cpu" + cpu + "/topology/";
        return line(topology + "thread_siblings_list")
            .or(() -> line(topology + "physical_package_id")
                .flatMap(socket -> line(topology + "core_id").map(core -> socket + "/" + core)));
    }

    /** Chooses from the allowed CPUs; leaves the threads unpinned if the allowed CPUs are unknown. */
    public ThreadCpus threadCpus(int writers, int readers) {
        return ThreadCpus.choose(allowedCpus().orElse(List.of()), this::coreOf, writers, readers);
    }

    /** Whether a signal or a debugger has stopped a process; false if unknown. */
    public boolean halted(long pid) {
        // The state follows the command's name in parentheses. The name may contain parentheses, too.
        String text = text("proc/" + pid + "/stat").orElse("");
        return text.substring(text.lastIndexOf(')') + 1).matches("(?s)\\s*[Tt].*");
    }

    /** Whether this process began without standard input: then a file of the JVM has its number. */
    public boolean isStdinClosed() {
        if (root == null) {
            return false;
        }
        try {
            Path modules = Path.of(System.getProperty("java.home"), "lib", "modules");
            return Files.isSameFile(root.resolve("proc/self/fd/0"), modules);
        } catch (IOException e) {
            return false;
        }
    }

    /** The family of the first CPU; OTHER if unknown. */
    public X86Family family() {
        // Reads only the first lines, which state the family: the kernel interrupts every further CPU to describe it.
        return text("proc/cpuinfo", 512)
            .map(Pattern.compile("vendor_id\\s*: (\\S+)\\ncpu family\\s*: (\\d+)\\n")::matcher)
            .filter(Matcher::find)
            .map(found -> X86Family.of(found.group(1), found.group(2)))
            .orElse(X86Family.OTHER);
    }

    /** The line size of the first cache of the first online CPU; CPU 0 may be offline. */
    public Optional<Integer> lineBytes() {
        int first = line("sys/devices/system/cpu/online").flatMap(CpuList::read)
            .map(online -> online.get(0))
            .orElse(0);
        return lineBytes("sys/devices/system/cpu/cpu" + first + "/cache/index0/coherency_line_size");
    }

    /** The line size in a file; empty unless it is plausible, because addresses are computed with it. */
    Optional<Integer> lineBytes(String file) {
        return line(file).filter(text -> text.matches("16|32|64|128|256")).map(Integer::valueOf);
    }

    /** The stripped content of a file; empty if it is blank. */
    Optional<String> line(String file) {
        return text(file).map(String::strip).filter(value -> !value.isEmpty());
    }

    /** The content of a file. Replaces invalid UTF-8, such as a command's name that the kernel truncated. */
    Optional<String> text(String file) {
        return text(file, Integer.MAX_VALUE);
    }

    private Optional<String> text(String file, int most) {
        // Reading a pipe would wait for ever.
        if (root == null || !Files.isRegularFile(root.resolve(file))) {
            return Optional.empty();
        }
        try (InputStream in = Files.newInputStream(root.resolve(file))) {
            return Optional.of(new String(in.readNBytes(most), StandardCharsets.UTF_8));
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    boolean exists(String file) {
        return root != null && Files.exists(root.resolve(file));
    }

    /** CPUs, grouped by the stressors that make them tear most. OTHER is for families of which none was measured. */
    public enum X86Family {
        INTEL, ZEN_3_AND_4, ZEN_5, OTHER;

        private static X86Family of(String vendor, String family) {
            return switch (vendor + " " + family) {
                case "GenuineIntel 6" -> INTEL;
                case "AuthenticAMD 25" -> ZEN_3_AND_4;
                case "AuthenticAMD 26" -> ZEN_5;
                default -> OTHER;
            };
        }
    }

    /** Parses and formats lists of CPUs, such as {@code 0-3,8} in Linux's files. */
    public static final class CpuList {
        /** Above any CPU number of Linux; limits the length of a parsed list. */
        private static final int MAX_CPU = (1 << 16) - 1;

        private CpuList() {
        }

        /**
         * Parses a list into ascending CPUs without duplicates; none if the text is blank.
         *
         * @throws IllegalArgumentException if the text is not a list of CPUs
         */
        public static List<Integer> parse(String text) {
            if (text.isBlank()) {
                return List.of();
            }
            return OffsetList.parse(text.strip(), MAX_CPU);
        }

        /** Like {@link #parse}, but empty if the text is not a list or contains no CPU. */
        static Optional<List<Integer>> read(String text) {
            try {
                return Optional.of(parse(text)).filter(cpus -> !cpus.isEmpty());
            } catch (IllegalArgumentException e) {
                return Optional.empty();
            }
        }

        /** Parses a mask such as {@code 00000001,0000000f}; empty if it is not a mask or contains no CPU. */
        static Optional<List<Integer>> readMask(String text) {
            String digits = text.replace(",", "");
            // 16,384 hex digits have a bit for each CPU up to MAX_CPU.
            if (!digits.matches("[0-9a-fA-F]{1,16384}")) {
                return Optional.empty();
            }
            BigInteger mask = new BigInteger(digits, 16);
            List<Integer> cpus = IntStream.range(0, mask.bitLength())
                .filter(mask::testBit)
                .boxed()
                .toList();
            return Optional.of(cpus).filter(found -> !found.isEmpty());
        }

        public static String format(List<Integer> cpus) {
            return cpus.stream().map(String::valueOf).collect(Collectors.joining(","));
        }

        /** Like {@link #format}, but sorted and with ranges. */
        public static String ranges(List<Integer> cpus) {
            return OffsetList.ranges(cpus.stream().distinct().sorted().toList()).replace("..", "-");
        }
    }
}
