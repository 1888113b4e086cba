// SPDX-License-Identifier: Apache-2.0
package org.tearline.report.page;

import java.io.IOException;
import java.nio.file.Path;
import org.tearline.merge.Merge;
import org.tearline.promise.Guarantees;
import org.tearline.published.ResultFile;
import org.tearline.published.WholeFile;

/** The page of one run, left beside its result file. Thread-safe. */
public final class RunPage {
    private RunPage() {
    }

    /** The same page as that of all results, with this one alone. */
    public static String text(ResultFile file, String name) {
        Merge merge = new Merge();
        merge.add(name, file);
        return HtmlPage.text(merge, Guarantees.load(), true);
    }

    /**
     * Writes the page beside a result: result.json gets result.html.
     *
     * @return where the page is
     */
    public static Path write(ResultFile file, Path result) throws IOException {
        String name = result.getFileName().toString();
        Path target = result.resolveSibling(name.replaceFirst("\\.json$", "") + ".html");
        WholeFile.write(text(file, name), target);
        return target;
    }
}
