// SPDX-License-Identifier: Apache-2.0
package org.tearline.page;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.tearline.archive.Archive;
import org.tearline.archive.CpuDesign.Voice;
import org.tearline.file.ResultFile;
import org.tearline.file.WholeFile;
import org.tearline.promise.Guarantees;

/** The page of one run, left beside its result file. Thread-safe. */
public final class RunPage {
    private RunPage() {
    }

    /** One file as all that counts. */
    public static Archive alone(ResultFile file, String name) {
        Archive archive = new Archive();
        archive.add(name, Voice.PROJECT, file);
        return archive;
    }

    /**
     * Writes the page beside a result: result.json gets result.html.
     *
     * @return where the page is
     */
    public static Path write(ResultFile file, Path result) throws IOException {
        String name = result.getFileName().toString();
        Path target = result.resolveSibling(name.replaceFirst("\\.json$", "") + ".html");
        WholeFile.write(HtmlPage.text(alone(file, name), Guarantees.load(), true, null, List.of()), target);
        return target;
    }
}
