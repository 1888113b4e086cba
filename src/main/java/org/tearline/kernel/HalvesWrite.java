package org.tearline.kernel;

import org.agrona.UnsafeApi;

/**
 * The positive control: a long stored as two 4-byte stores at the same address, which any reader must be able to see
 * torn at seam 4. Each half is opaque, so that no compiler joins the two. Called by every writer thread.
 */
public final class HalvesWrite extends WriteAccess {
    private final long base;

    /**
     * Creates the control.
     *
     * @param base what to add to a position to get an address: 0 for unsafe, where positions are addresses
     */
    public HalvesWrite(long base) {
        this.base = base;
    }

    @Override
    boolean write(long position, long last, long next) {
        // All bytes of a generation are alike, so which half goes where does not matter.
        UnsafeApi.putIntOpaque(null, base + position, (int) next);
        UnsafeApi.putIntOpaque(null, base + position + Integer.BYTES, (int) next);
        return true;
    }
}
