// SPDX-License-Identifier: Apache-2.0
package org.tearline.archive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.tearline.file.ValidatorTest.VALIDATOR;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.tearline.file.Examination;
import org.tearline.file.Resealed;
import org.tearline.file.ResultFile;
import org.tearline.file.ResultText;
import org.tearline.file.SyntheticResults;
import org.tearline.file.ValidatorTest;

/** The check of a pull request and the report must refuse the same files. */
class DuplicatesTest {
    private static final String OTHER_RUN = "00000000000000000000000000000001";
    private static final ResultFile ORIGINAL = ValidatorTest.small();

    @TempDir
    private Path folder;

    private enum Recall {
        NO, BY_PATH, BY_DIGEST
    }

    /** What a pull request adds. */
    private enum Added {
        /** The counts of the original in an older file. */
        COPY,
        /** Other counts under the run of the original, in an older file. */
        SAME_RUN,
        OTHER;

        byte[] file() {
            ResultFile other = ValidatorTest.small(new SyntheticResults(5).next());
            return switch (this) {
                case COPY -> Resealed.after(ORIGINAL, file -> file.put("runId", OTHER_RUN).put("date", "2026-01-01"));
                case SAME_RUN -> Resealed.after(other, file -> file.put("runId", ORIGINAL.runId())
                    .put("date", "2026-01-01"));
                case OTHER -> ResultText.stored(other);
            };
        }
    }

    private static final Map<Added, ResultFile> FILES = Stream.of(Added.values()).collect(Collectors.toMap(
        added -> added, added -> VALIDATOR.examine("added", added.file()).file()));

    static Stream<Arguments> all() {
        List<String> submitters = List.of("_project", "alice", "");
        return Stream.of(Recall.values()).flatMap(recall -> Stream.of(Added.values()).flatMap(added ->
            submitters.stream().flatMap(whose -> Stream.of("bob", "").map(by ->
                Arguments.of(recall, added, whose, by)))));
    }

    @ParameterizedTest
    @MethodSource("all")
    void shouldRefuseTheSameFilesInARequestAndInAReport(Recall recall, Added added, String whose, String by)
        throws IOException {
        Path base = folder.resolve("base");
        Path request = folder.resolve("request");
        ResultFile file = FILES.get(added);
        for (Path root : List.of(base, request)) {
            ResultText.put(ORIGINAL, root.resolve(ResultFile.FOLDER));
            write(root, PublishedLists.RECALLED, recall == Recall.NO ? ""
                : (recall == Recall.BY_PATH ? ORIGINAL.pathBelow() : ORIGINAL.digest()) + " was wrong\n");
            write(root, Submitters.NAME, listed(ORIGINAL, whose) + listed(file, by));
        }
        ResultText.put(file, request.resolve(ResultFile.FOLDER));
        List<Examination> pr = new ArrayList<>();
        List<Examination> report = new ArrayList<>();

        new FileBatch(VALIDATOR, pr::add).tree(request, base);
        Path results = request.resolve(ResultFile.FOLDER);
        new FileBatch(VALIDATOR, report::add).report(results, PublishedLists.beside(results));

        assertThat(pr).as("reads only what is added").singleElement().satisfies(one -> {
            assertThat(one.name()).isEqualTo(file.pathBelow());
            assertThat(one.valid()).isEqualTo(added == Added.OTHER);
        });
        assertThat(report).hasSize(2).filteredOn(one -> !one.valid()).hasSize(added == Added.OTHER ? 0 : 1);
        assertThat(report).filteredOn(one -> one.name().equals(ORIGINAL.pathBelow())).singleElement()
            .satisfies(one -> assertThat(one.valid()).isEqualTo(recall != Recall.NO || added == Added.OTHER
                || isFirst(whose, by, ORIGINAL.digest().compareTo(file.digest()) < 0)));
        assertThat(report).filteredOn(Examination::recalled).hasSize(recall == Recall.NO ? 0 : 1);
    }

    /** Rules may become stricter after a file was published. */
    @Test
    void shouldNotBlameARequestForAPublishedFile() throws IOException {
        for (String root : List.of("base", "request")) {
            Path file = folder.resolve(root).resolve(ResultFile.FOLDER).resolve("x86_64/old.json");
            Files.createDirectories(file.getParent());
            Files.writeString(file, "{\"schemaVersion\": 1}");
        }
        ResultText.put(ORIGINAL, folder.resolve("request").resolve(ResultFile.FOLDER));
        List<Examination> pr = new ArrayList<>();

        new FileBatch(VALIDATOR, pr::add).tree(folder.resolve("request"), folder.resolve("base"));

        assertThat(pr).singleElement().extracting(Examination::valid).isEqualTo(true);
    }

    /** Whether the original, which is listed first, comes first: listed files before others, then the lower digest. */
    private static boolean isFirst(String whose, String by, boolean lower) {
        return !whose.isEmpty() || by.isEmpty() && lower;
    }

    private static String listed(ResultFile file, String submitter) {
        return submitter.isEmpty() ? "" : Submitters.withLine("", file.digest(), submitter);
    }

    private static void write(Path root, String name, String text) throws IOException {
        Files.writeString(root.resolve(ResultFile.FOLDER).resolveSibling(name), text);
    }
}
