// SPDX-License-Identifier: Apache-2.0
package org.tearline.report;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.tearline.archive.Archive;
import org.tearline.archive.FileRows;
import org.tearline.archive.KnownGranules;
import org.tearline.file.Addresses;
import org.tearline.file.AtomicFile.Content;
import org.tearline.file.AtomicFile;
import org.tearline.file.FolderArgument;
import org.tearline.page.HtmlPage;
import org.tearline.page.Page;
import org.tearline.page.Resource;

/** Writes the files for a web server: the page, the result files, and the data set with its schemas and licence. */
public final class SiteFiles {
    /** The tables of the data set. */
    public static final List<DataTable<?>> TABLES = List.of(CellTable.TABLE, RunTable.TABLE);

    private SiteFiles() {
    }

    /**
     * Writes all files below a folder, and keeps other files in it.
     *
     * @param files returns the rows of all files of the archive
     * @param names of these files, below the results folder
     */
    static void write(Archive archive, Supplier<Stream<FileRows>> files, List<String> names, Path results, Path folder)
        throws IOException {
        Path data = Files.createDirectories(folder.resolve("data"));
        Map<String, Content> dataSet = dataSet(archive, files);
        for (Map.Entry<String, Content> file : dataSet.entrySet()) {
            AtomicFile.write(file.getValue(), data.resolve(file.getKey()));
        }
        // Without this file, GitHub Pages skips names that start with an underscore and treats files as templates.
        AtomicFile.write("", folder.resolve(".nojekyll"));
        // The page links to the files in this folder.
        copy(names.stream().map(results::resolve).toList(), results, folder.resolve("results"));
        List<String> linked = new ArrayList<>(dataSet.keySet());
        // These exist beside the results or, for the citation, in the root of the project, or not at all. The Parquet
        // tables are files or folders written by scripts/cells.
        for (String name : List.of("cells.parquet", "runs.parquet", "LICENSE", "../CITATION.cff")) {
            Path file = FolderArgument.beside(results, name);
            String own = file.getFileName().toString();
            if (Files.exists(file)) {
                copy(FolderArgument.files(file), file, data.resolve(own));
            }
            // A web server does not list the content of a folder.
            if (Files.isRegularFile(file)) {
                linked.add(own);
            }
        }
        Addresses addresses = Addresses.load();
        boolean single = false;
        AtomicFile.write(HtmlPage.text(Page.of(archive, single, addresses, linked)), folder.resolve("index.html"));
        HtmlPage.writePreviews(archive, addresses, folder);
    }

    /** Returns the granules and the tables, each with its schema, by file name. */
    static Map<String, Content> dataSet(Archive archive, Supplier<Stream<FileRows>> files) {
        KnownGranules granules = KnownGranules.of(archive);
        Map<String, Content> dataSet = new LinkedHashMap<>();
        dataSet.put("granules.json", out -> out.write(granules.json()));
        dataSet.put("granules.csv", out -> out.write(granules.csv()));
        putSchema("granules", dataSet);
        for (DataTable<?> table : TABLES) {
            dataSet.put(table.name() + ".json", out -> table.writeJson(files.get(), out));
            dataSet.put(table.name() + ".csv", out -> table.writeCsv(files.get(), out));
            putSchema(table.name(), dataSet);
        }
        return dataSet;
    }

    private static void putSchema(String name, Map<String, Content> dataSet) {
        String file = name + ".schema.json";
        dataSet.put(file, out -> out.write(Resource.text("/schema/" + file)));
    }

    private static void copy(List<Path> files, Path from, Path to) throws IOException {
        for (Path file : files) {
            Path target = file.equals(from) ? to : to.resolve(from.relativize(file));
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
