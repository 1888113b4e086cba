// SPDX-License-Identifier: Apache-2.0
package org.tearline.page;

import gg.jte.ContentType;
import gg.jte.TemplateEngine;
import gg.jte.output.StringOutput;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.tearline.archive.Archive;
import org.tearline.file.Addresses;
import org.tearline.file.AtomicFile;
import org.tearline.file.ResultFile;
import org.tearline.machine.Bundled;
import org.tearline.verdict.Verdict;

/** Renders the results as a self-contained page that works offline and is readable without scripts. Thread-safe. */
public final class HtmlPage {
    private static final TemplateEngine TEMPLATES = TemplateEngine.createPrecompiled(ContentType.Html);

    private HtmlPage() {
    }

    public static String text(Archive archive) {
        boolean single = false;
        return text(Page.of(archive, single, Addresses.load(), List.of()));
    }

    public static String text(Page page) {
        // HTML needs no end tags of cells, rows and items before the next tag.
        return rendered("page.jte", Map.of("page", page)).replaceAll("</(?:t[dhr]|li|d[dt])>(?=\\s*<)", "");
    }

    private static String rendered(String template, Map<String, Object> content) {
        StringOutput out = new StringOutput();
        TEMPLATES.render(template, content, out);
        return out.toString();
    }

    /** Returns the path of the page for one run: result.html beside result.json. */
    public static Path beside(Path result) {
        return result.resolveSibling(result.getFileName().toString().replaceFirst("\\.json$", "") + ".html");
    }

    /** Returns the page for one run, whose result is in this file. */
    public static String of(ResultFile file, Path result) {
        boolean single = true;
        return text(Page.of(Archive.of(file, result.getFileName().toString()), single, null, List.of()));
    }

    /**
     * Writes the pictures for link previews, and for each measured CPU and verdict a page that redirects to the answer,
     * with its title and picture. Without addresses, writes nothing.
     */
    public static void writePreviews(Archive archive, Addresses addresses, Path folder) throws IOException {
        if (addresses == null) {
            return;
        }
        Path share = Files.createDirectories(folder.resolve("share"));
        // Those with pictures and styles of their own. One that ends with compilation looks like the lasting one.
        for (Verdict verdict : List.of(Verdict.TORN, Verdict.FAULTS, Verdict.REFUSED, Verdict.MAY_FAULT, Verdict.OPEN,
            Verdict.NOT_SEEN, Verdict.PROMISED)) {
            String picture = picture(verdict);
            Files.write(folder.resolve(picture), Bundled.bytes("/page/" + picture));
            for (Subject cpu : Subject.all(archive.designs())) {
                if (cpu.isMeasured()) {
                    String title = verdict.headline() + ": " + cpu.name() + " – Tearline";
                    AtomicFile.write(rendered("share.jte", Map.of("title", title, "id", cpu.id(), "picture",
                        addresses.site() + "/" + picture)), share.resolve(cpu.id() + "-" + verdict.style() + ".html"));
                }
            }
        }
    }

    /** Returns the name of the picture of a verdict for link previews. */
    public static String picture(Verdict verdict) {
        return "preview-" + verdict.style() + ".png";
    }
}
