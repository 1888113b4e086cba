// SPDX-License-Identifier: Apache-2.0
package org.tearline.bench.jmh;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.agrona.UnsafeApi;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Every operation of every width at every offset of a line and beyond it; the JDK refuses one of them. */
class AccessTest {
    private static final int OFFSETS = 72;
    private static final int BYTES = 256;

    private long memory;
    private long base;

    @BeforeEach
    void allocate() {
        memory = UnsafeApi.allocateMemory(2 * BYTES);
        base = (memory + BYTES - 1) & -BYTES;
        UnsafeApi.setMemory(memory, 2 * BYTES, (byte) 0);
    }

    @AfterEach
    void free() {
        UnsafeApi.freeMemory(memory);
    }

    @Test
    void shouldLoadWhatIsThere() {
        for (int width : new int[] {2, 4, 8}) {
            for (int offset = 0; offset < OFFSETS; offset++) {
                UnsafeApi.setMemory(base, BYTES, (byte) 0);
                UnsafeApi.putByte(null, base + offset, (byte) 1);
                assertEquals(1, Access.of("load", width).at(base + offset), "load" + width + " at " + offset);
                assertOthersUntouched(offset, 1);
            }
        }
    }

    @Test
    void shouldStoreItsBytesAndNoOther() {
        for (String operation : new String[] {"store", "ordered", "volatile"}) {
            for (int width : new int[] {2, 4, 8}) {
                for (int offset = 0; offset < OFFSETS; offset++) {
                    UnsafeApi.setMemory(base, BYTES, (byte) 0);
                    long address = base + offset;
                    assertEquals(0, Access.of(operation, width).at(address));
                    long stored = 0;
                    for (int i = width - 1; i >= 0; i--) {
                        stored = stored << 8 | UnsafeApi.getByte(null, address + i) & 0xff;
                    }
                    long mask = width == 8 ? -1 : (1L << 8 * width) - 1;
                    assertEquals(address & mask, stored, operation + width + " at " + offset);
                    assertOthersUntouched(offset, width);
                }
            }
        }
    }

    @Test
    void shouldAddOneAndSucceedWhereTheJdkAllowsIt() {
        for (int width : new int[] {2, 4, 8}) {
            for (int offset = 0; offset < OFFSETS; offset++) {
                UnsafeApi.setMemory(base, BYTES, (byte) 0);
                long address = base + offset;
                if (width == 2 && offset % 4 == 3) {
                    // The reason that these cells are left out; C2 would do it, and the interpreter throws.
                    assertThrows(IllegalArgumentException.class, () -> Access.of("cas", 2).at(address));
                    continue;
                }
                assertEquals(1, Access.of("cas", width).at(address), "cas" + width + " at " + offset);
                assertEquals(0, Access.of("getandadd", width).at(address), "getandadd" + width + " at " + offset);
                assertEquals(1, UnsafeApi.getByte(null, address));
                assertOthersUntouched(offset, 1);
            }
        }
    }

    private void assertOthersUntouched(int offset, int width) {
        for (int i = 0; i < BYTES; i++) {
            if (i < offset || i >= offset + width) {
                assertEquals(0, UnsafeApi.getByte(null, base + i), "byte " + i + " beside " + offset);
            }
        }
    }
}
