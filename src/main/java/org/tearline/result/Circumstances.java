package org.tearline.result;

import org.tearline.plan.Crossing;

/**
 * What a judge has to know of the place of a trial. Immutable.
 *
 * @param crossing which boundary the value lies across
 * @param x86      whether read-modify-writes are locked instructions on the value, whatever its alignment
 * @param promised what the vendor promises; asked of silences only
 */
public record Circumstances(Crossing crossing, boolean x86, Promised promised) {
}
