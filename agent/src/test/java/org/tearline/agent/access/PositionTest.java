// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.access;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.tearline.agent.access.Lines.Position;

class PositionTest {
    /** Over two pages, for every size of a line. */
    @Test
    void shouldAgreeWithTheFirstAndTheLastByte() {
        for (int line = 16; line <= 512; line *= 2) {
            for (int bytes : new int[] {2, 4, 8}) {
                for (long address = 1L << 40; address < (1L << 40) + 8192; address++) {
                    long last = address + bytes - 1;
                    assertThat(new Lines(line, 4096).position(address, bytes)).isEqualTo(new Position(
                        (int) (address % line), address / line != last / line, address / 4096 != last / 4096));
                }
            }
        }
    }
}
