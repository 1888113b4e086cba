// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.programs;

import java.io.IOException;

/** At the first byte of input, takes all memory; at the second one, frees it; at the end of the input, ends. */
public final class FullHeap {
    private static final int BYTES = 1 << 11;
    private static Object[] all;

    public static void main(String[] arguments) throws IOException {
        System.out.println("waiting");
        System.in.read();
        fill();
        System.in.read();
        all = null;
        System.in.read();
    }

    private static void fill() {
        Object[] last = {null};
        try {
            for (all = last; true; last = (Object[]) last[0]) {
                last[0] = new Object[BYTES / Integer.BYTES];
            }
        } catch (OutOfMemoryError e) {
            // The heap is full.
        }
    }
}
