// SPDX-License-Identifier: Apache-2.0
package org.tearline.kernel;

import org.agrona.UnsafeApi;

/**
 * A third thread that keeps storing next to the value, so that neither the writer nor the reader owns that line when it
 * needs it. Not thread-safe.
 */
public final class ContenderLoop {
    private static final byte ANY = 2;

    /**
     * Stores {@code count} opaque bytes.
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
