// SPDX-License-Identifier: Apache-2.0
package org.tearline.loop;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import org.tearline.loop.Accesses.CompilerBarrier;
import org.tearline.loop.Specialization.Constants;

/**
 * Loads a vector that is zero except for one misaligned long, and returns that long. Each byte of the long has a
 * different position within its lane, so the OR of the lanes is the long, rotated. Assumes little-endian order, because
 * only x86-64 locks a misaligned long. {@link Specialization} instantiates copies of this class, in which the handle
 * and the rotation are constants.
 */
final class LaneRead extends Access {
    private static final Constants CONSTANTS = Constants.of(MethodHandles.lookup());
    private static final MethodHandle LANES = ((VectorAccess) CONSTANTS.accesses().get(0)).lanes();
    /** Offset of the long in its first lane, in bits. */
    private static final int ROTATION = (Integer) CONSTANTS.accesses().get(1);

    @Override
    long read(int width, Object base, long position, long last) {
        long joined;
        try {
            joined = (long) LANES.invokeExact(position);
        } catch (Throwable e) {
            throw VarHandles.unchecked(e);
        }
        CompilerBarrier.afterPlainLoad();
        return Long.rotateRight(joined, ROTATION);
    }
}
