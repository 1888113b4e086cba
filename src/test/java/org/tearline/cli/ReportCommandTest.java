// SPDX-License-Identifier: Apache-2.0
package org.tearline.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Properties;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tearline.file.ResultFile;
import org.tearline.file.ResultText;
import org.tearline.file.SyntheticResults;

class ReportCommandTest {
    @TempDir
    private Path folder;

    private Jar.Result run;

    @BeforeEach
    void makeResults() throws IOException {
        SyntheticResults results = new SyntheticResults(3);
        for (int i = 0; i < 3; i++) {
            ResultFile file = results.next();
            Path path = folder.resolve("results").resolve(file.pathBelow());
            Files.createDirectories(path.getParent());
            ResultText.write(file, path);
        }
    }

    @Test
    void shouldBeReproducible() throws IOException {
        Path first = Files.createDirectory(folder.resolve("first"));
        Path second = Files.createDirectory(folder.resolve("second"));

        assertThat(report("--out", first, "--format", "md,html,csv,json")).isZero();
        assertThat(report("--out", second, "--format", "json,csv,html,md")).isZero();

        for (String name : new String[] {"README.md", "index.html", "cells.csv", "cells.json"}) {
            assertThat(first.resolve(name)).hasSameBinaryContentAs(second.resolve(name)).isNotEmptyFile();
        }
        assertThat(report("--out", first)).isZero();
        assertThat(first.resolve("README.md")).hasSameBinaryContentAs(second.resolve("README.md"));
    }

    @Test
    void shouldReportInvalidFilesAndOmitThem() throws IOException {
        Files.writeString(folder.resolve("results/bad.json"), "{\"schemaVersion\": 1}");

        assertThat(report("--out", folder)).isEqualTo(1);
        assertThat(run.err()).contains("left out: ",
            "bad.json: version: schema version 1",
            "3 results counted, 1 left out");
        assertThat(folder.resolve("index.html")).isNotEmptyFile();
    }

    @Test
    void shouldCheckTheOutputBeforeItReads() throws IOException {
        Files.createDirectories(folder.resolve("index.html"));

        assertThat(report("--out", folder)).isEqualTo(2);
        assertThat(run.err()).hasLineCount(1).contains("index.html: is a folder");
        assertThat(folder.resolve("README.md")).doesNotExist();
    }

    @Test
    void shouldWriteTheSiteOrADocument() {
        assertThat(report("--site", folder.resolve("site"), "--readme", folder.resolve("README.md")))
            .isEqualTo(ExitCode.USAGE);
        assertThat(run.err()).hasLineCount(1).contains("--site or --readme: give one of them");

        assertThat(report("--site", folder.resolve("site"), "--format", "csv")).isEqualTo(ExitCode.USAGE);
        assertThat(run.err()).contains("--site or --format: give one of them");
        assertThat(folder.resolve("site")).doesNotExist();
    }

    @Test
    void shouldNotWriteASiteBetweenTheResults() {
        Path inside = folder.resolve("results/site");

        assertThat(report("--site", inside)).isEqualTo(ExitCode.USAGE);
        assertThat(run.err()).hasLineCount(1).contains("lies in the results folder");
        assertThat(inside).doesNotExist();
    }

    @Test
    void shouldNotReplaceAPageOfSomebodyElse() throws IOException {
        Path page = Files.writeString(folder.resolve("index.html"), "<h1>mine</h1>");

        for (String option : List.of("--out", "--site")) {
            assertThat(report(option, folder)).isEqualTo(ExitCode.USAGE);
            assertThat(run.err()).hasLineCount(1).contains("would replace " + page);
        }
        assertThat(page).hasContent("<h1>mine</h1>");
    }

    @Test
    void shouldNotReplaceAPageThatIsNotUtf8() throws IOException {
        byte[] page = "# caf\u00e9\n".getBytes(StandardCharsets.ISO_8859_1);
        Path readme = Files.write(folder.resolve("README.md"), page);

        assertThat(report("--out", folder, "--format", "md")).isEqualTo(4);
        assertThat(run.err()).contains("README.md is not UTF-8");
        assertThat(readme).hasBinaryContent(page);
    }

    @Test
    void shouldOmitRecalledFilesWithTheirReason() throws IOException {
        String path = new SyntheticResults(3).next().pathBelow();
        Files.writeString(folder.resolve("recalled.txt"), "# taken back\n\n" + path + " the guard bytes were"
            + " off\n");

        assertThat(report("--out", folder, "--format", "csv")).isZero();
        assertThat(run.err()).contains(path + ": recalled: the guard bytes were off",
            "2 results counted, 0 left out, 1 recalled");
    }

    /** A reason is free text: it must not reach a terminal, or the log of a CI system, as a command. */
    @Test
    void shouldEscapeTheReasonOfARecall() throws IOException {
        String path = new SyntheticResults(3).next().pathBelow();
        Files.writeString(folder.resolve("recalled.txt"), path + " \u001b[31m\u202e::error::##[error]\n");

        assertThat(report("--out", folder, "--format", "csv")).isZero();
        assertThat(run.err()).contains(path + ": recalled: \\u001b[31m\\u202e:\\u003aerror:\\u003a#\\u0023[error]")
            .doesNotContain("\u001b", "\u202e", "::", "##[");
        Files.writeString(folder.resolve("recalled.txt"), "\u001b[31m.json why\n");
        assertThat(report("--out", folder, "--format", "csv")).isEqualTo(1);
        assertThat(run.err()).contains("'\\u001b[31m.json why'").doesNotContain("\u001b");
    }

    @Test
    void shouldLeaveOutALineOfAListThatIsInvalid() throws IOException {
        Path list = Files.writeString(folder.resolve("recalled.txt"), "x86_64/some.json\n");

        assertThat(report("--out", folder, "--format", "csv")).isEqualTo(1);
        assertThat(run.err()).contains("not used: " + list + ": lists: line 1: expected a path below results or a"
            + " digest, and a reason, not 'x86_64/some.json'",
            "3 results counted, 0 left out, 0 recalled; 1 line of the lists not used");
    }

    @Test
    void shouldNotReplaceABrokenLink() throws IOException {
        Path link = Files.createSymbolicLink(folder.resolve("index.html"), folder.resolve("nothing"));
        assertThat(report("--out", folder, "--format", "html")).isEqualTo(ExitCode.USAGE);
        assertThat(run.err().lines()).singleElement().asString()
            .startsWith("tester: --out " + link + ": is a symbolic link");
        assertThat(link).isSymbolicLink();
    }

    @Test
    void shouldReplaceNoLinkByATable() throws IOException {
        Path document = Files.writeString(folder.resolve("document.md"), "<!-- fact: side.time -->1<!-- end -->");
        Path link = Files.createSymbolicLink(folder.resolve("link.md"), document);
        assertThat(report("--readme", link)).isEqualTo(ExitCode.USAGE);
        assertThat(run.err()).hasLineCount(1).contains("--readme " + link + ": is a symbolic link");
        assertThat(report("--readme", document)).isZero();
    }

    @Test
    void shouldWriteAFileOnceThatIsNamedTwice() {
        assertThat(report("--out", folder, "--format", "md,md", "--format", "md")).isZero();
        assertThat(run.err().lines()).filteredOn(line -> line.endsWith("README.md written")).hasSize(1);
    }

    @Test
    void shouldReportInOneLineWhyItCannotCreateAFolder() throws IOException {
        Path file = Files.writeString(folder.resolve("file"), "");
        for (Path out : List.of(file, file.resolve("below"))) {
            assertThat(report("--out", out)).isEqualTo(ExitCode.USAGE);
            assertThat(run.err().lines()).singleElement().asString().startsWith("tester: --out " + file);
        }
    }

    private int report(Object... options) {
        run = Jar.here(new Properties(), Stream.concat(Stream.of("report", "--results", folder.resolve("results")),
            Stream.of(options)).toArray());
        return run.exitCode();
    }
}
