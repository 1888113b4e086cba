package org.tearline.published;

import org.tearline.plan.Crossing;
import org.tearline.result.CellReason;
import org.tearline.result.CellState;

/**
 * One offset of a series, with what follows from the file about it. Immutable.
 *
 * @param changes   reads that returned another value than the read before
 * @param torn      torn values
 * @param reason    null where state says it all
 * @param piecewise whether a tear here is the JVM's and not the CPU's
 */
public record Cell(int offset, Crossing crossing, long changes, long torn, CellState state, CellReason reason,
                   boolean piecewise) {
}
