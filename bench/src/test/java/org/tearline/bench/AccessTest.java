// SPDX-License-Identifier: Apache-2.0
package org.tearline.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.agrona.UnsafeApi;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AccessTest {
    private static final byte FILL = 0x5A;

    @ParameterizedTest
    @CsvSource({"store,2", "store,4", "store,8", "ordered,2", "ordered,4", "ordered,8", "volatile,2", "volatile,4",
        "volatile,8"})
    void shouldWriteOnlyItsOwnBytes(String operation, int widthBytes) {
        try (Pages pages = new Pages(2 * Cost.PAGE_BYTES)) {
            // The stored value is the address itself.
            long address = pages.at(60);
            UnsafeApi.setMemory(pages.at(0), 2 * Cost.PAGE_BYTES, FILL);

            Access.of(operation, widthBytes).at(address);

            long expected = widthBytes == 8 ? address : widthBytes == 4 ? (int) address : (short) address;
            long found = widthBytes == 8 ? UnsafeApi.getLong(null, address)
                : widthBytes == 4 ? UnsafeApi.getInt(null, address) : UnsafeApi.getShort(null, address);
            assertEquals(expected, found);
            assertEquals(FILL, UnsafeApi.getByte(null, address - 1));
            assertEquals(FILL, UnsafeApi.getByte(null, address + widthBytes));
        }
    }

    @ParameterizedTest
    @CsvSource({"load,2,0x0201", "load,4,0x04030201", "load,8,0x0807060504030201"})
    void shouldReadOnlyItsOwnBytes(String operation, int widthBytes, String expected) {
        try (Pages pages = new Pages(2 * Cost.PAGE_BYTES)) {
            long address = pages.at(60);
            for (int i = 0; i < 16; i++) {
                UnsafeApi.putByte(null, address + i, (byte) (i + 1));
            }

            assertEquals(Long.decode(expected), Access.of(operation, widthBytes).at(address));
        }
    }

    @ParameterizedTest
    @CsvSource({"cas,4,1,0", "cas,8,1,0", "getandadd,4,0,1", "getandadd,8,0,1"})
    void shouldSucceedWhenLocked(String operation, int widthBytes, long result, long left) {
        try (Pages pages = new Pages(2 * Cost.PAGE_BYTES)) {
            assertEquals(result, Access.of(operation, widthBytes).at(pages.at(8)));
            assertEquals(left, UnsafeApi.getLong(null, pages.at(8)));
        }
    }

    @Test
    void shouldRejectAnUnknownWidth() {
        assertThrows(IllegalArgumentException.class, () -> Access.of("load", 3));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 28, 60, 4092})
    void shouldReturnTheOffsetInAPage(int offset) {
        try (Pages pages = new Pages(2 * Cost.PAGE_BYTES)) {
            assertEquals(offset, pages.at(offset) & Cost.PAGE_BYTES - 1);
            assertEquals(0, UnsafeApi.getLong(null, pages.at(offset)));
        }
    }
}
