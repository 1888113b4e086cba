package org.tearline.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tearline.Sample;
import org.tearline.published.Resealed;
import org.tearline.published.ResultFile;
import org.tearline.published.ResultPath;
import org.tearline.published.ResultText;
import org.tearline.published.SyntheticResults;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The packaged jar's validate, submit and show, as a user has them. */
class ResultCommandsIT {
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
    void shouldValidateAGoodFile() throws Exception {
        Run run = tester("validate", file.toString());

        assertThat(run.err).isEmpty();
        assertThat(run.out).isEqualTo(file + ": valid\n");
        assertThat(run.exit).isZero();
    }

    @Test
    void shouldNameTheRuleAndTheMendInText() throws Exception {
        Path bad = Files.write(folder.resolve("bad.json"),
            Resealed.after(good, tree -> tree.put("date", "2099-01-01")));

        Run run = tester("validate", file.toString(), bad.toString());

        assertThat(run.exit).isEqualTo(1);
        assertThat(run.out.lines()).contains(file + ": valid",
            bad + ": date: /date: 2099-01-01 is in the future; fix: set the clock of the machine and run the sweep"
                + " again");
        assertThat(run.err).isEqualTo("2 files, 1 invalid\n");
    }

    @Test
    void shouldNameTheRuleInJson() throws Exception {
        Path bad = Files.writeString(folder.resolve("bad.json"), "{\"a\":1,\"a\":2}");

        Run run = tester("validate", "--json", bad.toString());

        JsonNode json = new JsonMapper().readTree(run.out);
        assertThat(run.exit).isEqualTo(1);
        assertThat(run.err).isEmpty();
        assertThat(json.at("/files/0/findings/0/rule").stringValue()).isEqualTo("duplicate-key");
        assertThat(json.at("/valid").booleanValue()).isFalse();
    }

    @Test
    void shouldTakeOneLineForWrongUsage() throws Exception {
        String[][] wrong = {{"validate"}, {"validate", "no-such-file"}, {"show", "."},
            {"validate", "--pr", folder.toString()}, {"submit"}, {"validate", "--pr", ".", file.toString()}};
        for (String[] arguments : Sample.of(2, wrong).toList()) {
            Run run = tester(arguments);

            assertThat(run.exit).as("%s", List.of(arguments)).isEqualTo(2);
            assertThat(run.out).isEmpty();
            assertThat(run.err.lines()).hasSize(1);
        }
    }

    @Test
    void shouldSayOfAFileOfVersionOneThatItIsOne() throws Exception {
        Files.write(file, Resealed.after(good, tree -> tree.put("schemaVersion", 1)));
        String line = "this is a version 1 file; its silences were found unreliable, so sweep again";

        for (String[] arguments : new String[][] {{"show", file.toString()}, {"validate", file.toString()},
            {"submit", file.toString(), "--results", folder.toString()}}) {
            Run run = tester(arguments);

            assertThat(run.exit).as(arguments[0]).isEqualTo(1);
            assertThat((run.out + run.err).lines()).as(arguments[0]).singleElement().asString().contains(line);
        }
    }

    @Test
    void shouldPutAFileInItsPlaceAndValidateTheTree() throws Exception {
        Path results = Files.createDirectories(folder.resolve("clone of mine").resolve(ResultPath.ROOT));

        Run run = tester("submit", file.toString(), "--results", results.toString());

        assertThat(run.exit).isZero();
        assertThat(results.resolve(ResultPath.below(good))).hasBinaryContent(Files.readAllBytes(file));
        assertThat(run.out).contains("Nothing has been sent", "no network call", "gh pr create",
            "git -C '" + folder + "/clone of mine' add -- " + ResultPath.of(good), "in a browser");
        assertThat(tester("submit", file.toString(), "--results", results.toString()).err).contains("already");
        assertThat(tester("validate", "--pr", folder.resolve("clone of mine").toString()).exit).isZero();
    }

    @Test
    void shouldPublishAHandleOnlyOnRequest() throws Exception {
        Path results = Files.createDirectories(folder.resolve("clone").resolve(ResultPath.ROOT));
        byte[] original = Files.readAllBytes(file);
        ResultFile named = good.submittedBy("Ann-1").sealed();

        Run run = tester("submit", file.toString(), "--submitter", "Ann-1", "--results", results.toString());

        assertThat(run.exit).as(run.err).isZero();
        assertThat(file).as("the original").hasBinaryContent(original);
        assertThat(named.digest()).isNotEqualTo(good.digest());
        assertThat(run.out).contains(ResultPath.of(named)).doesNotContain(good.digest().substring(0, 16));
        assertThat(ResultText.read(results.resolve(ResultPath.below(named)))).isEqualTo(named)
            .extracting(ResultFile::submitter).isEqualTo("Ann-1");
        assertThat(tester("validate", "--pr", folder.resolve("clone").toString()).exit).isZero();
    }

    @Test
    void shouldRefuseAHandleThatNoResultFileMayHave() throws Exception {
        for (String handle : Sample.of(2, "", "-a", "a-", "a--b", "a b", "ann@example.org", "\u00e4", "a".repeat(40))
            .toList()) {
            Run run = tester("submit", file.toString(), "--submitter=" + handle);

            assertThat(run.exit).as(handle).isEqualTo(2);
            assertThat(run.err.lines()).as(handle).singleElement().asString()
                .contains("--submitter", "is not a handle");
        }
    }

    @Test
    void shouldNotPlaceAFileThatBreaksARule() throws Exception {
        Files.write(file, Resealed.after(good, tree -> tree.put("date", "2099-01-01")));
        Path results = Files.createDirectories(folder.resolve("results"));

        Run run = tester("submit", file.toString(), "--results", results.toString());

        assertThat(run.exit).isEqualTo(1);
        assertThat(run.out).isEmpty();
        assertThat(run.err).contains("date: /date: 2099-01-01 is in the future");
        assertThat(results).isEmptyDirectory();
    }

    @Test
    void shouldMendTheLayoutWhenItPlacesAFile() throws Exception {
        Files.writeString(file, ResultText.print(good).replace("\n", "\r\n"));
        Path results = Files.createDirectories(folder.resolve("results"));

        assertThat(tester("submit", file.toString(), "--results", results.toString()).exit).isZero();
        assertThat(results.resolve(ResultPath.below(good))).hasBinaryContent(ResultText.stored(good));
    }

    @Test
    void shouldShowEveryFieldWithItsReason() throws Exception {
        Run run = tester("show", file.toString());

        assertThat(run.exit).isZero();
        assertThat(run.err).isEmpty();
        assertThat(run.out).contains("environment.cpu.brand = " + good.environment().cpu().brand(),
            "# environment.cpu.brand: The name that the CPU gives itself. Why: people search for it.",
            "series[23].changes = ", "digest = " + good.digest());
        assertThat(run.out).doesNotContain("not a field");

        Run brief = tester("show", "--brief", file.toString());

        assertThat(brief.exit).isZero();
        assertThat(brief.out).startsWith("What its silences are worth").doesNotContain(" = ");
        assertThat(run.out).endsWith("nothing else.\n\n" + brief.out);
        assertThat(brief.out.lines().filter(line -> line.contains("planted tears found"))).hasSameSizeAs(good.series());
    }

    @Test
    void shouldShowStrangeFieldsHarmlessly() throws Exception {
        Files.writeString(file, "{\"evil\u202e\":\"\\u001b[31m<b>\"}");

        Run run = tester("show", file.toString());

        assertThat(run.out).contains("evil\\u202e = \\u001b[31m<b>", "not a field that tester writes");
        assertThat(run.out).matches("[ -~\\n]*");
    }

    private Run tester(String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(Path.of(System.getProperty("java.home"), "bin", "java")
            .toString(), "-jar", System.getProperty("tester.jar")));
        Stream.of(arguments).forEach(command::add);
        Path out = Files.createTempFile(folder, "out", ".txt");
        Path err = Files.createTempFile(folder, "err", ".txt");
        int exit = new ProcessBuilder(command).redirectOutput(out.toFile()).redirectError(err.toFile()).start()
            .waitFor();
        return new Run(exit, Files.readString(out, StandardCharsets.UTF_8),
            Files.readString(err, StandardCharsets.UTF_8));
    }

    private record Run(int exit, String out, String err) {
    }
}
