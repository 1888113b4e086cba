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
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.tearline.published.ResultFile;
import org.tearline.published.ResultPath;
import org.tearline.published.ResultText;
import org.tearline.published.SyntheticResults;

/** A folder that is given by a symbolic link is read like the folder itself: reports of a link once had no results. */
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "making a link takes a privilege there")
class LinkedFoldersTest {
    @TempDir
    private Path temporary;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private Path clone;
    private Path results;
    private Path link;
    private ResultFile first;
    private ResultFile second;

    @BeforeEach
    void makeAClone() throws IOException {
        clone = temporary.resolve("clone");
        results = clone.resolve(ResultPath.ROOT);
        SyntheticResults synthetic = new SyntheticResults(3);
        first = put(synthetic.next(), results);
        second = put(synthetic.next(), results);
        Files.writeString(clone.resolve("reports/recalled.txt"), ResultPath.below(second) + " bad build\n");
        Files.writeString(clone.resolve("CITATION.cff"), "cff-version: 1.2.0\n");
        link = Files.createSymbolicLink(temporary.resolve("link"), results);
    }

    @Test
    void shouldReportWhatTheFolderHas() throws IOException {
        Path pages = Files.createDirectory(temporary.resolve("pages"));
        Path linkToPages = Files.createSymbolicLink(temporary.resolve("link-to-pages"), pages);

        assertThat(run("report", "--results", results, "--format", "csv,json", "--out", temporary.resolve("direct")))
            .isZero();
        assertThat(run("report", "--results", link, "--format", "csv,json", "--out", linkToPages)).isZero();

        assertThat(text()).contains("recalled: " + link.resolve(ResultPath.below(second)) + ": bad build");
        assertThat(text().lines().filter(line -> line.endsWith(": 1 results counted, 0 left out, 1 recalled")))
            .hasSize(2);
        for (String name : new String[] {"cells.csv", "cells.json"}) {
            assertThat(pages.resolve(name)).hasSameBinaryContentAs(temporary.resolve("direct").resolve(name));
        }
    }

    @Test
    void shouldPutOnASiteWhatTheFolderAndItsNeighboursHave() throws IOException {
        Path site = temporary.resolve("site");

        assertThat(run("report", "--results", link, "--site", site)).isZero();

        assertThat(site.resolve("results").resolve(ResultPath.below(first))).isNotEmptyFile();
        assertThat(site.resolve("data/CITATION.cff")).isNotEmptyFile();
    }

    /** What lies next to the link is nearer than what lies next to the folder. */
    @Test
    void shouldTakeTheListOfRecallsNextToTheLinkIfThereIsOne() throws IOException {
        Files.writeString(temporary.resolve("recalled.txt"), ResultPath.below(first) + " a bad kernel\n");

        assertThat(run("report", "--results", link, "--format", "csv", "--out", temporary.resolve("pages"))).isZero();

        assertThat(text()).contains(": a bad kernel").doesNotContain("bad build");
    }

    @Test
    void shouldGatherFromALinkIntoALink() throws IOException {
        Path brought = temporary.resolve("brought");
        ResultFile fresh = put(new SyntheticResults(7).next(), brought);
        Path linkToBrought = Files.createSymbolicLink(temporary.resolve("link-to-brought"), brought);

        assertThat(run("gather", "--results", link, linkToBrought)).isZero();

        assertThat(text()).contains("new: " + linkToBrought.resolve(ResultPath.below(fresh)), "1 new, 0 there already");
        assertThat(results.resolve(ResultPath.below(fresh))).isNotEmptyFile();
        out.reset();
        assertThat(run("gather", "--results", results, Files.createSymbolicLink(temporary.resolve("all"), clone)))
            .isZero();
        assertThat(text()).as("what is in its place is not gathered again").isEqualTo(
            "0 new, 0 there already, 0 refused; 0 of the new contradict what was published\n");
    }

    @Test
    void shouldSubmitIntoTheCloneThatALinkNames() throws IOException {
        ResultFile fresh = new SyntheticResults(7).next();
        Path file = temporary.resolve("fresh.json");
        ResultText.write(fresh, file);

        assertThat(run("submit", "--results", link, file)).isZero();

        assertThat(text()).contains("git -C " + clone.toRealPath() + " switch -c");
        assertThat(results.resolve(ResultPath.below(fresh))).isNotEmptyFile();
    }

    @Test
    void shouldJudgeByWhatTheFolderHasAndNameSourcesBelowALink() throws IOException {
        Path report = Path.of("src/test/resources/agent/shared-counter.json");
        Path sources = Files.createDirectories(temporary.resolve("sources/org/tearline/agent/programs"));
        Files.writeString(sources.resolve("SharedCounter.java"), "");
        Path sarif = temporary.resolve("site.sarif");
        Path linkToSources = Files.createSymbolicLink(temporary.resolve("link-to-sources"),
            temporary.resolve("sources"));
        run("judge", "--results", results, report);
        String direct = text();
        out.reset();

        run("judge", "--results", link, "--source", linkToSources, "--sarif", sarif, report);

        assertThat(text()).isEqualTo(direct).contains("seen torn on");
        assertThat(sarif).content().contains("\"org/tearline/agent/programs/SharedCounter.java\"");
    }

    @Test
    void shouldValidateACheckoutByALinkAndStillRefuseLinksInside() throws IOException {
        Path linkToClone = Files.createSymbolicLink(temporary.resolve("link-to-clone"), clone);
        assertThat(run("validate", "--pr", linkToClone, "--base", linkToClone, "--author", "somebody")).isZero();
        assertThat(text()).contains(ResultPath.below(second) + ": note: recalled", "2 files, 0 invalid");

        Path inside = results.resolve(ResultPath.below(first)).resolveSibling("linked.json");
        Files.createSymbolicLink(inside, results.resolve(ResultPath.below(second)));
        out.reset();
        assertThat(run("validate", "--pr", linkToClone)).isEqualTo(1);
        assertThat(text()).contains("linked.json: path: only result files belong here, no links and nothing else");
    }

    private static ResultFile put(ResultFile file, Path folder) throws IOException {
        Path path = folder.resolve(ResultPath.below(file));
        Files.createDirectories(path.getParent());
        ResultText.write(file, path);
        return file;
    }

    private int run(Object... arguments) {
        PrintStream stream = new PrintStream(out, true, StandardCharsets.UTF_8);
        return Program.execute(Stream.of(arguments).map(Object::toString).toArray(String[]::new), new Properties(),
            stream, stream);
    }

    private String text() {
        return out.toString(StandardCharsets.UTF_8);
    }
}
