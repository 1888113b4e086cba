// SPDX-License-Identifier: Apache-2.0
package org.tearline.page;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import org.tearline.archive.Archive;
import org.tearline.archive.KnownGranules;
import org.tearline.file.AtomicFile;
import org.tearline.file.FolderArgument;
import org.tearline.page.Answer.Verdict;
import org.tearline.page.Page.Addresses;
import org.tearline.promise.Guarantees;

/** Writes the files for a web server: the page, the result files, and the data set with its schemas and licence. */
public final class SiteFiles {
    /** The folder of result files, to which the page links. */
    private static final String RESULTS = "results";
    /**
     * Copied if they exist beside the results or, for the citation, in the root of the project. The tables are files
     * or folders written by scripts/cells.
     */
    private static final List<String> BESIDE = List.of("cells.parquet", "runs.parquet", "LICENSE",
        "../CITATION.cff");

    private SiteFiles() {
    }

    /** Writes all files below a folder, and keeps other files in it. */
    public static void write(Archive archive, Guarantees guarantees, Path results, Path folder) throws IOException {
        KnownGranules granules = KnownGranules.of(archive);
        Path data = Files.createDirectories(folder.resolve("data"));
        List<String> dataSet = new ArrayList<>(List.of("granules.json", "granules.csv", "granules.schema.json",
            "cells.json", "cells.csv", "cells.schema.json"));
        AtomicFile.write(granules.json(), data.resolve("granules.json"));
        AtomicFile.write(granules.csv(), data.resolve("granules.csv"));
        resource("/schema/granules.schema.json", data.resolve("granules.schema.json"));
        AtomicFile.write(CellTable.json(archive, guarantees), data.resolve("cells.json"));
        AtomicFile.write(CellTable.csv(archive, guarantees), data.resolve("cells.csv"));
        resource("/schema/cells.schema.json", data.resolve("cells.schema.json"));
        // Without this file, GitHub Pages skips names that start with an underscore and treats files as templates.
        AtomicFile.write("", folder.resolve(".nojekyll"));
        copy(results, folder.resolve(RESULTS));
        for (String name : BESIDE) {
            Path file = FolderArgument.beside(results, name);
            String own = file.getFileName().toString();
            if (Files.exists(file)) {
                copy(file, data.resolve(own));
            }
            // Links only to files, because a web server does not list folders.
            if (Files.isRegularFile(file)) {
                dataSet.add(own);
            }
        }
        Addresses addresses = Addresses.load();
        AtomicFile.write(HtmlPage.text(archive, guarantees, false, addresses, dataSet), folder.resolve("index.html"));
        if (addresses != null) {
            share(archive, guarantees, addresses, folder);
        }
    }

    /** Writes a page per measured CPU and verdict, with the title and picture for link previews. */
    static void share(Archive archive, Guarantees guarantees, Addresses addresses, Path folder) throws IOException {
        Path share = Files.createDirectories(folder.resolve("share"));
        for (Verdict verdict : Verdict.values()) {
            resource("/page/" + picture(verdict), folder.resolve(picture(verdict)));
            for (Subject cpu : Subject.all(guarantees, archive.designs())) {
                if (cpu.known()) {
                    AtomicFile.write(HtmlPage.shared(cpu, verdict, addresses),
                        share.resolve(cpu.id() + "-" + verdict.style() + ".html"));
                }
            }
        }
    }

    /** Returns the name of the picture for link previews. */
    static String picture(Verdict verdict) {
        return "preview-" + verdict.style() + ".png";
    }

    private static void copy(Path from, Path to) throws IOException {
        for (Path file : FolderArgument.files(from)) {
            Path target = file.equals(from) ? to : to.resolve(from.relativize(file).toString());
            Files.createDirectories(target.getParent());
            Files.copy(file, target, StandardCopyOption.REPLACE_EXISTING);
        }
    }

    private static void resource(String name, Path target) {
        try (InputStream in = SiteFiles.class.getResourceAsStream(name)) {
            Files.copy(in, target, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
