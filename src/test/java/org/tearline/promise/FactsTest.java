// SPDX-License-Identifier: Apache-2.0
package org.tearline.promise;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

/** Tests the reader of facts. */
class FactsTest {
    @Test
    void shouldFillTexts() {
        assertThat(Facts.filled("in {fact:kernel.ac.delay} {x}")).isEqualTo("in 10 ms {x}");
        assertThat(Facts.text("kernel.ac.warn")).contains("at least 10 ms for each split lock")
            .doesNotContain("{");
    }

    @Test
    void shouldRejectUnknownNames() {
        assertThatThrownBy(() -> Facts.filled("{fact:kernel.zx}")).hasMessageContaining("no fact 'kernel.zx'");
    }
}
