// SPDX-License-Identifier: Apache-2.0
package org.tearline.file;

import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.util.Collections;
import java.util.jar.Attributes;
import java.util.jar.Manifest;

/**
 * Says which build of the tester wrote the file, so that results of a build found wrong can be recalled.
 *
 * @param version the version of the jar
 * @param commit  the abbreviated commit, or "unknown"
 */
public record TesterBuild(String version, String commit) {
    /** Holds what the manifest of the tester's jar has for a title. */
    public static final String TITLE = "tearline";

    private static final String UNKNOWN = "unknown";

    /** Returns the build that is running, as the jar's manifest has it. */
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

    /**
     * Returns the build that a manifest names. Built from sources without their history, Maven leaves its placeholder
     * as it is, or puts nothing in its place.
     */
    static TesterBuild of(Attributes main) {
        return new TesterBuild(known(main.getValue("Implementation-Version")),
            known(main.getValue("Implementation-Commit")));
    }

    private static String known(String value) {
        return value == null || value.isBlank() || value.startsWith("$") ? UNKNOWN : value.strip();
    }
}
