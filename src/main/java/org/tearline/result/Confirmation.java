package org.tearline.result;

/**
 * What was asked to find out who tore, in memory of its own. Immutable.
 *
 * @param lockedRead  a locked read of the same write: what it sees torn, the write tore; null if it was not asked
 * @param lockedWrite the same read of a locked write: what it sees torn, the read tore; null if it was not asked
 */
public record Confirmation(Control lockedRead, Control lockedWrite) {
    /** Nothing was asked. */
    public static final Confirmation NONE = new Confirmation(null, null);
}
