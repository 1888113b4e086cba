// SPDX-License-Identifier: Apache-2.0
package org.tearline.report;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.tearline.archive.Archive;
import org.tearline.archive.FileRows;
import org.tearline.archive.KnownGranules;
import org.tearline.file.AtomicFile;
import org.tearline.file.FolderArgument;
import org.tearline.page.HtmlPage;
import org.tearline.page.Page.Addresses;
import org.tearline.page.Resource;
import org.tearline.promise.Guarantees;

/** Writes the files for a web server: the page, the result files, and the data set with its schemas and licence. */
public final class SiteFiles {
    /** The folder of result files, to which the page links. */
    private static final String RESULTS = "results";
    /**
     * Copied if they exist beside the results or, for the citation, in the root of the project. The Parquet tables are
     * files or folders written by scripts/cells.
     */
    private static final List<String> BESIDE = List.of("cells.parquet", "runs.parquet", "LICENSE",
        "../CITATION.cff");

    private SiteFiles() {
    }

    /** Returns the tables of the data set. */
    public static List<DataTable> tables(Guarantees guarantees) {
        return List.of(CellTable.of(guarantees), RunTable.TABLE);
    }

    /**
     * Writes all files below a folder, and keeps other files in it.
     *
     * @param files returns the rows of all files of the archive
     */
    public static void write(Archive archive, Guarantees guarantees, Supplier<Stream<FileRows>> files, Path results,
                             Path folder) throws IOException {
        Path data = Files.createDirectories(folder.resolve("data"));
        List<String> linked = new ArrayList<>(writeGranules(archive, data));
        for (DataTable table : tables(guarantees)) {
            AtomicFile.write(out -> table.writeJson(files.get(), out), data.resolve(table.name() + ".json"));
            AtomicFile.write(out -> table.writeCsv(files.get(), out), data.resolve(table.name() + ".csv"));
            String schema = table.name() + ".schema.json";
            AtomicFile.write(Resource.text("/schema/" + schema), data.resolve(schema));
            linked.addAll(List.of(table.name() + ".json", table.name() + ".csv", schema));
        }
        // Without this file, GitHub Pages skips names that start with an underscore and treats files as templates.
        AtomicFile.write("", folder.resolve(".nojekyll"));
        copy(results, folder.resolve(RESULTS));
        linked.addAll(copyBeside(results, data));
        Addresses addresses = Addresses.load();
        boolean single = false;
        AtomicFile.write(HtmlPage.text(archive, guarantees, single, addresses, linked), folder.resolve("index.html"));
        HtmlPage.writePreviews(archive, guarantees, addresses, folder);
    }

    /** Writes the granules with their schema. Returns the names of the files. */
    private static Collection<String> writeGranules(Archive archive, Path data) throws IOException {
        KnownGranules granules = KnownGranules.of(archive);
        Map<String, String> texts = new LinkedHashMap<>();
        texts.put("granules.json", granules.json());
        texts.put("granules.csv", granules.csv());
        texts.put("granules.schema.json", Resource.text("/schema/granules.schema.json"));
        for (Map.Entry<String, String> file : texts.entrySet()) {
            AtomicFile.write(file.getValue(), data.resolve(file.getKey()));
        }
        return texts.keySet();
    }

    /** Copies {@link #BESIDE}. Returns the names of files, not of folders, whose content a web server does not list. */
    private static List<String> copyBeside(Path results, Path data) throws IOException {
        List<String> copied = new ArrayList<>();
        for (String name : BESIDE) {
            Path file = FolderArgument.beside(results, name);
            String own = file.getFileName().toString();
            if (Files.exists(file)) {
                copy(file, data.resolve(own));
            }
            if (Files.isRegularFile(file)) {
                copied.add(own);
            }
        }
        return copied;
    }

    private static void copy(Path from, Path to) throws IOException {
        for (Path file : FolderArgument.files(from)) {
            Path target = file.equals(from) ? to : to.resolve(from.relativize(file).toString());
            try {
                Files.createDirectories(target.getParent());
                Files.copy(file, target, StandardCopyOption.REPLACE_EXISTING);
            } catch (FileSystemException e) {
                // The exception names the source, even if the target's disk is full.
                throw new IOException("cannot copy " + file + " to " + target + ": " + AtomicFile.why(e), e);
            }
        }
    }
}
