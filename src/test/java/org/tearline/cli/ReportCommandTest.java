// SPDX-License-Identifier: Apache-2.0
package org.tearline.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tearline.file.ResultFile;
import org.tearline.file.ResultText;
import org.tearline.file.SyntheticResults;

class ReportCommandTest {
    @TempDir
    private Path folder;

    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

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
    void shouldWriteTheSameBytesAgain() throws IOException {
        Path first = Files.createDirectory(folder.resolve("first"));
        Path second = Files.createDirectory(folder.resolve("second"));

        assertThat(report("--out", first.toString(), "--format", "md,html,csv,json")).isZero();
        assertThat(report("--out", second.toString(), "--format", "json,csv,html,md")).isZero();

        for (String name : new String[] {"README.md", "index.html", "cells.csv", "cells.json"}) {
            assertThat(first.resolve(name)).hasSameBinaryContentAs(second.resolve(name)).isNotEmptyFile();
        }
        assertThat(report("--out", first.toString())).isZero();
        assertThat(first.resolve("README.md")).hasSameBinaryContentAs(second.resolve("README.md"));
    }

    @Test
    void shouldLeaveInvalidFilesOutAndSaySo() throws IOException {
        Files.writeString(folder.resolve("results/bad.json"), "{\"schemaVersion\": 1}");

        assertThat(report("--out", folder.toString())).isEqualTo(1);
        assertThat(err.toString(StandardCharsets.UTF_8)).contains("left out: ",
            "bad.json: version: schema version 1",
            "3 results counted, 1 left out");
        assertThat(folder.resolve("index.html")).isNotEmptyFile();
    }

    @Test
    void shouldRefuseWhatItCannotWriteBeforeItReads() throws IOException {
        Files.createDirectories(folder.resolve("index.html"));

        assertThat(report("--out", folder.toString())).isEqualTo(2);
        assertThat(err.toString(StandardCharsets.UTF_8)).hasLineCount(1).contains("index.html: is a folder");
        assertThat(folder.resolve("README.md")).doesNotExist();
    }

    @Test
    void shouldLeaveAPageAloneThatIsNotUtf8() throws IOException {
        byte[] page = "# caf\u00e9\n".getBytes(StandardCharsets.ISO_8859_1);
        Path readme = Files.write(folder.resolve("README.md"), page);

        assertThat(report("--out", folder.toString(), "--format", "md")).isEqualTo(4);
        assertThat(err.toString(StandardCharsets.UTF_8)).contains("README.md is there and is not UTF-8");
        assertThat(readme).hasBinaryContent(page);
    }

    @Test
    void shouldNotCountRecalledFilesAndSayWhy() throws IOException {
        String path = new SyntheticResults(3).next().pathBelow();
        Files.writeString(folder.resolve("recalled.txt"), "# taken back\n\n" + path + " the guard bytes were"
            + " off\nx86_64/gone.json never published\n");

        assertThat(report("--out", folder.toString(), "--format", "csv")).isZero();
        assertThat(err.toString(StandardCharsets.UTF_8)).contains("recalled: ",
            path + ": the guard bytes were off",
            "names x86_64/gone.json, which is not there", "2 results counted, 0 left out, 1 recalled");
    }

    @Test
    void shouldRefuseARecallWithoutAReason() throws IOException {
        Files.writeString(folder.resolve("recalled.txt"), "x86_64/some.json\n");

        assertThat(report("--out", folder.toString())).isEqualTo(Program.USAGE);
        assertThat(err.toString(StandardCharsets.UTF_8).lines()).singleElement().asString()
            .contains("recalled.txt line 1: 'x86_64/some.json': expected the path or digest of a result file and a"
                + " reason");
    }

    @Test
    void shouldSayInOneLineWhatIsWrongWithAnOption() {
        assertThat(report("--format", "pdf")).isEqualTo(Program.USAGE);
        assertThat(err.toString(StandardCharsets.UTF_8).lines()).singleElement().asString()
            .contains("'pdf' is none of md, html, granules, csv, json");
    }

    @Test
    void shouldNotReplaceABrokenLink() throws IOException {
        Path link = Files.createSymbolicLink(folder.resolve("index.html"), folder.resolve("nothing"));
        assertThat(report("--out", folder.toString(), "--format", "html")).isEqualTo(Program.USAGE);
        assertThat(err.toString(StandardCharsets.UTF_8).lines()).singleElement().asString()
            .startsWith("tester: --out " + link + ": is a broken link");
        assertThat(link).isSymbolicLink();
    }

    @Test
    void shouldSayInOneLineWhyItCannotMakeAFolder() throws IOException {
        Path file = Files.writeString(folder.resolve("file"), "");
        assertThat(report("--out", file.resolve("below").toString())).isEqualTo(Program.USAGE);
        assertThat(report("--out", file.toString())).isEqualTo(Program.USAGE);
        assertThat(err.toString(StandardCharsets.UTF_8).lines()).hasSize(2)
            .allMatch(line -> line.startsWith("tester: --out " + file));
    }

    private int report(String... options) {
        String[] arguments = new String[options.length + 3];
        arguments[0] = "report";
        arguments[1] = "--results";
        arguments[2] = folder.resolve("results").toString();
        System.arraycopy(options, 0, arguments, 3, options.length);
        PrintStream stream = new PrintStream(err, true, StandardCharsets.UTF_8);
        return Program.execute(arguments, new Properties(), stream, stream);
    }
}
