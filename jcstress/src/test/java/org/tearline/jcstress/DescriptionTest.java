// SPDX-License-Identifier: Apache-2.0
package org.tearline.jcstress;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.openjdk.jcstress.infra.TestInfo;
import org.openjdk.jcstress.infra.runners.TestList;

/** Checks what jcstress' HTML says of each test, in the list that its annotation processor has written. */
class DescriptionTest {
    @Test
    void shouldDescribeEveryTestWithAReference() {
        for (String name : TestList.tests()) {
            TestInfo test = TestList.getInfo(name);
            assertFalse(test.description() == null || test.description().isBlank(), name);
            assertFalse(test.refs().isEmpty(), name);
        }
    }

    @Test
    void shouldCountTheTestsInTheReadme() throws IOException {
        int all = TestList.tests().size();
        long sizes = TestList.tests().stream().filter(name -> name.contains(".MixedSizes.")).count();
        String readme = Files.readString(Path.of("README.md")).replaceAll("\\s+", " ");
        assertTrue(readme.contains("its " + all + " tests declares which outcomes it accepts, and why: "
            + (all - sizes) + " cover one write/read pair each, and " + sizes + " access a value in"), readme);
    }
}
