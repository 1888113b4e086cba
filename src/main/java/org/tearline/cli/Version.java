package org.tearline.cli;

import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.util.Collections;
import java.util.jar.Attributes;
import java.util.jar.Manifest;
import org.tearline.published.TesterBuild;
import picocli.CommandLine.IVersionProvider;

/** Version and commit, as the jar's manifest has them. Stateless. */
final class Version implements IVersionProvider {
    private static final String TITLE = "tearline";

    private static final String UNKNOWN = "unknown";

    @Override
    public String[] getVersion() {
        TesterBuild build = build();
        return new String[] {TITLE + " " + build.version() + " (commit " + build.commit() + ")"};
    }

    /** The same for a result file. */
    static TesterBuild build() {
        try {
            for (URL url : Collections.list(Version.class.getClassLoader().getResources("META-INF/MANIFEST.MF"))) {
                try (InputStream in = url.openStream()) {
                    Attributes main = new Manifest(in).getMainAttributes();
                    if (TITLE.equals(main.getValue("Implementation-Title"))) {
                        String commit = main.getValue("Implementation-Commit");
                        // Built from sources without their history, Maven leaves the placeholder as it is.
                        return new TesterBuild(main.getValue("Implementation-Version"),
                            commit.startsWith("$") ? UNKNOWN : commit);
                    }
                }
            }
        } catch (IOException e) {
            // A jar that cannot be read again runs on all the same.
        }
        return new TesterBuild(UNKNOWN, UNKNOWN);
    }
}
