// SPDX-License-Identifier: Apache-2.0
package org.tearline.loop;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import jdk.incubator.vector.LongVector;
import jdk.incubator.vector.VectorSpecies;
import org.tearline.loop.Accesses.CompilerBarrier;
import org.tearline.loop.Specialization.Constants;
import org.tearline.loop.Specialization.Stress;
import org.tearline.loop.WriteKernel.WriteTally;

/**
 * {@link WriteLoop} for vectors, whose stores cannot fail. A value in the table has one long per lane. Other classes
 * refer to it only by name, because it does not link in a JVM that was started without the Vector API's module.
 */
final class VectorWriteLoop implements WriteKernel {
    private static final Constants CONSTANTS = Constants.of(MethodHandles.lookup());
    private static final VectorAccess ACCESS = (VectorAccess) CONSTANTS.accesses().get(0);
    private static final Stress STRESS = CONSTANTS.stress();
    private static final MethodHandle STORE = ACCESS.store();
    @SuppressWarnings("unchecked")
    private static final VectorSpecies<Long> SPECIES = (VectorSpecies<Long>) ACCESS.species();
    private static final int LANES = SPECIES.length();

    @Override
    public void run(Target target, long[] table, int count, WriteTally tally) {
        long position = target.position();
        long first = target.inFirstLine();
        long second = target.inLastLine();
        long zeros = target.zeros();
        int next = tally.next * LANES;
        for (int i = 0; i < count; i++) {
            STRESS.before(first, second, zeros, i);
            write(position, LongVector.fromArray(SPECIES, table, next));
            next = next + LANES < table.length ? next + LANES : 0;
        }
        tally.next = next / LANES;
        tally.writes += count;
    }

    private static void write(long position, LongVector value) {
        try {
            STORE.invokeExact(value, position);
        } catch (Throwable e) {
            throw VarHandles.unchecked(e);
        }
        CompilerBarrier.afterPlainStore();
    }
}
