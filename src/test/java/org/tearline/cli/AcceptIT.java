// SPDX-License-Identifier: Apache-2.0
package org.tearline.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.tearline.Jdks;
import org.tearline.archive.FileBatch;
import org.tearline.file.Resealed;
import org.tearline.file.ResultFile;
import org.tearline.file.ResultText;
import org.tearline.file.SyntheticResults;

/** Tests accept with the packaged jar, in a clone without results. */
class AcceptIT {
    @TempDir
    private Path folder;

    private ResultFile good;
    private Path file;
    private Path clone;

    @BeforeEach
    void makeACloneAndAFile() throws IOException {
        good = new SyntheticResults(1).next();
        file = folder.resolve("result.json");
        ResultText.write(good, file);
        clone = folder.resolve("clone");
        Files.createDirectories(clone.resolve(ResultFile.FOLDER));
        Files.createDirectory(clone.resolve("docs"));
        Files.writeString(clone.resolve("reports/submitters.txt"), "# who");
        Files.writeString(clone.resolve("reports/recalled.txt"), "");
        for (String document : List.of("README.md", "docs/results.md")) {
            Files.writeString(clone.resolve(document), "a\n<!-- tester report --readme: granules -->\n"
                + "<!-- tester report --readme: end of granules -->\n");
        }
    }

    /** One command for a maintainer, from the file of the form to the page. */
    @Test
    void shouldAcceptAFileThatSomebodySent() throws Exception {
        Path results = clone.resolve(ResultFile.FOLDER);
        Path list = clone.resolve("reports/submitters.txt");

        Jar.Result one = Jar.loaded("accept", file.toString(), "--account", "Octo-Cat", "--clone", clone.toString());
        Jar.Result again = Jar.loaded("accept", file.toString(), "--account", "Octo-Cat", "--clone",
            clone.toString());

        assertThat(one.exitCode()).as(one.err()).isZero();
        assertThat(one.out()).isEqualTo("new: " + good.path() + "\nlisted in submitters.txt as Octo-Cat\n\n  git -C "
            + clone + " add -- " + good.path() + " reports/submitters.txt reports/README.md reports/index.html"
            + " reports/granules.json README.md docs/results.md\n  git -C " + clone + " commit -m 'Result: "
            + good.environment().cpu().key() + ", " + good.date() + "'\n");
        assertThat(list).hasContent("# who\n" + good.digest().substring(0, 16) + " Octo-Cat\n");
        assertThat(results.resolveSibling("index.html")).content().contains("octo-cat");
        assertThat(clone.resolve("README.md")).content().contains("| CPU |");
        assertThat(again.exitCode()).isZero();
        assertThat(again.out()).startsWith("already there: " + good.path() + "\nalready listed in submitters.txt\n");
        Jar.Result other = Jar.loaded("accept", file.toString(), "--account", "bob", "--clone", clone.toString());
        assertThat(other.exitCode()).isEqualTo(2);
        assertThat(other.err()).contains("submitters.txt lists the file as that of octo-cat");
        assertThat(list).content().hasLineCount(2);
        Jar.Result nowhere = Jar.loaded("accept", file.toString(), "--anonymous", "--clone", folder.toString());
        assertThat(nowhere.err()).startsWith("tester: --clone " + folder + ": " + folder.resolve(ResultFile.FOLDER)
            + ": no such folder");

        Files.write(file, Resealed.after(good, tree -> tree.put("runId", "0".repeat(31) + "1")));
        Jar.Result copy = Jar.loaded("accept", file.toString(), "--anonymous", "--clone", clone.toString());
        assertThat(copy.exitCode()).isEqualTo(1);
        assertThat(copy.out()).startsWith("refused: " + file + ": copy: ").hasLineCount(1);
        assertThat(FileBatch.below(results)).hasSize(1);
    }

    /** Of two that write the lists at once, one would lose its line. */
    @Test
    void shouldRefuseACloneInWhichAnotherAcceptIsAtWork() throws Exception {
        try (FileChannel list = FileChannel.open(clone.resolve("reports/recalled.txt"), StandardOpenOption.WRITE);
             FileLock held = list.lock()) {
            Jar.Result refused = Jar.run(Jdks.first(), "accept", file.toString(), "--anonymous", "--clone",
                clone.toString());
            assertThat(held.isValid()).isTrue();
            assertThat(refused.exitCode()).isEqualTo(2);
            assertThat(refused.err()).contains("another accept is at work there");
        }
        assertThat(FileBatch.below(clone.resolve(ResultFile.FOLDER))).isEmpty();
    }

    /** Nothing may be written before all that will be changed is known to be whole. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "reports/submitters.txt | NONE | reports/submitters.txt: no such file",
        "reports/submitters.txt | LINK | reports/submitters.txt: is a symbolic link",
        "reports/submitters.txt | who | submitters.txt, line 1: expected 16 digits of a digest and a handle",
        "reports/submitters.txt | # \u00ff | reports/submitters.txt: is not UTF-8",
        "reports/results/x86_64 | LINK | reports/results/x86_64: is a symbolic link",
        "reports/recalled.txt | NONE | reports/recalled.txt: no such file",
        "reports/index.html | FOLDER | reports/index.html: is a folder",
        "README.md | <!-- tester report --readme: end of granules --> | README.md: needs both lines, ",
        "README.md | <!-- tester report --readme: granules --> | README.md: needs both lines, ",
        "docs/results.md | NONE | docs/results.md: no such file"})
    void shouldAcceptNothingIntoADamagedClone(String name, String content, String problem) throws Exception {
        Path damaged = clone.resolve(name);
        Files.deleteIfExists(damaged);
        switch (content) {
            case "NONE" -> { }
            case "LINK" -> Files.createSymbolicLink(damaged, clone.resolve("README.md"));
            case "FOLDER" -> Files.createDirectory(damaged);
            default -> Files.writeString(damaged, content, StandardCharsets.ISO_8859_1);
        }
        List<String> before = contents(clone);

        Jar.Result run = Jar.loaded("accept", file.toString(), "--account", "Octo-Cat", "--clone", clone.toString());

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err()).hasLineCount(1).contains(problem).doesNotContain("Exception");
        assertThat(contents(clone)).isEqualTo(before);
    }

    @Test
    void shouldAcceptNoFileThatLiesElsewhereBetweenTheResults() throws Exception {
        Path moved = Files.move(file, clone.resolve(ResultFile.FOLDER).resolve("mine.json"));
        List<String> before = contents(clone);

        Jar.Result run = Jar.loaded("accept", moved.toString(), "--anonymous", "--clone", clone.toString());

        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.out()).hasLineCount(1).startsWith("refused: " + moved + ": path: should be moved to "
            + good.path());
        assertThat(contents(clone)).isEqualTo(before);
    }

    private static List<String> contents(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            List<String> contents = new ArrayList<>();
            for (Path file : files.sorted().toList()) {
                String content = "";
                if (Files.isRegularFile(file)) {
                    content = Files.readString(file, StandardCharsets.ISO_8859_1);
                }
                contents.add(file + " " + Files.isSymbolicLink(file) + " " + content);
            }
            return contents;
        }
    }
}
