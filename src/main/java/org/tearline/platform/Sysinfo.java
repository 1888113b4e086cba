// SPDX-License-Identifier: Apache-2.0
package org.tearline.platform;

import java.util.Optional;
import java.util.regex.Pattern;

/** /proc/sysinfo of s390x, which alone knows how many places the machine has. Pure functions. Thread-safe. */
final class Sysinfo {
    private static final Pattern TOPOLOGY = Pattern.compile(
        "(?m)^CPU Topology SW:\\s*\\d+ \\d+ (\\d+) (\\d+) (\\d+) (\\d+)\\s*$");

    private Sysinfo() {
    }

    /** Returns the configured places, such as "4 books, 6 sockets per book, 4 cores per socket". */
    static Optional<String> topology(String text) {
        return TOPOLOGY.matcher(text).results().findFirst().map(places -> {
            boolean drawers = !places.group(1).equals("0");
            return (drawers ? places.group(1) + " drawers, " : "") + places.group(2) + " books"
                + (drawers ? " per drawer, " : ", ") + places.group(3) + " sockets per book, " + places.group(4)
                + " cores per socket";
        });
    }
}
