// SPDX-License-Identifier: Apache-2.0
package org.tearline.jcstress;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import org.junit.jupiter.api.Test;
import org.openjdk.jcstress.infra.TestInfo;
import org.openjdk.jcstress.infra.runners.TestList;

/** Checks what jcstress' HTML says of each test, in the list that its annotation processor has written. */
class DescriptionTest {
    @Test
    void shouldDescribeEveryTestWithAReference() {
        assertEquals(42, TestList.tests().size());
        for (String name : TestList.tests()) {
            TestInfo test = TestList.getInfo(name);
            assertFalse(test.description() == null || test.description().isBlank(), name);
            assertFalse(test.refs().isEmpty(), name);
        }
    }
}
