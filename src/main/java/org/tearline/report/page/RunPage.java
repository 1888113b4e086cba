package org.tearline.report.page;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import org.tearline.promise.Guarantees;
import org.tearline.report.merged.Merge;
import org.tearline.result.file.ResultFile;

/** The page of one run, left beside its result file. Any thread. */
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
        write(text(file, name), target);
        return target;
    }

    /** Writes the whole text or nothing: to a temporary name beside the target, then moved. */
    public static void write(String text, Path target) throws IOException {
        // Not a temporary file of the JDK's making, which nobody else may read.
        Path temporary = target.resolveSibling("." + target.getFileName() + ".tmp");
        try {
            Files.writeString(temporary, text);
            Files.move(temporary, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } finally {
            Files.deleteIfExists(temporary);
        }
    }
}
