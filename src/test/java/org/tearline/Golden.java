// SPDX-License-Identifier: Apache-2.0
package org.tearline;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Assumptions;

/**
 * Compares output with files in the repository. With {@code -Dgolden.regenerate=true} it writes the files instead and
 * aborts the test, which therefore does not count as passed. Thread-safe.
 */
public final class Golden {
    private static final boolean REGENERATE = Boolean.getBoolean("golden.regenerate");

    private Golden() {
    }

    public static void check(Path golden, byte[] bytes) throws IOException {
        if (REGENERATE) {
            Files.createDirectories(golden.getParent());
            Files.write(golden, bytes);
        } else {
            assertThat(golden).hasBinaryContent(bytes);
        }
    }

    public static void check(Path golden, String text) throws IOException {
        if (REGENERATE) {
            check(golden, text.getBytes(StandardCharsets.UTF_8));
        } else {
            assertThat(Files.readString(golden)).isEqualTo(text);
        }
    }

    /** Aborts the test if it has written files. */
    public static void abortIfWritten() {
        Assumptions.assumeFalse(REGENERATE, "golden files written: review the diff, then run without the option");
    }
}
