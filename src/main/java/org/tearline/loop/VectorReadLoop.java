// SPDX-License-Identifier: Apache-2.0
package org.tearline.loop;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import jdk.incubator.vector.LongVector;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;
import org.tearline.loop.Accesses.CompilerBarrier;
import org.tearline.loop.ReadKernel.ReadTally;
import org.tearline.loop.Specialization.Constants;
import org.tearline.loop.Specialization.Stress;

/**
 * {@link ReadLoop} for vectors: keeps each value whose bytes are not all equal. Other classes refer to it only by name,
 * because it does not link in a JVM that was started without the Vector API's module.
 */
final class VectorReadLoop implements ReadKernel {
    private static final Constants CONSTANTS = Constants.of(MethodHandles.lookup());
    private static final VectorAccess ACCESS = (VectorAccess) CONSTANTS.accesses().get(0);
    private static final Stress STRESS = CONSTANTS.stress();
    private static final MethodHandle LOAD = ACCESS.load();
    @SuppressWarnings("unchecked")
    private static final VectorSpecies<Long> SPECIES = (VectorSpecies<Long>) ACCESS.species();
    private static final int LANES = SPECIES.length();
    private static final int BYTE_MASK = 0xff;
    /** Multiplied by a byte, this is the long whose bytes all equal that byte. */
    private static final long EVERY_BYTE = 0x0101010101010101L;

    @Override
    public int run(Target target, long[] candidates, int count, ReadTally tally) {
        long position = target.position();
        long first = target.inFirstLine();
        long second = target.inLastLine();
        long zeros = target.zeros();
        long[] last = tally.lastLanes;
        long[] torn = tally.torn;
        int changes = 0;
        int kept = 0;
        for (int i = 0; i < count; i++) {
            STRESS.before(first, second, zeros, i);
            LongVector seen = read(position);
            // Reloaded each time, because C2 would allocate memory for a vector that is carried across iterations and
            // sometimes replaced.
            LongVector before = LongVector.fromArray(SPECIES, last, 0);
            if (seen.lanewise(VectorOperators.XOR, before).reduceLanes(VectorOperators.OR) != 0) {
                changes++;
                // If the value is whole, the next change overwrites these two entries.
                int at = 2 * kept * LANES;
                before.intoArray(torn, at);
                seen.intoArray(torn, at + LANES);
                seen.intoArray(last, 0);
                if (!looksWhole(torn, at + LANES)) {
                    kept++;
                }
            }
        }
        tally.reads += count;
        tally.changes += changes;
        return kept;
    }

    private static boolean looksWhole(long[] values, int at) {
        long whole = (values[at] & BYTE_MASK) * EVERY_BYTE;
        long differ = 0;
        for (int i = 0; i < LANES; i++) {
            differ |= values[at + i] ^ whole;
        }
        return differ == 0;
    }

    private static LongVector read(long position) {
        LongVector seen;
        try {
            seen = (LongVector) LOAD.invokeExact(position);
        } catch (Throwable e) {
            throw VarHandles.unchecked(e);
        }
        CompilerBarrier.afterPlainLoad();
        return seen;
    }
}
