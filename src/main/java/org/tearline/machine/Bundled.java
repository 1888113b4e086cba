// SPDX-License-Identifier: Apache-2.0
package org.tearline.machine;

import java.io.IOException;
import java.io.InputStream;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Properties;

/** Reads the files that the jar contains. Thread-safe. */
public final class Bundled {
    private Bundled() {
    }

    /** Returns the content of a file, whose path starts with a slash. */
    public static byte[] bytes(String path) {
        try (InputStream in = Bundled.class.getResourceAsStream(path)) {
            return in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + path, e);
        }
    }

    /** Returns a text in UTF-8. */
    public static String text(String path) {
        return new String(bytes(path), StandardCharsets.UTF_8);
    }

    public static Properties properties(String path) {
        try {
            Properties properties = new Properties();
            properties.load(new StringReader(text(path)));
            return properties;
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + path, e);
        }
    }
}
