// SPDX-License-Identifier: Apache-2.0
package org.tearline.submission;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.tearline.published.FolderArgument;
import org.tearline.published.Quoted;
import org.tearline.published.ResultPath;

/**
 * Examines many files in one pass: alone for what is in them, together for what is there twice. Files are examined by
 * several threads and handed over one at a time in their order, so that nobody has to hold them all. Not thread-safe.
 */
public final class Batch {
    /** Enough for every core to have work, few enough for their content to be forgotten soon. */
    private static final int AHEAD = 32;
    private static final String EXTENSION = ".json";

    private final Validator validator;
    private final Map<String, String> digests = new HashMap<>();
    private final Map<String, String> runs = new HashMap<>();
    private final Copies copies;
    private final NearCopies nearCopies;

    /** Creates a batch that knows no file yet. */
    public Batch(Validator validator) {
        this.validator = validator;
        GrowingMemory memory = new GrowingMemory();
        this.copies = new Copies(memory);
        this.nearCopies = new NearCopies(memory);
    }

    /** Returns all result files below a folder, or below the one that a link names, in the order of their paths. */
    public static List<Path> below(Path folder) throws IOException {
        return FolderArgument.files(folder).stream().filter(file -> file.getFileName().toString().endsWith(EXTENSION))
            .toList();
    }

    /** Examines files wherever they are; of two of the same counts the first is the original. */
    public void files(List<Path> files, Consumer<Examination> consumer) {
        examine(named(files), false, consumer);
    }

    /**
     * Examines every .json file below a folder of results, wherever it lies there. Which of two is the copy follows
     * from what is in them, and where neither or both are in their place the later or, of one day, the one with the
     * higher digest is.
     *
     * @throws IOException if the folder cannot be read
     */
    public void folder(Path results, Consumer<Examination> consumer) throws IOException {
        FilesInOrder files = FilesInOrder.of(results, below(results));
        List<Path> elsewhere = new ArrayList<>();
        examineEach(named(files.placed()), false, examined -> {
            Examination examination = examined.examination;
            Path path = Path.of(examination.name());
            if (examination.file() != null && !ResultPath.below(examination.file()).equals(FilesInOrder.below(results,
                path))) {
                elsewhere.add(path);
            } else {
                consumer.accept(unique(examined));
            }
        });
        List<Path> others = elsewhere.isEmpty() ? files.others() : FilesInOrder.byContent(
            Stream.concat(elsewhere.stream(), files.others().stream()).toList());
        examine(named(others), false, consumer);
    }

    private static List<Named> named(List<Path> files) {
        return files.stream().map(file -> new Named(file.toString(), file)).toList();
    }

    /**
     * Examines every file below {@code reports/results} of a repository, and that it lies in its place. What the
     * repository has recalled is named.
     *
     * @throws IOException              if a folder cannot be read
     * @throws IllegalArgumentException if the list of recalls cannot be understood
     */
    public void tree(Path repository, Consumer<Examination> consumer) throws IOException {
        tree(repository, null, consumer);
    }

    /**
     * The same with the files that are published already first, so that no copy takes the place of one.
     *
     * @param base a checkout without what is asked for; null where there is none
     */
    public void tree(Path repository, Path base, Consumer<Examination> consumer) throws IOException {
        Path root = repository.resolve(ResultPath.ROOT);
        Path before = base == null ? null : base.resolve(ResultPath.ROOT);
        RecallList recalls = RecallList.beside(root);
        List<Named> all = new ArrayList<>();
        Files.walkFileTree(root, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                String name = root.relativize(file).toString().replace('\\', '/');
                String reason = recalls.of(name);
                if (before != null && isChanged(file, before.resolve(name))) {
                    // Whether or not it is recalled: what a recall withdraws has to stay what it was.
                    consumer.accept(new Examination(name, null, List.of(), List.of())
                        .with(ValidationRule.PUBLISHED, "", "differs from the published file of this name"));
                } else if (reason == null) {
                    all.add(new Named(name, file));
                } else {
                    consumer.accept(new Examination(name, null, List.of(), List.of("recalled: " + Quoted.of(reason))));
                }
                return FileVisitResult.CONTINUE;
            }
        });
        Collections.sort(all);
        if (before != null) {
            gone(root, before, consumer);
        }
        List<Named> published = new ArrayList<>();
        List<Named> asked = new ArrayList<>();
        for (Named file : all) {
            (before != null && Files.exists(before.resolve(file.name())) ? published : asked).add(file);
        }
        examine(Stream.concat(published.stream(), asked.stream()).toList(), true, consumer);
    }

    /** Names the published files that are not there any more. */
    private static void gone(Path root, Path before, Consumer<Examination> consumer) throws IOException {
        for (Path file : Files.isDirectory(before) ? below(before) : List.<Path>of()) {
            String name = FilesInOrder.below(before, file);
            if (!Files.exists(root.resolve(name), LinkOption.NOFOLLOW_LINKS)) {
                consumer.accept(new Examination(name, null, List.of(), List.of())
                    .with(ValidationRule.PUBLISHED, "", "was published and is gone"));
            }
        }
    }

    /** Returns whether something else was published under the name of a file. */
    private static boolean isChanged(Path file, Path published) throws IOException {
        return Files.exists(published, LinkOption.NOFOLLOW_LINKS) && !(isPlain(published) && isPlain(file)
            && Files.mismatch(file, published) < 0);
    }

    private static boolean isPlain(Path file) {
        return Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS);
    }

    private void examine(List<Named> files, boolean placed, Consumer<Examination> consumer) {
        examineEach(files, placed, examined -> consumer.accept(unique(examined)));
    }

    private void examineEach(List<Named> files, boolean placed, Consumer<Examined> consumer) {
        ExecutorService threads = Executors.newFixedThreadPool(Runtime.getRuntime().availableProcessors());
        try {
            Deque<Future<Examined>> ahead = new ArrayDeque<>();
            for (Named file : files) {
                ahead.add(threads.submit(() -> examined(placed ? inPlace(file)
                    : validator.examine(file.name(), file.path()))));
                if (ahead.size() > AHEAD) {
                    consumer.accept(done(ahead.remove()));
                }
            }
            ahead.forEach(examined -> consumer.accept(done(examined)));
        } finally {
            threads.shutdownNow();
        }
    }

    private Examined examined(Examination examination) {
        // Validity first: an invalid copy must not take the place of the original.
        return !examination.valid() || examination.file() == null ? new Examined(examination, null, null)
            : new Examined(examination, Copies.Sample.of(examination.file()), nearCopies.rows(examination.file()));
    }

    private static Examined done(Future<Examined> examined) {
        try {
            return examined.get();
        } catch (ExecutionException e) {
            throw new IllegalStateException("a rule failed where it should have found", e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while files were examined", e);
        }
    }

    private Examination inPlace(Named file) {
        if (!Files.isRegularFile(file.path(), LinkOption.NOFOLLOW_LINKS) || !file.name().endsWith(EXTENSION)) {
            return new Examination(file.name(), null, List.of(), List.of())
                .with(ValidationRule.PATH, "", "only result files belong here, no links and nothing else");
        }
        Examination examination = validator.examine(file.name(), file.path());
        if (examination.file() == null) {
            return examination;
        }
        String place = ResultPath.below(examination.file());
        return place.equals(file.name()) ? examination
            : examination.with(ValidationRule.PATH, "", "should be " + ResultPath.ROOT + "/" + place);
    }

    private Examination unique(Examined examined) {
        Examination examination = examined.examination;
        if (examined.sample == null) {
            return examination;
        }
        String digestBefore = digests.putIfAbsent(examination.file().digest(), examination.name());
        String runBefore = runs.putIfAbsent(examination.file().runId(), examination.name());
        if (digestBefore != null) {
            return examination.with(ValidationRule.DUPLICATE_DIGEST, "/digest", "the same as " + digestBefore);
        }
        if (runBefore != null) {
            return examination.with(ValidationRule.DUPLICATE_RUN, "/runId", "the same as " + runBefore);
        }
        Copies.Shared shared = copies.add(examination.name(), examined.sample);
        if (shared != null) {
            return examination.with(ValidationRule.COPY, "/series", shared.equal() + " of " + shared.common()
                + " counts are those of " + shared.with());
        }
        NearCopies.Following following = nearCopies.add(examination.name(), examination.file(),
            examined.rows);
        return following == null ? examination : examination.with(ValidationRule.COPY, following.series(),
            following.near() + " of " + following.common() + " counts follow those of " + following.with());
    }

    /**
     * Holds what can be said of a file without the others.
     *
     * @param sample null of a file that is not compared with others
     * @param rows   null, too, of such a file
     */
    private record Examined(Examination examination, Copies.Sample sample, List<NearCopies.Row> rows) {
    }

    private record Named(String name, Path path) implements Comparable<Named> {
        @Override
        public int compareTo(Named other) {
            return name.compareTo(other.name);
        }
    }
}
