package org.tearline.cli;

import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.util.Collections;
import java.util.jar.Attributes;
import java.util.jar.Manifest;
import picocli.CommandLine.IVersionProvider;

/** Version and commit, as the jar's manifest has them. Stateless. */
final class Version implements IVersionProvider {
    private static final String TITLE = "tearline";

    @Override
    public String[] getVersion() throws IOException {
        for (URL url : Collections.list(Version.class.getClassLoader().getResources("META-INF/MANIFEST.MF"))) {
            try (InputStream in = url.openStream()) {
                Attributes main = new Manifest(in).getMainAttributes();
                if (TITLE.equals(main.getValue("Implementation-Title"))) {
                    String commit = main.getValue("Implementation-Commit");
                    // Built from sources without their history, Maven leaves the placeholder as it is.
                    return new String[] {TITLE + " " + main.getValue("Implementation-Version") + " ("
                        + (commit.startsWith("$") ? "commit unknown" : commit) + ")"};
                }
            }
        }
        return new String[] {TITLE + ", not packaged"};
    }
}
