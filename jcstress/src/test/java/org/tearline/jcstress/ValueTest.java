// SPDX-License-Identifier: Apache-2.0
package org.tearline.jcstress;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ValueTest {

    @ParameterizedTest
    @CsvSource({
        "A1A2A3A4A5A6A7A8, before",
        "B1B2B3B4B5B6B7B8, after",
        "B1A2A3A4A5A6A7A8, torn B1 A2A3A4A5A6A7A8",
        "A1A2A3A4B5B6B7B8, torn A1A2A3A4 B5B6B7B8",
        "B1B2A3B4B5B6B7A8, torn B1B2 A3 B4B5B6B7 A8",
        "0000000000000000, alien 0000000000000000",
        "A1A2A3A4B1B2B3B4, alien A1A2A3A4B1B2B3B4",
        "C1C2C3C4C5C6C7C8, alien C1C2C3C4C5C6C7C8"})
    void shouldDescribeBytesInMemory(String bytesInMemory, String description) {
        ByteBuffer memory = ByteBuffer.wrap(HexFormat.of().parseHex(bytesInMemory)).order(ByteOrder.nativeOrder());
        assertEquals(description, Value.describe(memory.getLong(0)));
    }

    @Test
    void shouldStepFromBeforeToAfter() {
        assertEquals(Value.AFTER, Value.BEFORE + Value.STEP);
    }
}
