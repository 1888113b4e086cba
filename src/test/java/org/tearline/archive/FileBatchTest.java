// SPDX-License-Identifier: Apache-2.0
package org.tearline.archive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.tearline.file.ValidatorTest.VALIDATOR;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.tearline.file.Copy;
import org.tearline.file.Examination.Finding;
import org.tearline.file.Examination;
import org.tearline.file.Resealed;
import org.tearline.file.ResultFile;
import org.tearline.file.ResultText;
import org.tearline.file.SyntheticResults;
import org.tearline.file.ValidationRule;
import org.tearline.file.Validator;
import org.tearline.file.ValidatorTest;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

class FileBatchTest {
    private static final String OTHER_RUN = "00000000000000000000000000000001";

    @TempDir
    private Path repository;

    private final ResultFile good = ValidatorTest.small();
    private Path results;
    private Path placed;

    @BeforeEach
    void placeAGoodFile() throws IOException {
        results = repository.resolve(ResultFile.FOLDER);
        ResultText.put(good, results);
        placed = results.resolve(good.pathBelow());
    }

    /** When rules change, published files must stay valid or be recalled. */
    @Test
    void shouldAcceptAllPublishedFiles() throws IOException {
        List<Examination> all = new ArrayList<>();
        new FileBatch(new Validator(), all::add).tree(Path.of(""), null);

        assertThat(all).hasSizeGreaterThan(2).allSatisfy(examination ->
            assertThat(examination.findings()).as(examination.name()).isEmpty());
    }

    @Test
    void shouldAcceptOnlyFilesInTheirPlace() throws IOException {
        assertThat(rules(null)).isEmpty();
        Files.createSymbolicLink(placed.resolveSibling("link.json"), placed);
        Files.writeString(placed.resolveSibling("notes.txt"), "hello");
        ResultText.put(new SyntheticResults(5).next(), repository.resolve("elsewhere"));
        Files.move(placed, placed.resolveSibling("mine.json"));

        assertThat(rules(null)).containsExactly(ValidationRule.PATH, ValidationRule.PATH, ValidationRule.PATH);
    }

    @Test
    void shouldNameAFolderOfResultsThatIsALink() throws IOException {
        Path elsewhere = Files.move(results, repository.resolve("elsewhere"));
        Files.createSymbolicLink(results, elsewhere);
        List<Examination> all = new ArrayList<>();

        new FileBatch(VALIDATOR, all::add).tree(repository, null);

        assertThat(all).extracting(Examination::name).containsExactly(ResultFile.FOLDER);
    }

    /** Java cannot open a file by such a name, so a report cannot read it again. */
    @Test
    @DisabledOnOs(OS.WINDOWS)
    void shouldRefuseANameThatIsNoText() throws Exception {
        Path folder = Files.createDirectory(repository.resolve("odd"));
        assertThat(new ProcessBuilder("bash", "-c", "cp \"$0\" \"$1\"/$'\\xff.json'", placed.toString(),
            folder.toString()).start().waitFor()).isZero();
        List<Examination> all = new ArrayList<>();

        new FileBatch(VALIDATOR, all::add).report(folder, PublishedLists.NONE);

        assertThat(all).singleElement().satisfies(examination -> assertThat(examination.findings())
            .extracting(Finding::rule).containsExactly(ValidationRule.PATH));
    }

    @Test
    void shouldNotExamineRecalledFiles() throws IOException {
        Files.writeString(placed, "{\"schemaVersion\": 1}");
        recall("was wrong");
        List<Examination> all = new ArrayList<>();
        new FileBatch(VALIDATOR, all::add).tree(repository, null);

        assertThat(all).singleElement().satisfies(examination -> {
            assertThat(examination.valid()).isTrue();
            assertThat(examination.notes()).containsExactly("recalled: was wrong");
        });
    }

    @Test
    void shouldFindDuplicates() throws IOException {
        List<Path> files = List.of(
            Files.write(repository.resolve("invalid.json"), Resealed.after(good, file -> file.put("date",
                "2099-01-01"))),
            placed,
            Files.copy(placed, repository.resolve("same.json")),
            Files.write(repository.resolve("run.json"),
                ResultText.stored(ResultText.sealed(Copy.of(good, "submitter", "me")))),
            Files.write(repository.resolve("copy.json"), Resealed.after(good, file -> file.put("runId", OTHER_RUN)
                .put("date", "2026-01-01"))));
        List<Examination> all = new ArrayList<>();

        new FileBatch(VALIDATOR, all::add).files(files);

        assertThat(all.stream().map(examination -> examination.findings().stream().map(Finding::rule).toList()))
            .containsExactly(List.of(ValidationRule.DATE), List.of(), List.of(ValidationRule.DUPLICATE_DIGEST),
                List.of(ValidationRule.DUPLICATE_RUN), List.of(ValidationRule.COPY));
    }

    /** Otherwise one run could count as two votes. */
    @ParameterizedTest
    @ValueSource(strings = {"", "authenticamd-19-11-01/20261123-linux-debian17-82689d66326091d6.json",
        "genuineintel-06-55-07/20261128-linux-debian17-f9374cc52229ab0c.json"})
    void shouldFindACopyWithASmallChange(String name) throws IOException {
        Path path = placed;
        if (!name.isEmpty()) {
            path = Path.of(ResultFile.FOLDER, "x86_64", name);
        }
        Validator validator = new Validator();
        ResultFile original = validator.examine("original", path).file();
        String list = Stream.of("series", "cases", "mixed")
            .filter(one -> !Resealed.tree(original).path(one).isEmpty())
            .findFirst().orElseThrow();
        List<Path> files = new ArrayList<>(List.of(path));
        for (Consumer<ObjectNode> change : List.<Consumer<ObjectNode>>of(
            file -> { },
            file -> file.put("date", "2026-01-01"),
            file -> ((ObjectNode) file.at("/environment/os")).put("kernel", "6.17"),
            file -> ((ObjectNode) file.get("environment")).put("emulated", "yes"),
            file -> {
                for (int i = 0; i < file.get(list).size() - 1; i++) {
                    addOne(file.get(list).get(i));
                }
            },
            file -> addOne(file.get(list).get(file.get(list).size() - 1)),
            file -> ((ArrayNode) file.get(list)).add(((ArrayNode) file.get(list)).remove(0)))) {
            files.add(Files.write(repository.resolve(files.size() + ".json"), Resealed.after(original, file -> {
                file.put("runId", OTHER_RUN);
                change.accept(file);
            })));
        }
        List<Examination> examined = new ArrayList<>();

        new FileBatch(validator, examined::add).files(files);

        assertThat(examined.remove(0).findings()).isEmpty();
        assertThat(examined.stream().map(copy -> copy.findings().toString())).hasSize(7)
            .allMatch(findings -> findings.contains("rule=COPY"));
    }

    /** Adds a change to half of the cells of a series, or to one outcome of a test. */
    private static void addOne(JsonNode counted) {
        if (counted.has("changes")) {
            ArrayNode changes = (ArrayNode) counted.get("changes");
            for (int i = 1; i < changes.size(); i += 2) {
                changes.set(i, changes.get(i).longValue() + 1);
            }
            return;
        }
        ObjectNode states = (ObjectNode) counted.get("states");
        String first = states.propertyNames().iterator().next();
        states.put(first, states.get(first).longValue() + 1);
    }

    @Test
    void shouldFindACopyOfPartOfAFile() throws IOException {
        Path all = Path.of("src/test/resources/results/sweep-x86.json");
        ResultFile original = VALIDATOR.examine("original", all).file();
        Path part = Files.write(repository.resolve("part.json"), Resealed.after(original, file -> {
            file.put("runId", OTHER_RUN);
            ((ArrayNode) file.get("series")).remove(0);
        }));
        List<Examination> examined = new ArrayList<>();

        new FileBatch(VALIDATOR, examined::add).files(List.of(all, part));

        assertThat(examined.get(1).findings()).extracting(Finding::rule).containsExactly(ValidationRule.COPY);
    }

    /** Else whoever copies counts could give the copy the run of somebody else's file. */
    @Test
    void shouldNotLetACopyExcludeAnotherFile() throws IOException {
        ResultFile another = new SyntheticResults(3).next();
        Path other = Files.write(repository.resolve("other.json"), ResultText.stored(another));
        Path copy = Files.write(repository.resolve("copy.json"), Resealed.after(good, file -> file.put("runId",
            another.runId())));
        List<Examination> examined = new ArrayList<>();

        new FileBatch(VALIDATOR, examined::add).files(List.of(placed, copy, other));

        assertThat(examined.stream().map(examination -> examination.findings().stream().map(Finding::rule).toList()))
            .containsExactly(List.of(), List.of(ValidationRule.COPY), List.of());
    }

    @Test
    void shouldNotTakeALinkForAPublishedFile() throws IOException {
        Path elsewhere = Files.move(placed, repository.resolve("elsewhere.json"));
        Files.createSymbolicLink(placed, elsewhere);

        assertThatThrownBy(() -> ResultText.put(good, repository.resolve(ResultFile.FOLDER)))
            .isInstanceOf(IOException.class).hasMessageContaining("or as a link; nothing was written");
    }

    /** A copy that replaced the original would let anybody exclude a published file from all sums. */
    @Test
    void shouldNotLetACopyWithAnEarlierDateReplaceAPublishedFile(@TempDir Path base) throws IOException {
        ResultText.put(good, base.resolve(ResultFile.FOLDER));
        Path written = Files.write(base.resolve("copy.json"), Resealed.after(good, file -> file.put("runId", OTHER_RUN)
            .put("date", "2026-01-01")));
        ResultFile copied = VALIDATOR.examine("copy", written).file();
        ResultText.put(copied, results);
        Path copy = results.resolve(copied.pathBelow());
        List<Examination> all = new ArrayList<>();

        new FileBatch(VALIDATOR, all::add).tree(repository, base);

        assertThat(all).as("only what the request adds").singleElement().satisfies(examination -> {
            assertThat(examination.name()).endsWith(copy.getFileName().toString());
            assertThat(examination.findings()).extracting(Finding::rule).containsExactly(ValidationRule.COPY);
        });
    }

    @Test
    void shouldRejectAChangedOrRemovedPublishedFile(@TempDir Path base) throws IOException {
        ResultText.put(good, base.resolve(ResultFile.FOLDER));
        assertThat(rules(base)).isEmpty();
        Files.write(placed, Resealed.after(good, file -> file.put("submitter", "mallory")));
        assertThat(rules(base)).containsExactly(ValidationRule.PUBLISHED);
        recall("why");
        assertThat(rules(base)).as("although recalled").containsExactly(ValidationRule.PUBLISHED);
        Files.delete(placed);
        assertThat(rules(base)).containsExactly(ValidationRule.PUBLISHED, ValidationRule.LISTS);
        Files.createSymbolicLink(placed, base.resolve(repository.relativize(placed)));
        assertThat(rules(base)).as("a link to the published file").containsExactly(ValidationRule.PUBLISHED);
    }

    /** Nothing compares the files behind a link. */
    @ParameterizedTest
    @ValueSource(strings = {"", "x86_64"})
    void shouldRejectALinkInPlaceOfAPublishedFolder(String name, @TempDir Path base) throws IOException {
        ResultText.put(good, base.resolve(ResultFile.FOLDER));
        Path folder = results.resolve(name);
        Path elsewhere = Files.move(folder, repository.resolve("elsewhere"));
        Files.createSymbolicLink(folder, elsewhere);

        assertThat(rules(base)).containsExactly(ValidationRule.PUBLISHED);
    }

    /** Whoever sends a result has not written the lists. */
    @Test
    void shouldOnlyNoteThePublishedLinesWithoutEffect(@TempDir Path base) throws IOException {
        Files.createDirectories(base.resolve(ResultFile.FOLDER));
        for (Path root : List.of(base, repository)) {
            Path folder = root.resolve(ResultFile.FOLDER);
            Files.writeString(folder.resolveSibling(Submitters.NAME), "nobody\n");
            Files.writeString(folder.resolveSibling(PublishedLists.RECALLED), "x.json\nx86_64/gone.json mistyped\n");
        }
        List<Examination> all = new ArrayList<>();

        new FileBatch(VALIDATOR, all::add).tree(repository, base);

        assertThat(all).allMatch(Examination::valid).flatExtracting(Examination::notes).hasSize(3)
            .anyMatch(note -> note.startsWith("line 1: expected 16 digits"))
            .contains("x86_64/gone.json: no such result file");
    }

    /** Whoever adds a file could else recall another one, or claim it. */
    @Test
    void shouldRejectAChangedListBesideResults(@TempDir Path base) throws IOException {
        Files.createDirectories(base.resolve(ResultFile.FOLDER));
        assertThat(rules(base)).isEmpty();
        String line = good.digest().substring(0, 16) + " mallory\n";
        Path names = Files.writeString(results.resolveSibling(Submitters.NAME), line);
        assertThat(rules(base)).containsExactly(ValidationRule.LISTS);
        Files.delete(names);
        recall("why");
        assertThat(rules(base)).containsExactly(ValidationRule.LISTS);
        ResultText.put(good, base.resolve(ResultFile.FOLDER));
        assertThat(rules(base)).as("a recall alone").isEmpty();
    }

    @Test
    void shouldRejectASubmodule(@TempDir Path base) throws IOException {
        Files.createDirectories(base.resolve(ResultFile.FOLDER));
        Files.createDirectory(results.resolve("submodule"));
        assertThat(rules(null)).containsExactly(ValidationRule.PATH);
        assertThat(rules(base)).containsExactly(ValidationRule.PATH);
    }

    @Test
    void shouldTakeTheFileInItsPlaceForTheOriginal() throws IOException {
        Files.copy(placed, results.resolve("copy.json"));
        List<Examination> all = new ArrayList<>();

        new FileBatch(VALIDATOR, all::add).report(results, PublishedLists.NONE);

        assertThat(all).filteredOn(Examination::valid).extracting(Examination::name)
            .containsExactly(good.pathBelow());
    }

    @Test
    void shouldNeverOverwriteADifferentFile() throws IOException {
        assertThat(ResultText.put(good, results)).isFalse();
        assertThat(placed).hasBinaryContent(ResultText.stored(good));
        byte[] other = Resealed.after(good, file -> file.put("date", "2026-01-01"));
        Files.write(placed, other);

        assertThatThrownBy(() -> ResultText.put(good, results)).isInstanceOf(IOException.class)
            .hasMessageContaining("already exists with different content");
        assertThat(placed).hasBinaryContent(other);
    }

    @Test
    void shouldReadTheListOfSubmitters() {
        List<String> faults = new ArrayList<>();
        Submitters submitters = Submitters.of(List.of("# comment", "", "0123456789abcdef _project",
            "fedcba9876543210 Alice-1"), faults::add);
        assertThat(faults).isEmpty();
        assertThat(submitters.of("0123456789abcdef" + "0".repeat(48))).isEqualTo(Submitter.PROJECT);
        assertThat(submitters.of("fedcba9876543210" + "0".repeat(48))).isEqualTo(new Submitter("alice-1"));
        assertThat(List.of("_project", "anon", "anonymous-1")).allMatch(Submitter::isName);
        assertThat(List.of("anonymous", "Anonymous", "project", "_alice", "a b")).noneMatch(Submitter::isName);
        assertThat(submitters.of("f".repeat(64))).isEqualTo(Submitter.ANONYMOUS);
        assertThat(List.of("0123456789abcdef", "fedcba9876543210", "ffffffffffffffff", "")).extracting(submitters::rank)
            .containsExactly(0, 4, Integer.MAX_VALUE, Integer.MAX_VALUE);
        for (String bad : List.of("_project", "0123456789abcdef", "0123456789abcdef _a", "0123456789abcdef a b",
            "0123456789ABCDEF a", "00112233445566ff project")) {
            Submitters.of(List.of(bad), faults::add);
            assertThat(faults.remove(0)).startsWith("line 1: expected");
        }
        Submitters twice = Submitters.of(List.of("0123456789abcdef a", "0123456789abcdef b"), faults::add);
        assertThat(faults).containsExactly("line 2: 0123456789abcdef is listed twice");
        assertThat(twice.of("0123456789abcdef")).isEqualTo(new Submitter("a"));
    }

    /** The gate fails for a line without effect; reports leave out the line only. */
    @Test
    void shouldNameEveryLineAndEveryLinkWithoutEffect() throws IOException {
        Files.writeString(results.resolveSibling(Submitters.NAME), good.digest() + " alice\n");
        Files.writeString(results.resolveSibling(PublishedLists.RECALLED), "x86_64/gone.json mistyped\n"
            + "0".repeat(64) + " mistyped\nx86_64/other.json\n./" + good.pathBelow() + " another spelling\n");
        Files.createSymbolicLink(results.resolve("link.json"), placed);
        List<String> tree = new ArrayList<>();
        List<String> report = new ArrayList<>();

        new FileBatch(VALIDATOR, examination -> tree.add(firstLine(examination))).tree(repository, null);
        new FileBatch(VALIDATOR, examination -> report.add(firstLine(examination))).report(results,
            PublishedLists.beside(results));

        assertThat(tree).containsExactlyInAnyOrderElementsOf(report).hasSize(7).contains(good.pathBelow() + " null");
        assertThat(String.join("\n", tree)).contains(
            "../submitters.txt line 1: expected 16 digits of a digest and a handle",
            "../recalled.txt line 3: expected a path below results or a digest",
            "../recalled.txt line 4: expected a path below results or a digest",
            "../recalled.txt x86_64/gone.json: no such result",
            "../recalled.txt " + "0".repeat(64) + ": no such result",
            "link.json only result files are allowed here: regular files whose names end in .json");
    }

    private static String firstLine(Examination examination) {
        return examination.name() + " " + examination.findings().stream().map(Finding::what).findFirst().orElse(null);
    }

    private void recall(String reason) throws IOException {
        Files.writeString(results.resolveSibling(PublishedLists.RECALLED),
            results.relativize(placed) + " " + reason + "\n");
    }

    private List<ValidationRule> rules(Path base) throws IOException {
        List<Examination> all = new ArrayList<>();
        new FileBatch(VALIDATOR, all::add).tree(repository, base);
        return all.stream().flatMap(one -> one.findings().stream()).map(Finding::rule).toList();
    }
}
