// SPDX-License-Identifier: Apache-2.0
package org.tearline;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Assumptions;

/**
 * Compares output with files that are in the repository. With {@code -Dgolden.regenerate=true} it writes them instead,
 * and the test is aborted, so that nobody takes it for a pass. Thread-safe.
 */
public final class Golden {
    private static final boolean REGENERATE = Boolean.getBoolean("golden.regenerate");

    private Golden() {
    }

    /** The file has these bytes, or gets them. */
    public static void check(Path golden, byte[] bytes) throws IOException {
        if (REGENERATE) {
            Files.createDirectories(golden.getParent());
            Files.write(golden, bytes);
        } else {
            assertThat(golden).hasBinaryContent(bytes);
        }
    }

    /** The file has this text in UTF-8, or gets it. */
    public static void check(Path golden, String text) throws IOException {
        if (REGENERATE) {
            check(golden, text.getBytes(StandardCharsets.UTF_8));
        } else {
            assertThat(Files.readString(golden)).isEqualTo(text);
        }
    }

    /** Ends a test that has written its files. */
    public static void abortIfWritten() {
        Assumptions.assumeFalse(REGENERATE, "golden files written: look at the difference, then run without");
    }
}
