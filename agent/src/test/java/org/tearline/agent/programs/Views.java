// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.programs;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** Passes values on through aligned words of an array and a buffer, and fails to. */
public final class Views {
    private static final byte[] BYTES = new byte[16];
    private static final VarHandle VIEWS =
        MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.nativeOrder());
    private static final boolean IN_ARRAY = VIEWS.isAccessModeSupported(VarHandle.AccessMode.GET_VOLATILE);
    private static final ByteBuffer BUFFER = ByteBuffer.allocateDirect(32).alignedSlice(8);
    private static final VarHandle BUFFER_VIEWS =
        MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.nativeOrder());

    /** In an array, or in a buffer if this JDK has no such accesses to arrays. */
    private static final Way VIEW = IN_ARRAY
        ? new Way(v -> VIEWS.setRelease(BYTES, 0, v), () -> (long) VIEWS.getAcquire(BYTES, 0),
            v -> VIEWS.getAndAdd(BYTES, 8, 1), () -> (long) VIEWS.getVolatile(BYTES, 8))
        : new Way(v -> BUFFER_VIEWS.setRelease(BUFFER, 0, v), () -> (long) BUFFER_VIEWS.getAcquire(BUFFER, 0),
            v -> BUFFER_VIEWS.getAndAdd(BUFFER, 8, 1), () -> (long) BUFFER_VIEWS.getVolatile(BUFFER, 8));
    private static final Way VIEW_RELEASING = Way.toMiss(v -> BUFFER_VIEWS.setRelease(BUFFER, 16, v),
        () -> (long) BUFFER_VIEWS.getAndAddRelease(BUFFER, 16, 0));
    public static void main(String[] arguments) throws Exception {
        Way.together(Views::view);
        Way.inTurn(Views::viewReleasing);
        System.out.println(Way.sum());
    }

    static void view(boolean writes) {
        VIEW.pass(writes);
    }

    static void viewReleasing(boolean writes) {
        VIEW_RELEASING.miss(writes);
    }

    private Views() {
    }
}
