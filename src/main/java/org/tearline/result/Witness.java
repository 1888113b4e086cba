package org.tearline.result;

import org.tearline.plan.Width;

/**
 * The stored evidence of one tear. Immutable.
 *
 * @param width  bytes of the values
 * @param before the older of the two values, as a long in the machine's byte order
 * @param after  the newer of the two values
 * @param seen   what was read
 * @param seam   index, in memory order, of the first byte that belongs to the other write
 */
public record Witness(Width width, long before, long after, long seen, int seam) {
}
