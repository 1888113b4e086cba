// SPDX-License-Identifier: Apache-2.0
package org.tearline.submission;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.tearline.submission.ValidatorTest.VALIDATOR;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
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
import org.tearline.tools.MakeResults;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

class BatchTest {
    @TempDir
    private Path repository;

    private final ResultFile good = ValidatorTest.good();
    private Path placed;

    @BeforeEach
    void placeAGoodFile() throws IOException {
        placed = ArchivedFile.put(good, repository.resolve(ResultPath.ROOT)).target();
    }

    /** What is published stays valid, whatever becomes of the rules; else it is recalled. */
    @Test
    void shouldAcceptEverythingThatThisRepositoryHasPublished() throws IOException {
        List<Examination> all = new ArrayList<>();
        new Batch(new Validator(Clock.systemUTC())).tree(Path.of(""), all::add);

        assertThat(all).hasSizeGreaterThan(2).allSatisfy(examination ->
            assertThat(examination.findings()).as(examination.name()).isEmpty());
    }

    @Test
    void shouldAcceptAFileInItsPlace() throws IOException {
        assertThat(tree()).singleElement().satisfies(examination -> {
            assertThat(examination.findings()).isEmpty();
            assertThat(examination.name()).matches(
                "x86_64/[a-z]+-[0-9a-f]{2}-[0-9a-f]{2}-[0-9a-f]{2}/2026\\d{4}-linux-[a-z]+\\d+-[0-9a-f]{16}\\.json");
        });
    }

    @Test
    void shouldRefuseAFileElsewhere() throws IOException {
        Files.move(placed, placed.resolveSibling("mine.json"));

        assertThat(rules()).containsExactly(ValidationRule.PATH);
    }

    @Test
    void shouldRefuseLinksAndOtherFiles() throws IOException {
        Files.createSymbolicLink(placed.resolveSibling("link.json"), placed);
        Files.writeString(placed.resolveSibling("notes.txt"), "hello");

        assertThat(rules()).containsExactly(ValidationRule.PATH, ValidationRule.PATH);
    }

    @Test
    void shouldOnlyNameWhatWasRecalled() throws IOException {
        Files.writeString(placed, "{\"schemaVersion\": 1}");
        String name = repository.resolve(ResultPath.ROOT).relativize(placed).toString();
        Files.writeString(repository.resolve("reports").resolve(RecallList.NAME), name + " was wrong\n");

        assertThat(tree()).singleElement().satisfies(examination -> {
            assertThat(examination.valid()).isTrue();
            assertThat(examination.notes()).containsExactly("recalled: was wrong");
        });
    }

    @Test
    void shouldFindASecondFileOfOneRun() throws IOException {
        ArchivedFile.put(good.submittedBy("somebody-else").sealed(), repository.resolve(ResultPath.ROOT));

        assertThat(rules()).containsExactly(ValidationRule.DUPLICATE_RUN);
    }

    /** Another run, and nothing counted again: with nine in ten counts edited it is still a copy. */
    @Test
    void shouldFindACopyHoweverMuchOfItWasEdited() throws IOException {
        for (int kept : new int[] {1, 2, 10}) {
            Path copy = Files.write(repository.resolve("copy.json"), Resealed.after(good, file -> {
                file.put("runId", "00000000000000000000000000000001");
                file.withArrayProperty("series").forEach(series -> edit((ObjectNode) series, kept));
            }));
            List<Examination> all = new ArrayList<>();

            new Batch(VALIDATOR).files(List.of(placed, copy), all::add);

            assertThat(all.get(0).findings()).isEmpty();
            assertThat(all.get(1).findings()).as("one in %d kept", kept).singleElement().satisfies(finding -> {
                assertThat(finding.rule()).isEqualTo(ValidationRule.COPY);
                assertThat(finding.what()).contains("counts are those of " + placed.getParent().getParent());
            });
        }
    }

    /** Or one file from a stranger would take a published one out of every sum. */
    @Test
    void shouldNotLetACopyWithAnEarlierDateTakeThePlaceOfAPublishedFile(@TempDir Path base) throws IOException {
        ArchivedFile.put(good, base.resolve(ResultPath.ROOT));
        Path written = Files.write(base.resolve("copy.json"), Resealed.after(good, file ->
            file.put("runId", "00000000000000000000000000000001").put("date", "2026-01-01")));
        Path copy = ArchivedFile.put(VALIDATOR.examine("copy", written).file(),
            repository.resolve(ResultPath.ROOT)).target();
        assertThat(copy.getFileName().toString()).isLessThan(placed.getFileName().toString());
        List<Examination> all = new ArrayList<>();

        new Batch(VALIDATOR).tree(repository, base, all::add);

        assertThat(all).hasSize(2);
        assertThat(all.get(0).findings()).isEmpty();
        assertThat(all.get(1).name()).endsWith(copy.getFileName().toString());
        assertThat(all.get(1).findings()).extracting(Finding::rule).containsExactly(ValidationRule.COPY);
    }

    /** Whatever their names are: the same one of three that share their counts is the original. */
    @Test
    void shouldNotLetAPathDecideWhoIsTheCopy(@TempDir Path folder) throws IOException {
        List<byte[]> alike = new ArrayList<>();
        for (String date : List.of("2026-11-20", "2026-11-18", "2026-11-19")) {
            alike.add(Resealed.after(good, file -> file.put("date", date)
                .put("runId", "0".repeat(30) + date.substring(8))));
        }
        List<String> names = new ArrayList<>(List.of("a.json", "b/c.json", "z.json", "x86_64/y/20200101-linux-d17-"
            + "0".repeat(16) + ".json"));
        Random random = Sample.random();
        for (int i = 0; i < 12; i++) {
            Path results = Files.createDirectory(folder.resolve("r" + i));
            Collections.shuffle(names, random);
            for (int j = 0; j < alike.size(); j++) {
                Path file = results.resolve(names.get(j));
                Files.createDirectories(file.getParent());
                Files.write(file, alike.get(j));
            }
            assertThat(counted(results)).as("%s", names).containsExactly(LocalDate.of(2026, 11, 18));
        }
    }

    /** What is in its place was let in, and a copy that lies elsewhere does not put it out by an earlier date. */
    @Test
    void shouldTakeTheFileInItsPlaceForTheOriginal() throws IOException {
        Path results = repository.resolve(ResultPath.ROOT);
        Files.write(results.resolve("a.json"), Resealed.after(good, file ->
            file.put("runId", "00000000000000000000000000000001").put("date", "2026-01-01")));
        Path liar = results.resolve("x86_64/a/20200101-linux-debian17-" + "0".repeat(16) + ".json");
        Files.createDirectories(liar.getParent());
        Files.copy(results.resolve("a.json"), liar);

        assertThat(counted(results)).containsExactly(good.date());
    }

    /** Returns the dates of the valid files of a folder. */
    private static List<LocalDate> counted(Path results) throws IOException {
        List<LocalDate> dates = new ArrayList<>();
        new Batch(VALIDATOR).folder(results, examination -> {
            if (examination.valid()) {
                dates.add(examination.file().date());
            }
        });
        return dates;
    }

    /** A path that is published already makes nothing in it published, recalled or not. */
    @Test
    void shouldRefuseAPublishedFileThatWasChangedOrIsGone(@TempDir Path base) throws IOException {
        ArchivedFile.put(good, base.resolve(ResultPath.ROOT));
        assertThat(rules(base)).isEmpty();
        Files.write(placed, Resealed.after(good, file -> file.put("submitter", "mallory")));
        assertThat(rules(base)).containsExactly(ValidationRule.PUBLISHED);
        String name = repository.resolve(ResultPath.ROOT).relativize(placed).toString();
        Files.writeString(repository.resolve("reports").resolve(RecallList.NAME), name + " why\n");
        assertThat(rules(base)).as("recalled").containsExactly(ValidationRule.PUBLISHED);
        Files.delete(placed);
        assertThat(rules(base)).containsExactly(ValidationRule.PUBLISHED);
        Files.createSymbolicLink(placed, base.resolve(ResultPath.ROOT).resolve(name));
        assertThat(rules(base)).as("a link to it").containsExactly(ValidationRule.PUBLISHED);
    }

    private List<ValidationRule> rules(Path base) throws IOException {
        List<Examination> all = new ArrayList<>();
        new Batch(VALIDATOR).tree(repository, base, all::add);
        return all.stream().flatMap(examination -> examination.findings().stream()).map(Finding::rule).toList();
    }

    /** Adds a change at every place but each so manieth. */
    private static void edit(ObjectNode series, int kept) {
        ArrayNode changes = series.withArrayProperty("changes");
        for (int i = 0; i < changes.size(); i++) {
            if (i % kept != 0) {
                changes.set(i, changes.get(i).longValue() + 1);
            }
        }
    }

    @Test
    void shouldAcceptOnlyTheHandleOfTheAuthor(@TempDir Path base) throws IOException {
        assertThat(rules()).isEmpty();
        Path named = ArchivedFile.put(new SyntheticResults(5).next().submittedBy("Alice").sealed(),
            repository.resolve(ResultPath.ROOT)).target();
        Files.createDirectories(base.resolve(ResultPath.ROOT));

        assertThat(asked("alice", base)).isEmpty();
        assertThat(asked("mallory", base)).containsExactly(ValidationRule.SUBMITTER);
        Path published = base.resolve(repository.relativize(named));
        Files.createDirectories(published.getParent());
        Files.copy(named, published);
        assertThat(asked("mallory", base)).as("published already").isEmpty();
    }

    private List<ValidationRule> asked(String author, Path base) throws IOException {
        return tree().stream().map(examination -> new Author(author, base).check(examination))
            .flatMap(examination -> examination.findings().stream()).map(Finding::rule).toList();
    }

    @Test
    void shouldFindTheSameFileTwice() throws IOException {
        Path copy = Files.copy(placed, repository.resolve("copy.json"));
        List<Examination> all = new ArrayList<>();

        new Batch(VALIDATOR).files(List.of(placed, copy), all::add);

        assertThat(all.get(0).findings()).isEmpty();
        assertThat(all.get(1).findings()).extracting(Finding::rule).containsExactly(ValidationRule.DUPLICATE_DIGEST);
    }

    @Test
    void shouldNotLetAnInvalidCopyTakeThePlaceOfTheOriginal() throws IOException {
        Path before = Files.write(repository.resolve("a.json"),
            Resealed.after(good, file -> file.put("date", "2099-01-01")));
        Path reformatted = Files.writeString(repository.resolve("b.json"), " " + Files.readString(placed));
        Path sameDigest = Files.writeString(repository.resolve("c.json"),
            Files.readString(placed).replace("\n", "\r\n"));
        List<Examination> all = new ArrayList<>();

        new Batch(VALIDATOR).files(List.of(before, reformatted, sameDigest, placed), all::add);

        assertThat(all).extracting(Examination::valid).containsExactly(false, false, false, true);
    }

    @Test
    void shouldNeverOverwriteADifferentFile() throws IOException {
        byte[] other = Resealed.after(good, file -> file.put("date", "2026-01-01"));
        Files.write(placed, other);

        assertThatThrownBy(() -> ArchivedFile.put(good, repository.resolve(ResultPath.ROOT)))
            .isInstanceOf(IOException.class).hasMessageContaining("exists already with other content");
        assertThat(placed).hasBinaryContent(other);
    }

    @Test
    void shouldLeaveTheSameFileAlone() throws IOException {
        assertThat(ArchivedFile.put(good, repository.resolve(ResultPath.ROOT)).fresh()).isFalse();
        assertThat(placed).hasBinaryContent(ResultText.stored(good));
    }

    @Test
    void shouldExamineAFolderFullOfMadeUpFilesInOrder(@TempDir Path folder) throws IOException {
        PrintStream silent = new PrintStream(new ByteArrayOutputStream());
        MakeResults.make(folder, 150, 3, 10, silent);
        List<Examination> all = new ArrayList<>();

        new Batch(VALIDATOR).tree(folder, all::add);

        assertThat(all).hasSize(150).extracting(Examination::name).isSorted();
        assertThat(all.stream().filter(examination -> !examination.valid())).hasSize(15);
    }

    private List<Examination> tree() throws IOException {
        List<Examination> all = new ArrayList<>();
        new Batch(VALIDATOR).tree(repository, all::add);
        return all;
    }

    private Stream<ValidationRule> rules() throws IOException {
        return tree().stream().flatMap(examination -> examination.findings().stream()).map(Finding::rule);
    }
}
