// SPDX-License-Identifier: Apache-2.0
package org.tearline.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tearline.Sample;
import org.tearline.archive.Archive;
import org.tearline.archive.FileBatch;
import org.tearline.archive.FileRows;
import org.tearline.archive.PublishedLists;
import org.tearline.archive.Submitters;
import org.tearline.file.ResultFile;
import org.tearline.file.ResultText;
import org.tearline.file.UnreadableFile;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;

/** Tests the files for a web server, made of some of the published files. */
class SiteFilesTest {
    private static final Path RESULTS = Path.of("reports/results");
    private static final int DRAWN = 4;

    @Test
    void shouldWriteTheFilesForAWebServer(@TempDir Path folder) throws Exception {
        Path results = Files.createDirectories(folder.resolve("reports/results"));
        Files.writeString(Files.createDirectories(results.resolve("x86_64")).resolve("a.json"), "{}");
        Files.writeString(results.resolve("x86_64/left-out.json"), "{}");
        Files.writeString(results.resolve("notes.txt"), "no result");
        Files.writeString(Files.createDirectories(folder.resolve("reports/cells.parquet")).resolve("1.parquet"), "p");
        Files.writeString(folder.resolve("reports/runs.parquet"), "r");
        Files.writeString(folder.resolve("reports/LICENSE"), "public domain");
        Files.writeString(folder.resolve("CITATION.cff"), "cff");
        Path site = folder.resolve("site");
        Archive archive = new Archive();
        List<FileRows> rows = add(archive);

        SiteFiles.write(archive, rows::stream, List.of("x86_64/a.json"), results, site);

        assertThat(files(site)).containsExactly(".nojekyll", "data/CITATION.cff", "data/LICENSE",
            "data/cells.csv", "data/cells.json", "data/cells.parquet/1.parquet", "data/cells.schema.json",
            "data/granules.csv", "data/granules.json", "data/granules.schema.json", "data/runs.csv", "data/runs.json",
            "data/runs.parquet", "data/runs.schema.json", "index.html", "results/x86_64/a.json");
        assertThat(Pattern.compile("<a href=\"data/([^\"]+)\">\\1</a>").matcher(Files.readString(
            site.resolve("index.html"))).results().map(found -> found.group(1))).as("no link leads to a folder")
            .containsExactly("granules.json", "granules.csv", "granules.schema.json", "cells.json", "cells.csv",
                "cells.schema.json", "runs.json", "runs.csv", "runs.schema.json", "runs.parquet", "LICENSE",
                "CITATION.cff");
        for (DataTable<?> table : SiteFiles.TABLES) {
            String schema = Files.readString(site.resolve("data/" + table.name() + ".schema.json"));
            JsonNode json = JsonMapper.shared().readTree(site.resolve("data/" + table.name() + ".json").toFile());
            assertThat(SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12).getSchema(schema)
                .validate(unlike(json))).isEmpty();
            assertThat(JsonMapper.shared().readTree(schema).path("items").path("properties").propertyNames())
                .containsExactlyElementsOf(table.columns().keySet());
            assertThat(site.resolve("data/" + table.name() + ".csv")).content().hasLineCount(json.size() + 1)
                .startsWith(String.join(",", table.columns().keySet()) + "\r\n");
        }
    }

    @Test
    void shouldWriteAnEmptyDataSet() throws IOException {
        for (DataTable<?> table : SiteFiles.TABLES) {
            StringWriter json = new StringWriter();
            table.writeJson(Stream.of(), json);
            assertThat(json).hasToString("[\n]\n");
            StringWriter csv = new StringWriter();
            table.writeCsv(Stream.of(), csv);
            assertThat(csv).hasToString(String.join(",", table.columns().keySet()) + "\r\n");
        }
    }

    /** Adds some of the published files, and returns their rows. */
    private static List<FileRows> add(Archive archive) throws IOException, UnreadableFile {
        Submitters submitters = PublishedLists.beside(RESULTS).submitters();
        Map<Path, ResultFile> read = new TreeMap<>();
        for (Path path : Sample.of(DRAWN, FileBatch.below(RESULTS)).toList()) {
            read.put(RESULTS.relativize(path), ResultText.read(path));
        }
        read.forEach((path, file) -> archive.add(path.toString(), submitters.of(file.digest()), file));
        return read.entrySet().stream().map(one -> archive.rows(one.getKey().toString(),
            submitters.of(one.getValue().digest()), one.getValue())).toList();
    }

    /** Returns the rows with a text, or a kind of number or of row, that no earlier row has. */
    private static JsonNode unlike(JsonNode rows) {
        ArrayNode unlike = JsonMapper.shared().createArrayNode();
        Set<Object> seen = new HashSet<>();
        for (JsonNode row : rows) {
            boolean added = seen.add(List.copyOf(row.propertyNames()));
            for (Map.Entry<String, JsonNode> cell : row.properties()) {
                JsonNode value = cell.getValue();
                Object kind = value.isNumber() ? value.numberType() + " " + Math.signum(value.asDouble()) : value;
                added |= seen.add(Map.entry(cell.getKey(), kind));
            }
            if (added) {
                unlike.add(row);
            }
        }
        return unlike;
    }

    private static List<String> files(Path site) throws IOException {
        try (Stream<Path> all = Files.walk(site)) {
            return all.filter(Files::isRegularFile).map(file -> site.relativize(file).toString()).sorted().toList();
        }
    }
}
