package org.tearline.published;

import org.tearline.plan.Memory;
import org.tearline.plan.ReadMode;
import org.tearline.plan.WriteMode;

/**
 * Which instruction an access was in the compiled loop. Immutable; exactly one of write and read is given.
 *
 * @param instruction normalised: no addresses, no registers, such as {@code lock cmpxchg}
 */
public record Evidence(Memory memory, SeriesTier tier, WriteMode write, ReadMode read, String instruction) {
}
