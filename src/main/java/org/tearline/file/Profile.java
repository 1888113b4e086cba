// SPDX-License-Identifier: Apache-2.0
package org.tearline.file;

import java.util.List;
import java.util.Optional;
import org.tearline.trial.Budget;

/**
 * Says how many changes a cell without a tear needed.
 *
 * @param name               quick, default, long, wide or custom
 * @param changes            where both sides are ordinary accesses or stay inside a line
 * @param halfLockedChanges  where one side locks across a line
 * @param splitLockedChanges where both sides lock across a line; fewer, down to the least of a
 *                           {@link Budget}, make a weak negative result
 * @param classChanges       what all cells of a class of places have together at the least, such as all inside a line
 */
public record Profile(String name, long changes, long halfLockedChanges, long splitLockedChanges, long classChanges) {
    /** A look round, in a minute. */
    public static final Profile QUICK = new Profile("quick", 50_000, 2_000,
        Budget.LEAST_SPLIT_LOCKED_CHANGES, 0);

    /** Holds what most results are made with. */
    public static final Profile DEFAULT = new Profile("default", Silences.CELL_CHANGES,
        Budget.DEFAULT_HALF_LOCKED_CHANGES, Budget.DEFAULT_SPLIT_LOCKED_CHANGES, Silences.CLASS_CHANGES);

    /** As many changes for each cell as a single run asks for. */
    public static final Profile LONG = new Profile("long", Budget.DEFAULT_CHANGES, Budget.DEFAULT_HALF_LOCKED_CHANGES,
        Budget.DEFAULT_SPLIT_LOCKED_CHANGES, Silences.CLASS_CHANGES);

    /** The changes of a quick look, for every width and memory; see SweepPlan. */
    public static final Profile WIDE = new Profile("wide", QUICK.changes, QUICK.halfLockedChanges,
        QUICK.splitLockedChanges, QUICK.classChanges);

    /** All that have a name of their own. */
    public static final List<Profile> NAMED = List.of(QUICK, DEFAULT, LONG, WIDE);

    /** Half of 100,000 changes missed a pair that tears, so fewer say nothing of one that nobody promises. */
    private static final long ENOUGH_ACROSS = 100_000;

    /** Returns the profile of a name. */
    public static Optional<Profile> named(String name) {
        return NAMED.stream().filter(profile -> profile.name.equals(name)).findFirst();
    }

    /** Whether a negative result across a line says nothing, unless both sides are locked. */
    public boolean tooShortAcross() {
        return changes < ENOUGH_ACROSS;
    }
}
