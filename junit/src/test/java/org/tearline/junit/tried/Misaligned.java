// SPDX-License-Identifier: Apache-2.0
package org.tearline.junit.tried;

import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.tearline.junit.NoLineCrossing;
import org.tearline.junit.NoMisalignedAccess;

/** Tests a rule that a method overrides and a nested class inherits. */
@NoMisalignedAccess
class Misaligned {
    private static final long PAGE = Memory.page();

    @Test
    void insideTheLine() {
        Memory.put(PAGE + 28);
    }

    @Test
    @NoLineCrossing
    void insideTheLineWhereOnlyLinesCount() {
        Memory.put(PAGE + 28);
    }

    @Test
    void aligned() {
        Memory.put(PAGE + 8);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void parameterized(int offset) {
        Memory.put(PAGE + offset);
    }

    /** Inherits the rule of the enclosing class. */
    @Nested
    class Inner {
        @Test
        void insideTheLineNested() {
            Memory.put(PAGE + 28);
        }
    }
}
