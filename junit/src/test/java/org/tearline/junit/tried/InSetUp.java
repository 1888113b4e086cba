// SPDX-License-Identifier: Apache-2.0
package org.tearline.junit.tried;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.tearline.junit.NoLineCrossing;

/** Accesses the value in the set-up method. */
@NoLineCrossing
class InSetUp {
    @BeforeAll
    static void access() {
        Memory.put(Memory.page() + 60);
    }

    @Test
    void nothing() {
        Memory.put(Memory.page());
    }
}
