// SPDX-License-Identifier: Apache-2.0
package org.tearline.junit.tried;

import org.junit.jupiter.api.Test;
import org.tearline.junit.NoLineCrossing;

/** Makes accesses from an allowed method and from other methods. */
@NoLineCrossing(allow = "org.tearline.junit.tried.Packed.put")
class Allowing {
    private static final long PAGE = Memory.page();

    @Test
    void allowed() {
        Packed.put(PAGE);
    }

    @Test
    void anotherMethod() {
        Packed.putToo(PAGE);
    }

    @Test
    void firstAllowedThenNot() {
        for (int i = 0; i < 10; i++) {
            Packed.put(PAGE);
        }
        Packed.putToo(PAGE);
    }

    @Test
    @NoLineCrossing(allow = "org.tearline.junit.tried.Packed")
    void wholeClassAllowed() {
        Packed.put(PAGE);
        Packed.putToo(PAGE);
    }
}
