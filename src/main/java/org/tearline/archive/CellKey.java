// SPDX-License-Identifier: Apache-2.0
package org.tearline.archive;

import java.util.Comparator;
import java.util.Optional;
import org.tearline.file.Cell;
import org.tearline.trial.AccessRules;
import org.tearline.trial.PairKind;
import org.tearline.trial.TrialSpec;
import org.tearline.verdict.Fate;
import org.tearline.verdict.Granules;
import org.tearline.verdict.Seen;

/**
 * Identifies a cell of any file by what was tried. Thread-safe.
 *
 * @param pieces whether the JVM may use several instructions for the access
 */
public record CellKey(TrialSpec trial, boolean pieces) {
    static final Comparator<CellKey> ORDER = Comparator.comparing((CellKey key) -> key.trial.memory())
        .thenComparing(key -> key.trial.width()).thenComparing(key -> key.trial.processes())
        .thenComparing(key -> key.trial.write()).thenComparing(key -> key.trial.read())
        .thenComparing(key -> key.trial.tier()).thenComparing(CellKey::pieces)
        .thenComparing(key -> key.trial.offset()).thenComparing(key -> key.trial.across());

    /** Returns the key of a file's cell. An unknown JVM may use any number of instructions. */
    static CellKey of(Cell cell, AccessRules rules) {
        return new CellKey(cell.trial(), !rules.jvmKnown() || cell.piecewise());
    }

    /** Returns the kind of granule that a tear here bounds; empty if an access takes several instructions. */
    public Optional<PairKind> kind(AccessRules rules) {
        if (pieces) {
            return Optional.empty();
        }
        return rules.kind(trial);
    }

    public int boundary(AccessRules rules) {
        return rules.geometry().boundary(trial);
    }

    /** Returns what granules imply for this cell. */
    public Fate fate(Granules granules, AccessRules rules) {
        return kind(rules)
            .map(kind -> granules.fate(kind, trial.width(), boundary(rules)))
            .orElse(Fate.UNKNOWN);
    }

    /** Returns what granules counted across this cell's boundary; empty if an access takes several instructions. */
    Optional<Seen> crossing(Granules granules, AccessRules rules) {
        return kind(rules).map(kind -> granules.of(kind, trial.width()).seen(boundary(rules)));
    }
}
