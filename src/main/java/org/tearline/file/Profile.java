// SPDX-License-Identifier: Apache-2.0
package org.tearline.file;

import java.util.List;
import java.util.Optional;
import org.tearline.trial.TrialSpec.Budget;

/**
 * How many changes a cell without a tear needs.
 *
 * @param changes            where both sides are ordinary accesses or stay inside a line
 * @param halfLockedChanges  where one side locks across a line
 * @param splitLockedChanges where both sides do; fewer make a weak negative result
 * @param classChanges       all cells of a class of places together
 */
public record Profile(String name, long changes, long halfLockedChanges, long splitLockedChanges, long classChanges) {
    /** A first look, in a minute. */
    public static final Profile QUICK = new Profile("quick", 50_000, 2_000,
        Budget.LEAST_SPLIT_LOCKED_CHANGES, 0);

    /** The profile of most results. */
    public static final Profile DEFAULT = new Profile("default", Silences.CELL_CHANGES,
        Budget.DEFAULT_HALF_LOCKED_CHANGES, Budget.DEFAULT_SPLIT_LOCKED_CHANGES, Silences.CLASS_CHANGES);

    /** As many changes for each cell as a single run asks for. */
    public static final Profile LONG = new Profile("long", Budget.DEFAULT_CHANGES, Budget.DEFAULT_HALF_LOCKED_CHANGES,
        Budget.DEFAULT_SPLIT_LOCKED_CHANGES, Silences.CLASS_CHANGES);

    /** The changes of a quick look, for every width and memory; see SweepPlan. */
    public static final Profile WIDE = new Profile("wide", QUICK.changes, QUICK.halfLockedChanges,
        QUICK.splitLockedChanges, QUICK.classChanges);

    /** Those that a user can name. */
    public static final List<Profile> NAMED = List.of(QUICK, DEFAULT, LONG, WIDE);
    /** Half as many missed a pair that tears, so fewer say nothing of a pair that nobody promises. */
    private static final long ENOUGH_ACROSS = 100_000;

    public static Optional<Profile> named(String name) {
        return NAMED.stream().filter(profile -> profile.name.equals(name)).findFirst();
    }

    /** Whether a negative result across a line says nothing, unless both sides are locked. */
    public boolean tooShortAcross() {
        return changes < ENOUGH_ACROSS;
    }
}
