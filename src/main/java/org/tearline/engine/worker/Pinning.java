package org.tearline.engine.worker;

import java.util.BitSet;
import net.openhft.affinity.Affinity;

/** Pins the calling thread to one CPU, and looks whether that worked. Loading it takes some 100 ms, once. */
final class Pinning {
    private Pinning() {
    }

    /** Loads the native library, so that the first {@link #pin} is quick. */
    static void load() {
        Affinity.getAffinity();
    }

    /** Whether the calling thread now runs on this CPU and no other. */
    static boolean pin(int cpu) {
        BitSet wanted = new BitSet();
        wanted.set(cpu);
        try {
            Affinity.setAffinity(wanted);
            return wanted.equals(Affinity.getAffinity());
        } catch (RuntimeException e) {
            // The library has no more precise type for "the kernel said no".
            return false;
        }
    }
}
