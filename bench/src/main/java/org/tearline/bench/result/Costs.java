// SPDX-License-Identifier: Apache-2.0
package org.tearline.bench.result;

import java.util.List;

/**
 * The file that a run leaves: measurements, and nothing of the machine but the JVM that they ran in. Immutable;
 * bench/README.md describes it.
 *
 * @param profile    smoke, quick or full
 * @param jmh        JMH's version
 * @param agreement  null where nothing was compared
 */
public record Costs(String format, int formatVersion, String profile, String jmh, JvmName jvm, Conditions conditions,
                    List<Group> groups, List<Judged> remedies, List<Layout> layouts, Agreement agreement) {
    public static final String FORMAT = "tearline-bench-costs";
    /** Counted up whenever a reader would have to change. */
    public static final int FORMAT_VERSION = 2;

    /** The JVM of the forks, in Java's own properties. */
    public record JvmName(String vendor, String version, String name) {
        /** This one, which is also that of the forks. */
        public static JvmName here() {
            return new JvmName(System.getProperty("java.vendor"), System.getProperty("java.vm.version"),
                System.getProperty("java.vm.name"));
        }
    }

    /**
     * Holds what the threads had.
     *
     * @param cpus       how many they could use
     * @param pinned     whether each was kept on one of them
     * @param lineBytes  of a cache line, which offsets and distances are about
     */
    public record Conditions(int cpus, boolean pinned, int lineBytes) {
    }

    /**
     * A remedy and what is known of its being right.
     *
     * @param own    this run's own count of torn values
     * @param tester the tester's verdict of the same write and read; null where it has none, then {@code why} says so
     */
    public record Judged(String remedy, Own own, Verdict tester, String why, String right) {
    }

    /** Reads that a benchmark checked. */
    public record Own(long reads, long changes, long torn) {
    }

    /**
     * Says how the Java loops of loads and stores compare with a native one.
     *
     * @param medianRatio Java's time by the native one's, over all cells
     * @param reason      why nothing was compared; null otherwise
     */
    public record Agreement(int cells, int within20Percent, double medianRatio, String reason) {
    }
}
