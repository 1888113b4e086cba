// SPDX-License-Identifier: Apache-2.0
package org.tearline.archive;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.tearline.file.Digest;
import org.tearline.file.Examination;
import org.tearline.file.FolderArgument;
import org.tearline.file.ResultFile;
import org.tearline.file.ResultText;
import org.tearline.file.Series;
import org.tearline.file.UnreadableFile;
import org.tearline.file.ValidationRule;
import org.tearline.file.Validator;
import org.tearline.verdict.Counts;

/**
 * Examines many files, and finds recalled files and duplicates among them. Files are examined in parallel and passed on
 * one at a time, in order. Only a few are in memory at once. Not thread-safe.
 */
public final class FileBatch {
    /** Maximum number of files in memory. */
    private static final int TOGETHER = 32;
    private static final String EXTENSION = ".json";
    /** How many different counts identify a run. No two published series of different files share as many. */
    private static final int UNIQUE_COUNTS = 4;

    private final Validator validator;
    private final Map<String, String> digests = new HashMap<>();
    private final Map<String, String> runs = new HashMap<>();
    /** The first file by the counts of a series, or of all its series. */
    private final Map<String, String> counts = new HashMap<>();

    /**
     * A file to examine.
     *
     * @param below  the path below the results folder, with slashes; without such a folder, any name for messages
     * @param digest as stated in the file; empty if it does not matter or the file has none
     */
    private record Named(String below, Path path, String digest) {
    }

    public FileBatch(Validator validator) {
        this.validator = validator;
    }

    /** Returns all result files below a folder, or below the target of a link, sorted by path. */
    public static List<Path> below(Path folder) throws IOException {
        return FolderArgument.files(folder).stream()
            .filter(file -> file.getFileName().toString().endsWith(EXTENSION))
            .toList();
    }

    /** Examines files wherever they are. The first of two files with the same run or counts is the original. */
    public void files(List<Path> files, Consumer<Examination> consumer) {
        examine(files.stream().map(file -> new Named(file.toString(), file, "")).toList(), PublishedLists.NONE,
            this::anywhere, consumer);
    }

    /**
     * Examines every result file below a folder, wherever it is, and the lists beside it. Originals come before their
     * copies. The name of an examination is the path below the folder.
     *
     * @throws IOException if the folder cannot be read
     */
    public void report(Path results, PublishedLists lists, Consumer<Examination> consumer) throws IOException {
        List<Named> files = originalsFirst(below(results), results, lists);
        examineLists(lists, results, files, consumer);
        Path start = FolderArgument.itself(results);
        allFiles(start).stream()
            .filter(file -> file.toString().endsWith(EXTENSION) && !isRegular(file))
            .forEach(file -> consumer.accept(notAResult(pathBelow(start, file))));
        examine(files, lists, this::anywhere, consumer);
    }

    /**
     * Examines the files below {@code reports/results} of a repository, and whether their paths are right. Recalled
     * files are only noted. With a checkout of the base branch, examines only the files that it lacks, and compares
     * them with its unchanged files, which are the originals; also reports which of its files were changed or removed.
     *
     * @param base a checkout of the base branch, or null
     * @throws IOException if a folder cannot be read
     */
    public void tree(Path repository, Path base, Consumer<Examination> consumer) throws IOException {
        Path root = repository.resolve(ResultFile.FOLDER);
        PublishedLists lists = PublishedLists.beside(root);
        List<Path> published = new ArrayList<>();
        List<Path> submitted = new ArrayList<>();
        if (base == null) {
            submitted.addAll(allFiles(root));
        } else {
            compare(root, base.resolve(ResultFile.FOLDER), published, submitted, consumer);
        }
        List<Named> before = originalsFirst(published, root, lists);
        List<Named> added = originalsFirst(submitted, root, lists);
        examineLists(lists, root, Stream.of(before, added).flatMap(List::stream).toList(), consumer);
        examine(before, lists, FileBatch::unexamined, examination -> { });
        examine(added, lists, this::inPlace, consumer);
    }

    /** Reports invalid lines, and recalls of files that do not exist. */
    private static void examineLists(PublishedLists lists, Path root, List<Named> files,
                                     Consumer<Examination> consumer) {
        lists.faults().forEach(consumer);
        Set<String> digests = files.stream().map(Named::digest).collect(Collectors.toSet());
        lists.recalls().names().stream()
            .filter(name -> !digests.contains(name) && !Files.exists(root.resolve(name), LinkOption.NOFOLLOW_LINKS))
            .forEach(name -> consumer.accept(PublishedLists.fault(RecallList.NAME, name + ": no such result file")));
    }

    /** Sorts files into published and submitted ones, and reports changed, moved and removed ones. */
    private static void compare(Path root, Path before, List<Path> published, List<Path> submitted,
                                Consumer<Examination> consumer) throws IOException {
        for (Path file : allFiles(root)) {
            String name = pathBelow(root, file);
            Path original = before.resolve(name);
            if (!Files.exists(original)) {
                submitted.add(file);
            } else if (!isChanged(file, original)) {
                published.add(file);
            } else {
                // Recalled files must not change either.
                consumer.accept(new Examination(name).with(ValidationRule.PUBLISHED, "",
                    "differs from the published file with this name"));
            }
        }
        if (!Files.isDirectory(before)) {
            return;
        }
        for (Path file : below(before)) {
            String name = pathBelow(before, file);
            if (!Files.exists(root.resolve(name), LinkOption.NOFOLLOW_LINKS)) {
                consumer.accept(new Examination(name).with(ValidationRule.PUBLISHED, "",
                    "is published and must not be removed"));
            }
        }
    }

    /**
     * Examines a file that was sent without a pull request, and compares it with the files of a checkout of the base
     * branch, which are the originals.
     *
     * @throws IOException if a folder cannot be read
     */
    public void sent(Path file, Path base, Consumer<Examination> consumer) throws IOException {
        Path results = base.resolve(ResultFile.FOLDER);
        PublishedLists lists = PublishedLists.beside(results);
        examine(originalsFirst(below(results), results, lists), lists, FileBatch::unexamined, examination -> { });
        String name = file.getFileName().toString();
        examine(List.of(new Named(name, file, "")), lists, this::anywhere, consumer);
    }

    /** Puts originals before their copies: recalled files, the project's, those of listed accounts, all others. */
    private static List<Named> originalsFirst(List<Path> files, Path results, PublishedLists lists) {
        RecallList recalls = lists.recalls();
        Comparator<Named> order = Comparator.comparing((Named file) -> recalls.reason(file.below, file.digest) == null)
            .thenComparing(file -> lists.submitters().rank(file.digest))
            .thenComparing(Named::digest)
            .thenComparing(Named::below);
        return files.stream()
            .map(file -> new Named(pathBelow(results, file), file, Digest.stored(file)))
            .sorted(order)
            .toList();
    }

    /** Reads a published file without examining it, since later rules may differ from those that it passed. */
    private static Examination unexamined(Named file) {
        try {
            return new Examination(file.below, ResultText.read(file.path), List.of(), List.of());
        } catch (IOException | UnreadableFile e) {
            // Reports leave out an unreadable file, and there is nothing to compare with.
            return new Examination(file.below);
        }
    }

    /** Returns every file and link at any depth, whatever its name. */
    private static List<Path> allFiles(Path root) throws IOException {
        List<Path> all = new ArrayList<>();
        Files.walkFileTree(root, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                all.add(file);
                return FileVisitResult.CONTINUE;
            }
        });
        Collections.sort(all);
        return all;
    }

    private static String pathBelow(Path folder, Path file) {
        return folder.relativize(file).toString().replace('\\', '/');
    }

    private static boolean isChanged(Path file, Path published) throws IOException {
        return !isRegular(file) || !isRegular(published) || Files.mismatch(file, published) >= 0;
    }

    private static boolean isRegular(Path file) {
        return Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS);
    }

    private static Examination notAResult(String below) {
        return new Examination(below).with(ValidationRule.PATH, "",
            "only result files are allowed here: regular files whose names end in .json");
    }

    private void examine(List<Named> files, PublishedLists lists, Function<Named, Examination> examiner,
                         Consumer<Examination> consumer) {
        for (int from = 0; from < files.size(); from += TOGETHER) {
            List<Named> some = files.subList(from, Math.min(files.size(), from + TOGETHER));
            some.parallelStream()
                .map(examiner)
                .toList()
                .forEach(examination -> consumer.accept(withDuplicatesAndRecalls(examination, lists.recalls())));
        }
    }

    /** Examines a file without a rule for its path. */
    private Examination anywhere(Named file) {
        return validator.examine(file.below, file.path);
    }

    private Examination inPlace(Named file) {
        if (!isRegular(file.path) || !file.below.endsWith(EXTENSION)) {
            return notAResult(file.below);
        }
        Examination examination = validator.examine(file.below, file.path);
        if (examination.file() == null || examination.file().pathBelow().equals(file.below)) {
            return examination;
        }
        return examination.with(ValidationRule.PATH, "", "should be " + examination.file().path());
    }

    /**
     * Reports duplicates, and replaces the examination of a recalled file by a note. Remembers only valid files that
     * are no copies, because a copy must not replace an original. Remembers recalled files as well, because a copy of
     * one is just as wrong.
     */
    private Examination withDuplicatesAndRecalls(Examination examination, RecallList recalls) {
        ResultFile file = examination.file();
        Examination compared = examination;
        String digest = "";
        if (file != null) {
            digest = file.digest();
            if (examination.valid()) {
                compared = rememberAndCompare(examination);
            }
        }
        String reason = recalls.reason(examination.name(), digest);
        if (reason == null) {
            return compared;
        }
        return Examination.recalled(examination.name(), reason);
    }

    private Examination rememberAndCompare(Examination examination) {
        ResultFile file = examination.file();
        String name = examination.name();
        if (digests.containsKey(file.digest())) {
            return examination.with(ValidationRule.DUPLICATE_DIGEST, "/digest", "same as "
                + digests.get(file.digest()));
        }
        if (runs.containsKey(file.runId())) {
            return examination.with(ValidationRule.DUPLICATE_RUN, "/runId", "same as " + runs.get(file.runId()));
        }
        List<String> known = knownCounts(file);
        Optional<String> original = known.stream().filter(counts::containsKey).map(counts::get).findFirst();
        if (original.isPresent()) {
            return examination.with(ValidationRule.COPY, "/series", "same counts as " + original.get());
        }
        digests.put(file.digest(), name);
        runs.put(file.runId(), name);
        known.forEach(one -> counts.put(one, name));
        return examination;
    }

    /**
     * Returns what a copy shares with its original even if other fields, or some of the series, were edited: the counts
     * of each series that is long enough, and of all together.
     */
    private static List<String> knownCounts(ResultFile file) {
        List<String> known = new ArrayList<>();
        List<String> all = new ArrayList<>();
        for (Series series : file.series()) {
            String counts = series.changes() + "/" + series.torn() + "/" + series.plantedFound();
            all.add(counts);
            if (series.changes().stream().filter(changes -> changes > 0).distinct().count() >= UNIQUE_COUNTS) {
                known.add(counts);
            }
        }
        if (file.series().stream().anyMatch(series -> Counts.sum(series.changes()) > 0)) {
            known.add(all.stream().sorted().collect(Collectors.joining("\n")));
        }
        return known;
    }
}
