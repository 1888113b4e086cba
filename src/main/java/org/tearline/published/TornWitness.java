package org.tearline.published;

import org.tearline.result.MemoryOrder;
import org.tearline.result.Witness;

/**
 * The published evidence of one tear; values are "0x" and sixteen hex digits, lowest address first. Immutable.
 *
 * @param offset where
 * @param seam   index of the first byte that belongs to the other write
 * @param before the older of the two values
 * @param after  the newer of the two values
 * @param seen   what was read
 */
public record TornWitness(int offset, int seam, String before, String after, String seen) {

    /** The evidence of this JVM, where a long is in the machine's byte order. */
    public static TornWitness of(int offset, Witness witness) {
        return new TornWitness(offset, witness.seam(), MemoryOrder.hex(witness.before()),
            MemoryOrder.hex(witness.after()), MemoryOrder.hex(witness.seen()));
    }
}
