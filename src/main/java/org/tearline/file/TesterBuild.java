// SPDX-License-Identifier: Apache-2.0
package org.tearline.file;

import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.util.Collections;
import java.util.jar.Attributes;
import java.util.jar.Manifest;

/** The build of the tester that wrote a file, so that results of a wrong build can be recalled. */
public record TesterBuild(String version, String commit) {
    /** The Implementation-Title of the tester's jar. */
    public static final String TITLE = "tearline";
    private static final String UNKNOWN = "unknown";

    /** The running build, from the jar's manifest. */
    public static TesterBuild running() {
        try {
            for (URL url : Collections.list(TesterBuild.class.getClassLoader().getResources(
                "META-INF/MANIFEST.MF"))) {
                try (InputStream in = url.openStream()) {
                    Attributes main = new Manifest(in).getMainAttributes();
                    if (TITLE.equals(main.getValue("Implementation-Title"))) {
                        return of(main);
                    }
                }
            }
        } catch (IOException e) {
            // A jar that cannot be read again runs on all the same.
        }
        return new TesterBuild(UNKNOWN, UNKNOWN);
    }

    /** Built without its history, Maven leaves its placeholder as it is, or nothing in its place. */
    static TesterBuild of(Attributes main) {
        return new TesterBuild(known(main.getValue("Implementation-Version")),
            known(main.getValue("Implementation-Commit")));
    }

    private static String known(String value) {
        return value == null || value.isBlank() || value.startsWith("$") ? UNKNOWN : value.strip();
    }
}
