// SPDX-License-Identifier: Apache-2.0
package org.tearline.bench.plan;

import java.util.List;

/**
 * Says how long a run looks. Immutable.
 *
 * @param passes     how often the whole list is gone through
 * @param forks      how often, in JVMs of their own, all is measured that differs from JVM to JVM; not below the passes
 * @param rounds     shots at each offset or placement in one fork
 * @param iterations of the other benchmarks in one fork
 * @param millis     of one iteration
 * @param forked     whether each benchmark has a JVM of its own, as it must where times count
 * @param widths     bytes of an access
 * @param everySet   whether each width is measured in each working set, or 8 bytes only
 */
public record Profile(String name, int passes, int forks, int rounds, int iterations, int millis, boolean forked,
                      List<Integer> widths, boolean everySet) {
    /** Shapes, not times: one short iteration of everything, in one JVM but for a few. */
    public static final Profile SMOKE = new Profile("smoke", 1, 1, 1, 1, 1, false, List.of(8, 4, 2), false);
    /** Eight minutes on two CPUs. */
    public static final Profile QUICK = new Profile("quick", 1, 3, 4, 3, 15, true, List.of(8, 4, 2), false);
    /** Three times the list, each with more and longer samples. */
    public static final Profile FULL = new Profile("full", 3, 3, 15, 10, 100, true, List.of(8, 4, 2), true);

    private static final List<Profile> ALL = List.of(SMOKE, QUICK, FULL);

    /** Returns the profile of a name; one line for a user if there is none. */
    public static Profile named(String name) {
        return ALL.stream().filter(profile -> profile.name.equals(name)).findFirst().orElseThrow(() ->
            new IllegalArgumentException("profile '" + name + "': want one of "
                + String.join(", ", ALL.stream().map(Profile::name).toList())));
    }

    /** Shots at each place of what is measured in one fork: as many as those of several forks. */
    int steadyRounds() {
        return rounds * forks / passes;
    }

    /** Of so many repeats in one fork those that each has where there are several instead. */
    int inEachFork(int repeats) {
        return (repeats * passes + forks - 1) / forks;
    }

    boolean smoke() {
        return this == SMOKE;
    }
}
