// SPDX-License-Identifier: Apache-2.0
package org.tearline.report.page;

import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.InputFormat;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tearline.archive.Archive;
import org.tearline.archive.KnownGranules;
import org.tearline.merge.Merge;
import org.tearline.promise.Guarantees;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class SiteFilesTest {
    private static final Addresses TOLD = new Addresses("https://forge.example/them/it", "https://site.example/it");

    @Test
    void shouldWriteWhatAWebServerNeeds(@TempDir Path folder) throws IOException {
        Path results = Files.createDirectories(folder.resolve("reports/results"));
        Files.writeString(Files.createDirectories(results.resolve("x86_64")).resolve("a.json"), "{}");
        Files.writeString(Files.createDirectories(folder.resolve("reports/cells.parquet")).resolve("1.parquet"), "p");
        Files.writeString(folder.resolve("reports/runs.parquet"), "r");
        Files.writeString(folder.resolve("reports/LICENSE"), "public domain");
        Files.writeString(folder.resolve("CITATION.cff"), "cff");

        SiteFiles.write(GoldenTest.merge(), KnownGranules.of(new Archive()), Guarantees.load(), results,
            folder.resolve("site"));

        assertThat(files(folder.resolve("site"))).containsExactly(".nojekyll", "data/CITATION.cff", "data/LICENSE",
            "data/cells.csv", "data/cells.json", "data/cells.parquet/1.parquet", "data/cells.schema.json",
            "data/granules.csv", "data/granules.json", "data/granules.schema.json",
            "data/runs.parquet", "index.html", "preview.png", "results/x86_64/a.json");
        assertThat(dataLinks(folder.resolve("site"))).as("no link leads to a folder").containsExactly("granules.json",
            "granules.csv", "granules.schema.json", "cells.json",
            "cells.csv", "cells.schema.json", "runs.parquet", "LICENSE", "CITATION.cff");
    }

    @Test
    void shouldLinkToWhatIsInTheFolderOnly(@TempDir Path folder) throws IOException {
        Path results = Files.createDirectories(folder.resolve("reports/results"));
        Path site = folder.resolve("site");
        Files.writeString(folder.resolve("reports/cells.parquet"), "c");
        Files.writeString(folder.resolve("reports/runs.parquet"), "r");

        Merge merge = GoldenTest.merge();

        SiteFiles.write(merge, KnownGranules.of(new Archive()), Guarantees.load(), results, site);

        assertThat(dataLinks(site)).containsExactly("granules.json",
            "granules.csv", "granules.schema.json", "cells.json", "cells.csv", "cells.schema.json",
            "cells.parquet", "runs.parquet")
            .allSatisfy(name -> assertThat(site.resolve("data/" + name)).isNotEmptyFile());
        assertThat(HtmlPage.text(merge, Guarantees.load())).doesNotContain("\"data/", "#dataset", "id=\"dataset\"");
    }

    @Test
    void shouldDescribeItsDataByASchema(@TempDir Path folder) throws IOException {
        Merge merge = GoldenTest.merge();
        Path results = Files.createDirectories(folder.resolve("results"));

        SiteFiles.write(merge, KnownGranules.of(new Archive()), Guarantees.load(), results,
            folder.resolve("site"));

        String schema = Files.readString(folder.resolve("site/data/cells.schema.json"));
        String cells = Files.readString(folder.resolve("site/data/cells.json"));
        assertThat(SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12).getSchema(schema)
            .validate(cells, InputFormat.JSON)).isEmpty();
        assertThat(SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12).getSchema(schema)
            .validate(cells.replace("\"across-8\"", "\"over 8\""), InputFormat.JSON)).isNotEmpty();
        JsonNode properties = JsonMapper.shared().readTree(schema).path("items").path("properties");
        assertThat(Files.readString(folder.resolve("site/data/cells.csv")).lines().findFirst())
            .hasValue(String.join(",", properties.propertyNames()));
    }

    @Test
    void shouldPrintAddressesOnlyIfTheBuildWasTold() {
        String told = HtmlPage.text(GoldenTest.merge(), Guarantees.load(), false, TOLD, List.of());
        String untold = HtmlPage.text(GoldenTest.merge(), Guarantees.load(), false, null, List.of());

        assertThat(told).contains("<meta property=\"og:image\" content=\"https://site.example/it/preview.png\">",
            "https://forge.example/them/it/issues/new?template=result.yml");
        assertThat(untold).doesNotContain("og:", "data/cells", "forge.example", "canonical")
            .contains("<meta name=\"description\"", "img-src data:", "rel=\"icon\" href=\"data:image/svg+xml,");
        assertThat(Addresses.of("https://forge.example/it/", "")).isNull();
        assertThat(Addresses.of("https://forge.example/it/", "${site.url}")).isNull();
        assertThat(Addresses.of("https://forge.example/it/", "https://site.example/")).isEqualTo(new Addresses(
            "https://forge.example/it", "https://site.example"));
    }

    /** The files that the page links to, if it has a paragraph for them and a way there. */
    private static List<String> dataLinks(Path site) throws IOException {
        String page = Files.readString(site.resolve("index.html"));
        assertThat(page).contains("<a href=\"#dataset\">Data</a>", "<p id=\"dataset\">");
        return Pattern.compile("<a href=\"data/([^\"]+)\">\\1</a>").matcher(page).results()
            .map(found -> found.group(1)).toList();
    }

    private static List<String> files(Path folder) throws IOException {
        try (Stream<Path> all = Files.walk(folder)) {
            return all.filter(Files::isRegularFile).map(file -> folder.relativize(file).toString().replace('\\', '/'))
                .sorted().toList();
        }
    }
}
