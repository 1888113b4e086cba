// SPDX-License-Identifier: Apache-2.0
package org.tearline.platform;

import java.util.List;
import java.util.Optional;

/**
 * The CPUs that the control group of this process may use, in either version of control groups. Immutable.
 *
 * @param version 1 or 2
 * @param cpus    the CPUs, ascending
 * @param file    where they were read
 */
public record Cgroup(int version, List<Integer> cpus, String file) {
    private static final int ROOT_FIELD = 3;
    private static final int POINT_FIELD = 4;

    /** Returns the nearest group, from the process's own upwards, that says which CPUs it may use. */
    static Optional<Cgroup> of(Linux kernel) {
        String groups = kernel.text("proc/self/cgroup").orElse("");
        for (String line : groups.split("\\R")) {
            String[] fields = line.split(":", 3);
            if (fields.length == 3 && List.of(fields[1].split(",")).contains("cpuset")) {
                return find(kernel, 1, fields[2], "cgroup", List.of("cpuset.effective_cpus", "cpuset.cpus"));
            }
        }
        for (String line : groups.split("\\R")) {
            if (line.startsWith("0::")) {
                return find(kernel, 2, line.substring(3), "cgroup2", List.of("cpuset.cpus.effective"));
            }
        }
        return Optional.empty();
    }

    private static Optional<Cgroup> find(Linux kernel, int version, String path, String type, List<String> names) {
        for (String line : kernel.text("proc/self/mountinfo").orElse("").split("\\R")) {
            String[] halves = line.split(" - ", 2);
            String[] fields = halves[0].split(" ");
            boolean mounted = halves.length == 2 && fields.length > POINT_FIELD && halves[1].startsWith(type + " ")
                && (version == 2 || List.of(halves[1].split("[ ,]")).contains("cpuset"));
            if (mounted) {
                return climb(kernel, version, fields[POINT_FIELD], below(fields[ROOT_FIELD], path), names);
            }
        }
        return Optional.empty();
    }

    /** Returns a container sees its own group as the root of the mount; the path then still begins with the host's. */
    private static String below(String mountRoot, String path) {
        String root = mountRoot.equals("/") ? "" : mountRoot;
        return path.startsWith(root) ? path.substring(root.length()) : "";
    }

    private static Optional<Cgroup> climb(Linux kernel, int version, String mount, String path, List<String> names) {
        String group = path.equals("/") ? "" : path;
        while (true) {
            for (String name : names) {
                String file = mount + group + "/" + name;
                Optional<List<Integer>> cpus = kernel.line(file.substring(1)).flatMap(CpuList::read);
                if (cpus.isPresent()) {
                    return Optional.of(new Cgroup(version, cpus.get(), mount + (group.isEmpty() ? "" : "/*") + "/"
                        + name));
                }
            }
            if (group.isEmpty()) {
                return Optional.empty();
            }
            group = group.substring(0, Math.max(0, group.lastIndexOf('/')));
        }
    }
}
