// SPDX-License-Identifier: Apache-2.0
package org.tearline.file;

import java.util.List;
import java.util.Optional;
import org.tearline.trial.AccessRules;
import org.tearline.trial.Budget;
import org.tearline.trial.TrialSpec;

/**
 * How many changes a cell without a tear needs.
 *
 * @param changes            if neither side is a split lock
 * @param halfLockedChanges  if one side is a split lock
 * @param splitLockedChanges for all cells of a class of places together if both sides are split locks
 * @param classChanges       for all cells of a class of places together
 */
public record Profile(String name, long changes, long halfLockedChanges, long splitLockedChanges,
                      long classChanges) {
    /** Minimum changes in the default profile for all cells of a class of places together. */
    public static final long CLASS_CHANGES = 10_000_000;
    public static final long QUICK_CHANGES = 50_000;
    public static final Profile QUICK = new Profile("quick", QUICK_CHANGES, Budget.LEAST_SPLIT_LOCKED_CHANGES,
        Budget.LEAST_SPLIT_LOCKED_CHANGES, 0);
    public static final Profile DEFAULT = new Profile("default", Budget.LEAST_CHANGES,
        Budget.DEFAULT_HALF_LOCKED_CHANGES, Budget.DEFAULT_SPLIT_LOCKED_CHANGES, CLASS_CHANGES);
    /** Requires as many changes per cell as a single run. */
    static final Profile LONG = new Profile("long", Budget.DEFAULT_CHANGES,
        Budget.DEFAULT_HALF_LOCKED_CHANGES, Budget.DEFAULT_SPLIT_LOCKED_CHANGES, CLASS_CHANGES);
    /** The quick profile for every width and memory. */
    public static final Profile WIDE = new Profile("wide", QUICK.changes, QUICK.halfLockedChanges,
        QUICK.splitLockedChanges, QUICK.classChanges);
    public static final List<Profile> NAMED = List.of(QUICK, DEFAULT, LONG, WIDE);

    public static Optional<Profile> named(String name) {
        return NAMED.stream()
            .filter(profile -> profile.name.equals(name))
            .findFirst();
    }

    /**
     * Whether this many changes are too few for a negative result across a line, unless both sides are locked: with
     * half of the usual minimum, a sweep missed a pair that tears.
     */
    public boolean tooShortAcross() {
        return changes < Budget.LEAST_CHANGES;
    }

    /**
     * Returns the minimum changes of a cell for a negative result. It is at most that of a run, and less in a short
     * profile, whose cells without a tear are weak.
     */
    public long leastChanges(TrialSpec trial, AccessRules rules) {
        return switch (rules.splitLockedSides(trial)) {
            case 0 -> Math.min(changes, Budget.LEAST_CHANGES);
            case 1 -> Math.min(halfLockedChanges, Budget.LEAST_SPLIT_LOCKED_CHANGES);
            default -> Math.min(splitLockedChanges, Budget.LEAST_SPLIT_LOCKED_CHANGES);
        };
    }
}
