package org.tearline.result.file;

/**
 * How many changes a cell without a tear needed. Immutable.
 *
 * @param name               quick, default, long or custom
 * @param changes            where both sides are ordinary accesses or stay inside a line
 * @param halfLockedChanges  where one side locks across a line
 * @param splitLockedChanges where both sides lock across a line
 * @param classChanges       what all cells of a class of places have together at the least, such as all inside the line
 */
public record Profile(String name, long changes, long halfLockedChanges, long splitLockedChanges, long classChanges) {
    /** Half of 100,000 changes missed a pair that tears, so fewer say nothing of one that nobody promises. */
    private static final long ENOUGH_ACROSS = 100_000;

    /** Whether a silence across a line says nothing, unless both sides are locked. */
    public boolean tooShortAcross() {
        return changes < ENOUGH_ACROSS;
    }
}
