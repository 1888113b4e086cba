// SPDX-License-Identifier: Apache-2.0
package org.tearline.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class LicencesTest {
    @Test
    void shouldNameEveryLibraryWithItsLicense() throws IOException {
        try (InputStream in = LicencesTest.class.getResourceAsStream("/META-INF/THIRD-PARTY.txt")) {
            String list = new String(in.readAllBytes(), StandardCharsets.UTF_8);

            List.of("org.openjdk.jmh:jmh-core:", "org.agrona:agrona:", "org.jctools:jctools-core:")
                .forEach(library -> assertTrue(list.contains(library), library));
            assertFalse(list.contains("jython"), "jython is not in the jar");
            assertEquals(List.of(), list.lines().filter(line -> line.contains(" - "))
                .filter(line -> !line.strip().matches("\\(.+\\) .+ \\(.+:.+:.+ - .+\\)")).toList());
        }
    }
}
