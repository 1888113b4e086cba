// SPDX-License-Identifier: Apache-2.0
package org.tearline.junit.tried;

import org.junit.jupiter.api.Test;
import org.tearline.junit.NoLineCrossing;

/** Makes line-crossing and other accesses. Two tests make the same access. */
@NoLineCrossing
class Straddling {
    private static final long PAGE = Memory.page();

    @Test
    void first() {
        Memory.put(PAGE + 60);
    }

    @Test
    void second() {
        Memory.put(PAGE + 60);
    }

    @Test
    void acrossThePage() {
        for (int offset = 4091; offset <= 4093; offset += 2) {
            Memory.put(PAGE + offset);
        }
    }

    @Test
    void insideTheLine() {
        Memory.put(PAGE + 28);
    }

    @Test
    @NoLineCrossing(granule = 32)
    void acrossTheGranule() {
        Memory.put(PAGE + 20);
        Memory.put(PAGE + 28);
    }

    @Test
    @NoLineCrossing(granule = 24)
    void ofNoGranule() {
        Memory.put(PAGE + 64);
    }

    @Test
    void aligned() {
        Memory.put(PAGE + 64);
    }

    @Test
    void inAnObjectInsideEight() {
        Memory.put(new byte[64], 8);
    }

    @Test
    void inAnObjectAcrossEight() {
        Memory.put(new byte[64], 3);
    }
}
