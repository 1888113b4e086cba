package org.tearline.kernel;

import org.agrona.UnsafeApi;

/**
 * A third party that keeps storing beside the value, so that a line of it is neither the writer's nor the reader's when
 * they want it. One thread.
 */
public final class ContenderLoop {
    private static final byte ANY = 2;

    /**
     * Stores so many opaque bytes.
     *
     * @param stolen address of a free byte in a line of the value
     */
    public void run(long stolen, int count) {
        for (int i = 0; i < count; i++) {
            UnsafeApi.putByteOpaque(null, stolen, ANY);
            Thread.onSpinWait();
        }
    }
}
