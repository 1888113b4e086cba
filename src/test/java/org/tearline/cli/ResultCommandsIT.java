// SPDX-License-Identifier: Apache-2.0
package org.tearline.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardWatchEventKinds;
import java.nio.file.WatchService;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.tearline.Jdks;
import org.tearline.cli.text.Output;
import org.tearline.file.Resealed;
import org.tearline.file.ResultFile;
import org.tearline.file.ResultText;
import org.tearline.file.SyntheticResults;

/** Tests validate, submit, show and judge with the packaged jar. */
class ResultCommandsIT {
    private static final Path JCSTRESS = Path.of("reports/results/x86_64/authenticamd-19-11-01",
        "20261123-linux-debian17-82689d66326091d6.json");
    @TempDir
    private Path folder;

    private ResultFile good;
    private Path file;

    @BeforeEach
    void writeAFile() throws IOException {
        good = new SyntheticResults(1).next();
        file = folder.resolve("result.json");
        ResultText.write(good, file);
    }

    @Test
    void shouldPrintTheRuleAndTheFix() throws Exception {
        Path bad = Files.write(folder.resolve("bad.json"),
            Resealed.after(good, tree -> tree.put("date", "2099-01-01")));

        Jar.Result run = Jar.loaded("validate", file.toString(), bad.toString());

        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.out().lines()).contains(file + ": valid",
            bad + ": date: /date: 2099-01-01 is in the future; rule: the date is between that of the first tester and"
                + " today; fix: set the machine's clock and run the sweep again");
        assertThat(run.err()).isEqualTo("2 files, 1 invalid\n");
        Jar.Result shown = Jar.loaded("show", bad.toString());
        assertThat(shown.exitCode()).isEqualTo(1);
        assertThat(shown.out()).isEmpty();
        assertThat(Jar.loaded("show", "--fields", bad.toString()).exitCode()).isZero();
    }

    @Test
    void shouldReportWrongUsageInOneLine() throws Exception {
        String none = Files.createDirectory(folder.resolve("none")).toString();
        String[][] wrong = {{"validate"}, {"validate", none}, {"submit", none}, {"validate", "no-such-file"},
            {"show", "."}, {"validate", "--pr", none}, {"submit"}, {"validate", "--pr", ".", file.toString()}};
        for (String[] arguments : wrong) {
            Jar.Result run = Jar.loaded(arguments);

            assertThat(run.exitCode()).as("%s", List.of(arguments)).isEqualTo(2);
            assertThat(run.out()).isEmpty();
            assertThat(run.err().lines()).hasSize(1);
        }
    }

    @Test
    void shouldCopyFilesToTheirPlacesAndValidateTheTree() throws Exception {
        Path clone = folder.resolve("clone of mine");
        Path results = Files.createDirectories(clone.resolve(ResultFile.FOLDER));
        Path bad = Files.write(Files.createDirectory(folder.resolve("deep")).resolve("bad.json"),
            Resealed.after(good, tree -> tree.put("date", "2099-01-01")));
        Files.writeString(file, ResultText.print(good).replace("\n", "\r\n"));

        Jar.Result one = Jar.loaded("submit", file.toString(), "--results", results.toString());
        Jar.Result many = Jar.loaded("submit", file.toString(), bad.getParent().toString(), "--results",
            results.toString());

        assertThat(one.exitCode()).isZero();
        assertThat(results.resolve(good.pathBelow())).hasBinaryContent(ResultText.stored(good));
        assertThat(one.out()).startsWith("new: " + file + ", as " + good.pathBelow() + "\n").contains(
            "Nothing was sent", "no network call", "issues/new?template=result.yml&title=Result%3A%20"
            + good.environment().cpu().key() + "&cpu=", "&digest=" + good.digest() + "\n  "
            + results.resolve(good.pathBelow()) + "\n", "gh pr create", "git -C '" + clone + "' add -- "
            + good.path());
        assertThat(one.out().indexOf("issues/new")).as("the way without git first")
            .isLessThan(one.out().indexOf("switch -c"));
        assertThat(many.exitCode()).isEqualTo(1);
        assertThat(many.out().lines()).hasSize(3).satisfiesExactly(
            line -> assertThat(line).startsWith("already there: " + file),
            line -> assertThat(line).startsWith("refused: " + bad + ": date: /date: 2099-01-01 is in the future"),
            line -> assertThat(line).isEqualTo("0 new, 1 already there, 1 refused"));
        Jar.Result tree = Jar.loaded("validate", "--pr", clone.toString());
        assertThat(tree.exitCode()).isZero();
        assertThat(tree.err()).isEqualTo("1 file, 0 invalid\n");
        Files.createDirectories(clone.resolve("reports/recalled.txt"));
        Jar.Result list = Jar.loaded("validate", "--pr", clone.toString());
        assertThat(list.exitCode()).isEqualTo(2);
        assertThat(list.err()).hasLineCount(1).contains("recalled.txt: not a regular file");
    }

    @Test
    void shouldPrintJsonThatFollowsTheSchema() throws Exception {
        Path results = Files.createDirectories(folder.resolve(ResultFile.FOLDER));
        Path bad = Files.write(folder.resolve("bad.json"), Resealed.after(good, tree -> tree.put("date",
            "2099-01-01")));
        String stored = Jar.loaded("submit", "--json", file.toString(), bad.toString(), "--results",
            results.toString()).out();

        Output.assertFollows("submit", stored);
        assertThat(stored).contains("\"new\" : 1", "\"refused\" : 1", "switch -c", "is in the future");
        Output.assertFollows("submit", Jar.loaded("submit", "--json", file.toString()).out());
        Output.assertFollows("show", Jar.loaded("show", "--json", file.toString()).out());
        Output.assertFollows("probe", Jar.loaded("probe", "--json").out());
    }

    /** The way with an account needs no clone. */
    @Test
    void shouldExplainHowToSendAFileWithoutAClone() throws Exception {
        Jar.Result run = Jar.finish(Jar.start(Jdks.first(), builder -> builder.directory(folder.toFile()), "submit",
            file.getFileName().toString()));

        assertThat(run.exitCode()).isZero();
        assertThat(run.out()).startsWith("valid: result.json\n").contains("issues/new?template=result.yml",
            "\n  " + file + "\n").doesNotContain("git switch");
    }

    /** Whoever uses the form needs no copy, which would make the clone dirty. */
    @Test
    void shouldCopyNothingInACloneUnlessTold() throws Exception {
        Path results = Files.createDirectories(folder.resolve(ResultFile.FOLDER));
        Jar.Result run = Jar.finish(Jar.start(Jdks.first(), builder -> builder.directory(folder.toFile()), "submit",
            file.getFileName().toString()));

        assertThat(run.exitCode()).isZero();
        assertThat(run.out()).contains("issues/new?template=result.yml", "\n  " + file + "\n",
            "with --results reports/results").doesNotContain("git switch");
        assertThat(results).isEmptyDirectory();
    }

    @Test
    void shouldExamineAFileOnceThatIsGivenTwice() throws Exception {
        Jar.Result run = Jar.loaded("validate", folder.toString(), file.toString(), folder + "/./result.json");

        assertThat(run.exitCode()).as(run.out()).isZero();
        assertThat(run.out()).isEqualTo(file + ": valid\n");
        assertThat(Jar.loaded("submit", file.toString(), file.toString()).out()).startsWith("valid: " + file + "\n")
            .contains("issues/new");
    }

    /** The first temporary file is there once the report has begun to write. */
    @Test
    void shouldLeaveNoTemporaryFileAtASignal() throws Exception {
        Path out = Files.createDirectories(folder.resolve("out"));
        Process report = Jar.start(Jdks.first(), "report", "--out", out.toString());
        try (WatchService watch = out.getFileSystem().newWatchService()) {
            out.register(watch, StandardWatchEventKinds.ENTRY_CREATE);
            watch.take();
            report.destroy();
            report.waitFor();
        }
        assertThat(out).isDirectoryNotContaining("glob:**.tmp");
    }

    @Test
    void shouldNotAdviseToRestoreALayoutWithoutAClone() throws Exception {
        Files.writeString(file, ResultText.print(good).replace("\n", "\r\n"));
        Jar.Result run = Jar.finish(Jar.start(Jdks.first(), builder -> builder.directory(folder.toFile()), "submit",
            file.getFileName().toString()));

        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.out()).startsWith("refused: result.json: layout: ").endsWith("fix: send the file as tester wrote"
            + " it, or run tester submit FILE --results reports/results in a clone of the project, which restores the"
            + " layout\n");
    }

    /** The command would restore the layout. */
    @Test
    void shouldNotRefuseALayoutIfThereIsAClone() throws Exception {
        Path results = Files.createDirectories(folder.resolve(ResultFile.FOLDER));
        Files.writeString(file, ResultText.print(good).replace("\n", "\r\n").replace("\"date\": \"2026",
            "\"date\": \"2099"));
        Jar.Result run = Jar.loaded("submit", file.toString(), "--results", results.toString());

        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.out().lines()).allMatch(line -> line.matches("refused: " + file + ": (digest|date): .*"))
            .hasSize(2);
    }

    @Test
    void shouldNotConvertAResultFile() throws Exception {
        Jar.Result run = Jar.loaded("import-jcstress", file.toString(), "--out", folder + "/out.json");

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err()).contains(file + ": a result file or a report of the agent, not a results.json");
    }

    /** An export that its schema forbids could be that of a future version. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', value = {
        "3 | false | incomplete: a test ended without a result", "99 | true | '/formatVersion'",
        "3 | null | '/complete'", "3.5 | true | '/formatVersion'"})
    void shouldNotConvertOtherResultsOfJcstress(String version, String complete, String why) throws Exception {
        Path export = Files.writeString(folder.resolve("results.json"), "{\"format\": \"tearline-jcstress\","
            + " \"formatVersion\": " + version + ", \"complete\": " + complete + ", \"environment\":"
            + " {\"java.vendor\": \"\", \"java.vm.name\": \"\", \"java.vm.version\": \"\", \"os.arch\": \"\","
            + " \"os.name\": \"\", \"os.version\": \"\"}, \"cases\": [], \"mixed\": []}");
        Jar.Result run = Jar.loaded("import-jcstress", export.toString(), "--out", folder + "/out.json");

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err()).contains(export + ": ").contains(why.replace("'", ""));
        assertThat(folder.resolve("out.json")).doesNotExist();
    }

    @Test
    void shouldNotConvertNull() throws Exception {
        Path export = Files.writeString(folder.resolve("results.json"), "null");
        Jar.Result run = Jar.loaded("import-jcstress", export.toString(), "--out", folder + "/out.json");

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err()).contains(export + ": ").doesNotContain("Exception");
    }

    @Test
    void shouldNotExplainHowToSendAPublishedFile() throws Exception {
        Path results = Files.createDirectories(folder.resolve(ResultFile.FOLDER));
        Files.writeString(results.resolveSibling("submitters.txt"), good.digest().substring(0, 16) + " alice\n");
        Jar.Result first = Jar.loaded("submit", file.toString(), "--results", results.toString());
        Jar.Result second = Jar.loaded("submit", file.toString(), "--results", results.toString());

        assertThat(first.out()).startsWith("new: ").contains("gh pr create");
        assertThat(second.exitCode()).isZero();
        assertThat(second.out()).isEqualTo("already published: " + file + ", as " + good.pathBelow() + "\n");
    }

    /** Whoever sends a result has not written the lists. */
    @Test
    void shouldSubmitBesideLinesWithoutEffect() throws Exception {
        Path results = Files.createDirectories(folder.resolve(ResultFile.FOLDER));
        Files.writeString(results.resolveSibling("submitters.txt"), "nobody\n");
        Files.writeString(results.resolveSibling("recalled.txt"), good.digest() + " was wrong\nx.json\n");
        Jar.Result recalled = Jar.loaded("submit", file.toString(), "--results", results.toString());
        Files.writeString(results.resolveSibling("recalled.txt"), "x.json\n");
        Jar.Result sound = Jar.loaded("submit", file.toString(), "--results", results.toString());

        assertThat(recalled.exitCode()).isEqualTo(1);
        assertThat(recalled.out()).contains("recalled: was wrong");
        assertThat(sound.exitCode()).isZero();
        assertThat(sound.out()).startsWith("new: ");
        assertThat(sound.err()).startsWith("tester: not used: submitters.txt, line 1: expected 16 digits")
            .contains("\ntester: not used: recalled.txt, line 1: expected a path").hasLineCount(2);
    }

    @Test
    void shouldValidateAFolder() throws Exception {
        Path deep = Files.createDirectories(folder.resolve("deep/deeper"));
        Files.writeString(deep.resolve("notes.txt"), "not a result");
        Files.move(file, deep.resolve("a.json"));

        Jar.Result run = Jar.loaded("validate", folder.toString());

        assertThat(run.exitCode()).isZero();
        assertThat(run.out()).isEqualTo(deep.resolve("a.json") + ": valid\n");
    }

    @Test
    void shouldPrintEveryFieldWithItsReason() throws Exception {
        Jar.Result run = Jar.loaded("show", "--fields", file.toString());

        assertThat(run.exitCode()).isZero();
        assertThat(run.err()).isEmpty();
        assertThat(run.out()).contains("environment.cpu.brand = " + good.environment().cpu().brand(),
            "# environment.cpu.brand: The brand string of the CPU. Why: people search for it.",
            "series[23].changes = ", "digest = " + good.digest());
        assertThat(run.out()).doesNotContain("not a field");
    }

    private static List<String> published() throws Exception {
        try (Stream<Path> files = Files.list(Path.of("reports/results/x86_64/authenticamd-19-11-01"))) {
            return files.filter(file -> !file.equals(JCSTRESS)).sorted().map(Path::toString).toList();
        }
    }

    @Test
    void shouldCompareWithOtherFiles() throws Exception {
        Path other = folder.resolve("other.json");
        ResultText.write(new SyntheticResults(4).next(), other);

        Path copy = Files.copy(file, folder.resolve("copy.json"));

        for (String[] twice : new String[][] {{file.toString(), file.toString()}, {other.toString(), file.toString(),
            copy.toString()}}) {
            Jar.Result refused = Jar.loaded(Stream.concat(Stream.of("show"), Stream.of(twice)).toArray(String[]::new));
            assertThat(refused.exitCode()).isEqualTo(2);
            assertThat(refused.err()).contains(twice[twice.length - 2] + " and " + twice[twice.length - 1]
                + " contain the same run");
        }
        assertThat(Jar.loaded("show", file.toString(), other.toString()).out()).startsWith("A: ").contains("\nB: ")
            .containsPattern("Both have a verdict for [\\d,]+ cells; torn in both or in neither: [\\d,]+\\.");
        List<String> zen4 = published();
        assertThat(Jar.loaded("show", zen4.get(0), zen4.get(1), zen4.get(2), zen4.get(3)).out())
            .startsWith("A: Zen 4").contains("\nB, 3 files: Zen 4");
        assertThat(Jar.loaded("show", zen4.get(0), zen4.get(1), file.toString()).err())
            .contains("the files after the first are from different CPUs");
        assertThat(Jar.loaded("show", zen4.get(0), JCSTRESS.toString()).err()).contains("only sweeps can be compared");
        Jar.Result wrong = Jar.loaded("show", file.toString(), Files.writeString(other, "{}").toString());
        assertThat(wrong.exitCode()).isEqualTo(1);
        assertThat(wrong.err().lines()).singleElement().asString().contains("other.json");
        assertThat(Jar.loaded("show", "--fields", file.toString(), file.toString()).exitCode()).isEqualTo(2);
    }

    /** Runs outside a clone, where there is no folder of results. */
    @Test
    void shouldJudgeByTheResultsInTheJar() throws Exception {
        Path report = folder.resolve("report.json");
        try (InputStream in = ResultCommandsIT.class.getResourceAsStream("/agent/shared-counter.json")) {
            Files.copy(in, report);
        }

        Jar.Result run = Jar.finish(Jar.start(Jdks.first(),
            builder -> builder.directory(folder.toFile()), "judge", report.toString()));

        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.err()).isEmpty();
        assertThat(run.out().replaceAll("\\s+", " ")).contains("Zen 4");
    }
}
