// SPDX-License-Identifier: Apache-2.0
package org.tearline.archive;

import static java.nio.file.LinkOption.NOFOLLOW_LINKS;
import static org.tearline.file.ValidationRule.PATH;
import static org.tearline.file.ValidationRule.PUBLISHED;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.tearline.file.Digest;
import org.tearline.file.Examination;
import org.tearline.file.FolderArgument;
import org.tearline.file.Quoted;
import org.tearline.file.ResultFile;
import org.tearline.file.ResultText;
import org.tearline.file.UnreadableFile;
import org.tearline.file.Validator;

/**
 * Examines many files, and finds recalled files and duplicates among them. Files are examined in parallel and passed on
 * one at a time, in order. Only a few are in memory at once. Not thread-safe.
 */
public final class FileBatch {
    /** Maximum number of files in memory. */
    private static final int TOGETHER = 32;
    private static final String EXTENSION = ".json";
    /** What stands in a path for bytes that are no characters. */
    public static final char UNDECODABLE = '\uFFFD';

    private final Validator validator;
    private final Consumer<Examination> consumer;
    private final Originals originals = new Originals();
    private PublishedLists lists = PublishedLists.NONE;

    /**
     * A file to examine.
     *
     * @param below  the path below the results folder, with slashes; without such a folder, any name for messages
     * @param digest as stated in the file; empty if it does not matter or the file has none
     */
    private record Named(String below, Path path, String digest) {
    }

    /** @param consumer receives the examinations */
    public FileBatch(Validator validator, Consumer<Examination> consumer) {
        this.validator = validator;
        this.consumer = consumer;
    }

    /** Returns all result files below a folder, or below the target of a link, sorted by path. */
    public static List<Path> below(Path folder) throws IOException {
        return FolderArgument.files(folder).stream()
            .filter(file -> file.getFileName().toString().endsWith(EXTENSION))
            .toList();
    }

    /** Examines files wherever they are. The first of two files with the same run or counts is the original. */
    public void files(List<Path> files) {
        examine(files.stream().map(file -> new Named(file.toString(), file, "")).toList(), this::anywhere);
    }

    /**
     * Examines every result file below a folder, wherever it is, and the lists beside it. Originals come before their
     * copies. The name of an examination is the path below the folder.
     *
     * @throws IOException if the folder cannot be read
     */
    public void report(Path results, PublishedLists beside) throws IOException {
        lists = beside;
        List<Named> files = originalsFirst(below(results), results);
        examineLists(results, files, consumer);
        Path start = FolderArgument.itself(results);
        FolderArgument.all(start).stream()
            .filter(file -> file.toString().endsWith(EXTENSION) && !FolderArgument.isRegular(file))
            .forEach(file -> consumer.accept(notAResult(pathBelow(start, file))));
        examine(files, this::anywhere);
    }

    /**
     * Examines the files below {@code reports/results} of a repository, and whether their paths are right. Recalled
     * files are only noted. With a checkout of the base branch, examines only the files that it lacks, and compares
     * them with its unchanged files, which are the originals; also reports which of its files were changed or removed.
     *
     * @param base a checkout of the base branch, or null
     * @throws IOException if a folder cannot be read
     */
    public void tree(Path repository, Path base) throws IOException {
        Path root = repository.resolve(ResultFile.FOLDER);
        lists = PublishedLists.beside(root);
        Consumer<Examination> faults = consumer;
        List<Path> published = new ArrayList<>();
        List<Path> submitted = new ArrayList<>();
        if (base == null) {
            submitted.addAll(FolderArgument.all(root));
        } else {
            Path before = base.resolve(ResultFile.FOLDER);
            compare(root, before, published, submitted);
            if (PublishedLists.beside(before).equals(lists)) {
                // Not the fault of the request.
                faults = fault -> consumer.accept(new Examination(fault.name(), fault.findings().get(0).what()));
            } else if (!submitted.isEmpty()) {
                consumer.accept(PublishedLists.fault(PublishedLists.RECALLED + " or " + Submitters.NAME,
                    "differs from the published list, but results come without changes to lists"));
            }
        }
        List<Named> before = originalsFirst(published, root);
        List<Named> added = originalsFirst(submitted, root);
        examineLists(root, Stream.of(before, added).flatMap(List::stream).toList(), faults);
        remember(before);
        examine(added, this::inPlace);
    }

    /** Reports invalid lines, and recalls of files, by path or digest, that do not exist. */
    private void examineLists(Path root, List<Named> files, Consumer<Examination> faults) {
        lists.faults().forEach(faults);
        Set<String> digests = files.stream().map(Named::digest).collect(Collectors.toSet());
        lists.recalls().keySet().stream()
            .filter(listed -> !digests.contains(listed)
                && !Files.exists(root.resolve(listed), NOFOLLOW_LINKS))
            .forEach(listed -> faults.accept(PublishedLists.fault(PublishedLists.RECALLED,
                listed + ": no such result file")));
    }

    /** Sorts files into published and submitted ones, and reports changed, moved and removed ones. */
    private void compare(Path root, Path before, List<Path> published, List<Path> submitted) throws IOException {
        for (Path file : FolderArgument.all(root)) {
            // Not by its name, which this locale may not be able to decode.
            Path original = before.resolve(root.relativize(file));
            if (!Files.exists(original)) {
                submitted.add(file);
            } else if (FolderArgument.isRegular(file) && FolderArgument.isRegular(original)
                && Files.mismatch(file, original) < 0) {
                published.add(file);
            } else if (!Files.isDirectory(original) || !Files.isDirectory(file, NOFOLLOW_LINKS)) {
                // Recalled files must not change either, nor files behind a link in place of their folder.
                reject(root, file, "differs from what is published with this name");
            }
        }
        if (!Files.isDirectory(before)) {
            return;
        }
        for (Path file : below(before)) {
            if (!Files.exists(root.resolve(before.relativize(file)), NOFOLLOW_LINKS)) {
                reject(before, file, "is published and must not be removed");
            }
        }
    }

    private void reject(Path folder, Path file, String why) {
        consumer.accept(new Examination(pathBelow(folder, file)).with(PUBLISHED, "", why));
    }

    /**
     * Examines a file that was sent without a pull request, and compares it with the files of a checkout of the base
     * branch, which are the originals. Passes on nothing.
     *
     * @throws IOException if a folder cannot be read
     */
    public Examination sent(Path file, Path base) throws IOException {
        Path results = base.resolve(ResultFile.FOLDER);
        lists = PublishedLists.beside(results);
        remember(originalsFirst(below(results), results));
        return withDuplicatesAndRecalls(anywhere(new Named(file.getFileName().toString(), file, "")));
    }

    /** Puts originals before their copies: recalled files, the project's, those of listed accounts, all others. */
    private List<Named> originalsFirst(List<Path> files, Path results) {
        Comparator<Named> order = Comparator
            .comparing((Named file) -> lists.recallReason(file.below, file.digest) == null)
            .thenComparing(file -> lists.submitters().rank(file.digest))
            .thenComparing(Named::digest)
            // Paths like those that follow from the content of files.
            .thenComparing(file -> !file.below.matches("[^/]+/[^/]+/[^/]+-[0-9a-f]{16}\\.json"))
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

    private static String pathBelow(Path folder, Path file) {
        if (file.equals(folder)) {
            // A file or link stands where the folder of all results should be.
            return ResultFile.FOLDER;
        }
        return folder.relativize(file).toString().replace(File.separatorChar, '/');
    }

    private static Examination notAResult(String below) {
        return new Examination(below).with(PATH, "",
            "only result files are allowed here: regular files whose names end in .json");
    }

    private void examine(List<Named> files, Function<Named, Examination> examiner) {
        inOrder(files, examiner, examination -> consumer.accept(withDuplicatesAndRecalls(examination)));
    }

    /** Reads published files, with which others are compared. */
    private void remember(List<Named> files) {
        inOrder(files, FileBatch::unexamined, this::withDuplicatesAndRecalls);
    }

    private static void inOrder(List<Named> files, Function<Named, Examination> examiner,
                                Consumer<Examination> next) {
        for (int from = 0; from < files.size(); from += TOGETHER) {
            List<Named> some = files.subList(from, Math.min(files.size(), from + TOGETHER));
            some.parallelStream()
                .map(examiner)
                .toList()
                .forEach(next);
        }
    }

    /** Examines a file without a rule for its path, except that the path leads to the file. */
    private Examination anywhere(Named file) {
        if (file.below.indexOf(UNDECODABLE) >= 0) {
            return new Examination(file.below).with(PATH, "", "this locale cannot decode the name");
        }
        return validator.examine(file.below, file.path);
    }

    private Examination inPlace(Named file) {
        if (!FolderArgument.isRegular(file.path) || !file.below.endsWith(EXTENSION)) {
            return notAResult(file.below);
        }
        Examination examination = validator.examine(file.below, file.path);
        ResultFile found = examination.file();
        if (found == null || found.pathBelow().equals(file.below)) {
            return examination;
        }
        return examination.with(PATH, "", "should be " + found.path());
    }

    /**
     * Reports duplicates, and replaces the examination of a recalled file by a note. Remembers only valid files that
     * are no copies, because a copy must not replace an original. Remembers recalled files as well, because a copy of
     * one is just as wrong.
     */
    private Examination withDuplicatesAndRecalls(Examination examination) {
        ResultFile file = examination.file();
        Examination compared = originals.compare(examination);
        String reason = lists.recallReason(examination.name(), file == null ? "" : file.digest());
        if (reason == null) {
            return compared;
        }
        return new Examination(examination.name(), "recalled: " + Quoted.of(reason));
    }
}
