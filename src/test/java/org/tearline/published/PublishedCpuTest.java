// SPDX-License-Identifier: Apache-2.0
package org.tearline.published;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PublishedCpuTest {
    @Test
    void shouldMakeTheKeyOfTheNumericSignature() {
        assertThat(new PublishedCpu(null, "GenuineIntel", 6, 85, 7, null, null, null, null, "x", null, null,
            null).computedKey())
            .isEqualTo("genuineintel-06-55-07");
        assertThat(new PublishedCpu(null, "ARM", null, null, null, 0x41, 0xd40, 1, 1, null, null, null,
            null).computedKey())
            .isEqualTo("arm-41-d40-r1p1");
        assertThat(new PublishedCpu(null, "IBM", null, 0x3931, null, null, null, null, null, null, null, null, null)
            .computedKey()).isEqualTo("ibm-3931");
        assertThat(new PublishedCpu(null, "Apple", null, null, null, null, null, null, null, null, null, null, null)
            .computedKey()).isEqualTo("apple");
    }
}
