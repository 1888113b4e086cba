// SPDX-License-Identifier: Apache-2.0
package org.tearline.loop;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import org.tearline.loop.Accesses.CompilerBarrier;
import org.tearline.loop.Accesses.ReadAccess;

/**
 * A plain load of a whole vector that looks at one long of it, the rest of it being zeros: each byte of the long is in
 * another column of the lanes, so their OR is the long, rotated. Little-endian, as all that lock a misaligned long.
 * Made by {@link Specialization}, so that the handle is a constant.
 */
final class InsideRead extends ReadAccess {
    private static final MethodHandle LANES =
        Specialization.constant(MethodHandles.lookup(), VectorAccess.class, 0).lanes();
    /** By which the long lies behind the beginning of a lane. */
    private static final int BITS = Specialization.constant(MethodHandles.lookup(), Integer.class, 1);

    @Override
    long read(int width, Object base, long position, long last) {
        long joined;
        try {
            joined = (long) LANES.invokeExact(position);
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
        CompilerBarrier.afterPlainLoad();
        return Long.rotateRight(joined, BITS);
    }
}
