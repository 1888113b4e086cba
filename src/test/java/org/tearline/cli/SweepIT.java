// SPDX-License-Identifier: Apache-2.0
package org.tearline.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardWatchEventKinds;
import java.nio.file.WatchKey;
import java.nio.file.WatchService;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.assertj.core.api.Condition;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.tearline.Jdks;
import org.tearline.cli.text.Output;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Runs, kills and resumes small sweeps with the packaged jar. */
@Tag("stress")
class SweepIT {
    @TempDir
    private Path folder;

    @ParameterizedTest
    @MethodSource("org.tearline.Jdks#drawn")
    void shouldWriteAValidResultWithoutPersonalData(String jdk) throws Exception {
        assumeTrue(Runtime.getRuntime().availableProcessors() > 1, "needs two CPUs");
        Path out = folder.resolve("result.json");
        Jar.Result swept = Jar.run(jdk, "-Duser.name=plantedname", "-Duser.home=/home/plantedhome", "sweep",
            "--profile=quick", "--memory=unsafe", "--write=ordered", "--read=volatile,exchange",
            "--offsets=0,12,60", "--out=" + out);
        assertThat(swept.exitCode()).as(swept.err()).isZero();
        assertThat(Stream.of("skipping trials that lock across a line", "of them lock across a line"))
            .as("either skipped or counted").areAtMost(1, new Condition<>(swept.err()::contains, "said"));
        assertThat(swept.out()).contains(": a store ", "ordinary store, locked read", "3 offsets");
        String text = Files.readString(out);
        assertThat(text).doesNotContain("plantedname", "plantedhome", folder.toString(),
            System.getProperty("user.dir"));
        JsonNode file = JsonMapper.shared().readTree(text);
        assertThat(file.at("/series/0/torn/0").asLong()).as("an aligned long").isZero();
        assertThat(file.at("/series/0/plantedFound/0").asLong()).isPositive();
        assertThat(file.at("/placements/0/controls/0/aligned/changes").asLong()).isPositive();
        Jar.Result validated = Jar.run(jdk, "validate", out.toString());
        assertThat(validated.exitCode()).as(validated.out() + validated.err()).isZero();
        assertThat(folder.resolve("result.json.journal")).doesNotExist();
    }

    @Test
    void shouldPrintJsonThatFollowsTheSchema() throws Exception {
        assumeTrue(Runtime.getRuntime().availableProcessors() > 1, "needs two CPUs");
        Jar.Result swept = Jar.run(Jdks.first(), "sweep", "--json", "--profile=quick", "--memory=unsafe",
            "--write=ordered", "--read=volatile", "--offsets=0,60", "--out=" + folder.resolve("result.json"));
        assertThat(swept.exitCode()).as(swept.err()).isZero();
        Output.assertFollows("sweep", swept.out());
    }

    /** The page is written last, and it is larger than the result. */
    @Test
    void shouldWriteThePageLaterIfItCannotBeWritten() throws Exception {
        assumeTrue(Runtime.getRuntime().availableProcessors() > 1, "needs two CPUs");
        Path out = folder.resolve("result.json");
        Path page = folder.resolve("result.html/full");
        String[] sweep = {"sweep", "--profile=quick", "--memory=unsafe", "--write=ordered", "--read=volatile",
            "--offsets=0", "--out=" + out};

        Process process = Jar.start(Jdks.first(), sweep);
        awaitLines(process, folder.resolve("result.json.journal"), 1);
        Files.createDirectories(page);
        Jar.Result swept = Jar.finish(process);
        assertThat(swept.exitCode()).isEqualTo(4);
        assertThat(swept.err()).contains("cannot write", "result.html", "; the result is complete in " + out);
        assertThat(Jar.loaded("validate", out.toString()).exitCode()).isZero();
        Files.delete(page);
        Files.delete(page.getParent());
        Jar.Result resumed = Jar.run(Jdks.first(), resuming(sweep));
        assertThat(resumed.exitCode()).as(resumed.err()).isZero();
        assertThat(folder.resolve("result.html")).isNotEmptyFile();
        Jar.Result again = Jar.loaded(resuming(sweep));
        assertThat(again.exitCode()).isEqualTo(2);
        assertThat(again.err()).contains("no journal", "; " + out + " has been written");
    }

    @Test
    void shouldReplaceNoFileThatAppeared() throws Exception {
        assumeTrue(Runtime.getRuntime().availableProcessors() > 1, "needs two CPUs");
        Path page = folder.resolve("result.html");
        Path journal = folder.resolve("result.json.journal");
        Process process = Jar.start(Jdks.first(), "sweep", "--profile=quick", "--memory=unsafe", "--write=ordered",
            "--read=volatile", "--offsets=0", "--out=" + folder.resolve("result.json"));
        awaitLines(process, journal, 1);
        Files.writeString(page, "mine");
        Jar.Result swept = Jar.finish(process);
        assertThat(swept.exitCode()).isEqualTo(4);
        assertThat(swept.err()).contains(page + " was written by something else");
        assertThat(page).hasContent("mine");
        assertThat(journal).isNotEmptyFile();
    }

    @Test
    void shouldNotDeleteAJournalThatIsNotItsOwn() throws Exception {
        assumeTrue(Runtime.getRuntime().availableProcessors() > 1, "needs two CPUs");
        Path journal = folder.resolve("result.json.journal");
        Process process = startSmallest();
        awaitLines(process, journal, 1);
        Files.delete(journal);
        Files.writeString(journal, "mine");
        Jar.Result swept = Jar.finish(process);
        assertThat(swept.exitCode()).as(swept.err()).isZero();
        assertThat(swept.err()).contains("the journal was replaced during the sweep");
        assertThat(journal).hasContent("mine");
    }

    @Test
    void shouldContinueAfterItsTimeWasUpAndReplaceOnlyItsOwnResult() throws Exception {
        assumeTrue(Runtime.getRuntime().availableProcessors() > 1, "needs two CPUs");
        Path out = folder.resolve("result.json");
        Path journal = folder.resolve("result.json.journal");
        String[] sweep = {"sweep", "--no-split-locks", "--profile=quick", "--memory=unsafe", "--write=plain,ordered",
            "--read=volatile", "--offsets=0..20", "--out=" + out};

        Jar.Result first = Jar.run(Jdks.first(), Stream.concat(Stream.of(sweep), Stream.of("--max-time=1s"))
            .toArray(String[]::new));
        assertThat(first.err()).contains("time is up; ", " of 42 trials are in the result",
            "continue with the same command and --resume");
        byte[] own = Files.readAllBytes(out);
        String cells = Files.readString(journal);
        assertThat(folder.resolve("result.html")).isNotEmptyFile();

        Files.writeString(out, "another result");
        Jar.Result refused = Jar.loaded(resuming(sweep));
        assertThat(refused.exitCode()).isEqualTo(2);
        assertThat(refused.err()).contains("--resume would replace " + out + ", which was not written from " + journal);
        assertThat(out).hasContent("another result");
        assertThat(journal).hasContent(cells);

        Files.write(out, own);
        Path page = folder.resolve("result.html");
        byte[] ownPage = Files.readAllBytes(page);
        Files.writeString(page, "another page");
        refused = Jar.loaded(resuming(sweep));
        assertThat(refused.exitCode()).isEqualTo(2);
        assertThat(refused.err()).contains("--resume would replace " + page + ", which was not written from "
            + journal);
        assertThat(page).hasContent("another page");

        Files.write(page, ownPage);
        Jar.Result resumed = Jar.run(Jdks.first(), resuming(sweep));
        assertThat(resumed.exitCode()).as(resumed.err()).isZero();
        assertThat(resumed.err()).contains("continuing from " + journal).doesNotContain("time is up");
        assertThat(JsonMapper.shared().readTree(Files.readString(out)).at("/series/0/offsets").size()).isEqualTo(21);
        assertThat(journal).doesNotExist();
    }

    @Test
    void shouldWriteNoResultWithoutATrial() throws Exception {
        assumeTrue(Runtime.getRuntime().availableProcessors() > 1, "needs two CPUs");
        Path out = folder.resolve("result.json");
        Jar.Result none = Jar.run(Jdks.first(), "sweep", "--no-split-locks", "--profile=quick", "--offsets=0",
            "--max-time=1ms", "--out=" + out);
        assertThat(none.exitCode()).isEqualTo(ExitCode.NO_VERDICT);
        assertThat(none.err()).contains("time is up before the first trial: no result was written");
        assertThat(out).doesNotExist();
    }

    /** Timing split locks, which needs a worker, comes before the journal. */
    @Test
    void shouldSayThatItWasInterruptedBeforeItsFirstTrial() throws Exception {
        assumeTrue(Runtime.getRuntime().availableProcessors() > 1, "needs two CPUs");
        Process sweep = Jar.start(Jdks.first(), "sweep", "--out=" + folder.resolve("result.json"));
        Jar.onlyChild(sweep.toHandle());
        Jar.signal("TERM", sweep.pid());
        Jar.Result ended = Jar.finish(sweep);
        assertThat(ended.exitCode()).isEqualTo(143);
        assertThat(ended.err()).contains("interrupted");
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldRestoreADeletedJournal(boolean folderRemains) throws Exception {
        assumeTrue(Runtime.getRuntime().availableProcessors() > 1, "needs two CPUs");
        Path own = Files.createDirectory(folder.resolve("own"));
        Path journal = own.resolve("result.json.journal");
        Process sweep = Jar.start(Jdks.first(), "sweep", "--no-split-locks", "--memory=unsafe", "--out="
            + own.resolve("result.json"));
        awaitLines(sweep, journal, 3);
        Files.delete(journal);
        String said = "continue with the same command and --resume";
        if (!folderRemains) {
            Files.delete(own);
            said = journal + " was deleted, so the sweep cannot be continued";
        }

        sweep.toHandle().destroy();
        Jar.Result ended = Jar.finish(sweep);

        assertThat(ended.err()).contains("trials are done; " + said);
        assertThat(Files.exists(journal)).isEqualTo(folderRemains);
    }

    /** A page that is empty would be taken for that of another sweep. The sweep may end before the signal comes. */
    @Test
    void shouldLeaveNoEmptyPageIfItIsEndedWhileItWritesTheResult() throws Exception {
        assumeTrue(Runtime.getRuntime().availableProcessors() > 1, "needs two CPUs");
        Path page = folder.resolve("result.html");
        Process sweep = startSmallest();
        awaitLines(sweep, page, 0);

        sweep.toHandle().destroy();

        Jar.Result ended = Jar.finish(sweep);
        if (ended.exitCode() == 143) {
            assertThat(ended.err()).contains("continue with the same command and --resume");
            assertThat(folder.resolve("result.json.journal")).exists();
        }
        assertThat(Files.exists(page) && Files.size(page) == 0).as("an empty page").isFalse();
    }

    @Test
    void shouldSayHowToContinueBeforeItsFirstTrial() throws Exception {
        assumeTrue(Runtime.getRuntime().availableProcessors() > 1, "needs two CPUs");
        Path journal = folder.resolve("result.json.journal");
        Process sweep = Jar.start(Jdks.first(), "sweep", "--no-split-locks", "--out="
            + folder.resolve("result.json"));
        awaitLines(sweep, journal, 1);

        sweep.toHandle().destroy();

        assertThat(Jar.finish(sweep).err()).contains("continue with the same command and --resume");
        assertThat(journal).exists();
    }

    @ParameterizedTest
    @CsvSource({"mkdir, is a folder", "mkfifo, is not a regular file", "ln -s nothing, is a symbolic link"})
    void shouldRefuseAJournalThatIsNoFile(String command, String said) throws Exception {
        Path journal = folder.resolve("result.json.journal");
        assertThat(new ProcessBuilder((command + " " + journal).split(" ")).start().waitFor()).isZero();
        String[] sweep = {"sweep", "--offsets=0", "--out=" + folder.resolve("result.json")};
        for (Jar.Result refused : List.of(Jar.loaded(sweep), Jar.loaded(resuming(sweep)))) {
            assertThat(refused.exitCode()).isEqualTo(2);
            assertThat(refused.err().lines()).singleElement().asString().contains("journal " + journal + " " + said);
        }
    }

    @Test
    void shouldSayThatAJournalContainsNoTrialsAndQuoteNames() throws Exception {
        assumeTrue(Runtime.getRuntime().availableProcessors() > 1, "needs two CPUs");
        Path out = folder.resolve("\u001b[31mresult.json");
        Files.writeString(folder.resolve("\u001b[31mresult.json.journal"), "");
        Jar.Result swept = Jar.run(Jdks.first(), resuming("sweep", "--profile=quick", "--memory=unsafe",
            "--write=ordered", "--read=volatile", "--offsets=0", "--out=" + out));
        assertThat(swept.exitCode()).as(swept.err()).isZero();
        assertThat(swept.err()).contains("/\\u001b[31mresult.json.journal contains no trials; starting over", "result: "
            + folder + "/\\u001b[31m", "show it: ", "page: " + folder + "/\\u001b[31m").doesNotContain("\u001b");
    }

    private static String[] resuming(String... sweep) {
        return Stream.concat(Stream.of(sweep), Stream.of("--resume")).toArray(String[]::new);
    }

    @Test
    void shouldResumeAfterAKillWithoutLosingOrRepeatingATrial() throws Exception {
        assumeTrue(Runtime.getRuntime().availableProcessors() > 1, "needs two CPUs");
        Path out = folder.resolve("result.json");
        Path journal = folder.resolve("result.json.journal");
        String[] sweep = {"sweep", "--profile=quick", "--memory=unsafe", "--write=ordered,volatile",
            "--read=volatile", "--offsets=0..3", "--out=" + out};
        String[] resumed = resuming(sweep);
        assertThat(Jar.loaded(resumed).err()).contains("tester: --resume: no journal");
        Process process = Jar.start(Jdks.first(), builder -> builder.redirectErrorStream(true), sweep);
        awaitLines(process, journal, 4);
        process.destroyForcibly().waitFor();
        List<String> before = Files.readAllLines(journal);
        Jar.Result again = Jar.run(Jdks.first(), sweep);
        assertThat(again.exitCode()).as("a journal is not overwritten").isEqualTo(2);
        assertThat(again.err()).as("says so before it plans").startsWith("tester: " + journal + " already exists: "
            + "continue with --resume");
        Jar.Result other = Jar.run(Jdks.first(), resuming("sweep", "--offsets=0", "--out=" + out));
        assertThat(other.exitCode()).isEqualTo(2);
        assertThat(other.err()).startsWith("tester: " + journal + " is the journal of another sweep: ");
        Jar.Result result = Jar.run(Jdks.first(), resumed);
        assertThat(result.err()).as("progress counts the trials in the journal").containsPattern("(?m)^[2-8]/8 ");
        assertThat(result.exitCode()).as(result.err()).isZero();
        JsonNode file = JsonMapper.shared().readTree(Files.readString(out));
        assertThat(file.at("/series").size()).isEqualTo(2);
        assertThat(file.at("/series/0/offsets").size()).isEqualTo(4);
        // A digest follows the object.
        String line = before.get(before.size() - 2);
        JsonNode kept = JsonMapper.shared().readTree(line.substring(0, line.lastIndexOf(' '))).at("/cell");
        int offset = kept.at("/offset").asInt();
        // The kill may have come during the second series.
        assertThat(List.of(file.at("/series/0/changes/" + offset).asLong(),
            file.at("/series/1/changes/" + offset).asLong())).as("the trial before the kill was not run again")
            .contains(kept.at("/counts/changes").asLong());
    }

    /** Overwrites the file itself, as cp does. */
    @ParameterizedTest
    @CsvSource({"tester.jar, false", "renamed.jar, true"})
    void shouldFinishAfterItsJarWasOverwrittenOrRemoved(String name, boolean removed) throws Exception {
        assumeTrue(Runtime.getRuntime().availableProcessors() > 1, "needs two CPUs");
        Path out = folder.resolve("result.json");
        Path jar = Files.copy(Path.of(System.getProperty("tester.jar")), folder.resolve(name));
        Process process = Jar.start(Jdks.first(), builder -> builder.command()
            .set(builder.command().indexOf("-jar") + 1, jar.toString()), "sweep", "--profile=quick", "--memory=unsafe",
            "--write=ordered", "--read=volatile", "--offsets=0..3", "--out=" + out);
        awaitLines(process, folder.resolve("result.json.journal"), 2);
        if (removed) {
            Files.delete(jar);
        } else {
            Files.write(jar, new byte[1000]);
        }
        Jar.Result swept = Jar.finish(process);
        assertThat(swept.exitCode()).as(swept.err()).isZero();
        assertThat(swept.err()).contains("page: ", "show it: java -jar tester.jar show ",
            "send it: java -jar tester.jar submit ");
        assertThat(Jar.loaded("validate", out.toString()).exitCode()).isZero();
        assertThat(folder.resolve("result.html")).isNotEmptyFile();
    }

    /** Sleeps until the folder changes, to leave both CPUs to the trials. */
    private Process startSmallest() throws Exception {
        return Jar.start(Jdks.first(), "sweep", "--profile=quick", "--memory=unsafe", "--write=ordered",
            "--read=volatile", "--offsets=0", "--no-split-locks", "--out=" + folder.resolve("result.json"));
    }

    private static void awaitLines(Process process, Path file, int lines) throws Exception {
        try (WatchService changes = file.getFileSystem().newWatchService()) {
            file.getParent().register(changes, StandardWatchEventKinds.ENTRY_CREATE,
                StandardWatchEventKinds.ENTRY_MODIFY);
            while (process.isAlive() && (!Files.exists(file) || Files.readAllLines(file).size() < lines)) {
                WatchKey key = changes.poll(1, TimeUnit.SECONDS);
                if (key != null) {
                    key.reset();
                }
            }
        }
    }

    @Test
    void shouldOnlyPrintThePlanInADryRun() throws Exception {
        Jar.Result result = Jar.run(Jdks.first(), "sweep", "--dry-run", "--out=" + folder.resolve("r.json"));
        assertThat(result.exitCode()).isZero();
        assertThat(result.out()).contains("trials, about", "lock across a line", "offsets 0..63,4089..4095");
        Output.assertFollows("sweep", Jar.run(Jdks.first(), "sweep", "--dry-run", "--json", "--out="
            + folder.resolve("r.json")).out());
        String twice = Jar.loaded("sweep", "--dry-run", "--write=plain,plain", "--offsets=4,4,60").out();
        assertThat(twice).isEqualTo(Jar.loaded("sweep", "--dry-run", "--write=plain", "--offsets=4,60").out());
        assertThat(folder).isEmptyDirectory();
    }
}
