// SPDX-License-Identifier: Apache-2.0
package org.tearline.junit.tried;

import org.junit.jupiter.api.Test;
import org.tearline.junit.NoLineCrossing;

/** A class with one guarded method. */
class OneMethod {
    private static final long PAGE = Memory.page();

    @Test
    @NoLineCrossing
    void guarded() {
        Memory.put(PAGE + 60);
    }

    @Test
    void free() {
        Memory.put(PAGE + 60);
    }
}
