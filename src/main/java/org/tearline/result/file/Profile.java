package org.tearline.result.file;

/**
 * How many changes a cell without a tear needed. Immutable.
 *
 * @param name               quick, default, long or custom
 * @param changes            where both sides are ordinary accesses or stay inside a line
 * @param splitLockedChanges where a side locks across a line
 */
public record Profile(String name, long changes, long splitLockedChanges) {
}
