// SPDX-License-Identifier: Apache-2.0
package org.tearline.jcstress;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BytesTest {

    @ParameterizedTest
    @CsvSource({
        "A1A2A3A4A5A6A7A8, before",
        "B1B2B3B4B5B6B7B8, after",
        "B1A2A3A4A5A6A7A8, torn at 1: B1 A2A3A4A5A6A7A8",
        "A1A2A3A4B5B6B7B8, torn at 4: A1A2A3A4 B5B6B7B8",
        "B1B2A3B4B5B6B7A8, torn at 2+3+7: B1B2 A3 B4B5B6B7 A8",
        "0000000000000000, alien: 0000000000000000",
        "A1A2A3A4B1B2B3B4, alien: A1A2A3A4 B1B2B3B4",
        "C1C2C3C4C5C6C7C8, alien: C1C2C3C4C5C6C7C8"})
    void shouldNameWhatIsInMemory(String bytesInMemory, String description) {
        assertEquals(description, Bytes.describe(inMemory(bytesInMemory).getLong(0), Long.BYTES));
    }

    @Test
    void shouldNameIntsAndShortsByTheFirstBytes() {
        assertEquals("torn at 1: A1 B2B3B4", Bytes.describe(inMemory("A1B2B3B4").getInt(0), Integer.BYTES));
        assertEquals("torn at 1: B1 A2", Bytes.describe(inMemory("B1A2").getShort(0), Short.BYTES));
        assertEquals("before", Bytes.describe(Values.BEFORE_INT, Integer.BYTES));
        assertEquals("after", Bytes.describe(Values.AFTER_INT, Integer.BYTES));
        assertEquals("after", Bytes.describe(Values.AFTER_SHORT, Short.BYTES));
    }

    private static ByteBuffer inMemory(String bytes) {
        ByteBuffer buffer = ByteBuffer.allocate(bytes.length() / 2).order(ByteOrder.nativeOrder());
        for (int i = 0; i < buffer.capacity(); i++) {
            buffer.put(i, (byte) Integer.parseInt(bytes.substring(2 * i, 2 * i + 2), 16));
        }
        return buffer;
    }
}
