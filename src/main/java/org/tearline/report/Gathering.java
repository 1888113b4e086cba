// SPDX-License-Identifier: Apache-2.0
package org.tearline.report;

import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.tearline.merge.Comparison;
import org.tearline.merge.Merge;
import org.tearline.merge.MergedCpu;
import org.tearline.merge.Model;
import org.tearline.merge.Seen;
import org.tearline.plan.OffsetList;
import org.tearline.published.FolderArgument;
import org.tearline.published.Quoted;
import org.tearline.published.ResultFile;
import org.tearline.published.WholeFile;
import org.tearline.submission.ArchivedFile;
import org.tearline.submission.Batch;
import org.tearline.submission.Examination;
import org.tearline.submission.RecallList;
import org.tearline.submission.ValidationRule;
import org.tearline.submission.Validator;

/**
 * Puts the valid new result files of some folders into their places, with a line for each file. Each is written whole
 * or not at all, so a run that was killed can be repeated. Not thread-safe.
 */
public final class Gathering {
    private static final Set<ValidationRule> TWICE = EnumSet.of(ValidationRule.DUPLICATE_DIGEST,
        ValidationRule.DUPLICATE_RUN, ValidationRule.COPY);

    private final Path results;
    private final PrintStream out;
    private final RecallList recalls;
    private final Merge merge = new Merge();
    /** Holds what was published before, once all of it is merged. */
    private Map<Model, MergedCpu> published;
    private int fresh;
    private int twice;
    private int refused;
    private int contradicting;

    /**
     * Opens the folder of all results.
     *
     * @throws IOException              if the list of recalls beside it cannot be read
     * @throws IllegalArgumentException if the list cannot be understood
     */
    public Gathering(Path results, PrintStream out) throws IOException {
        this.results = results.toAbsolutePath().normalize();
        this.out = out;
        this.recalls = RecallList.beside(results);
    }

    /**
     * Gathers every .json file of the folders, in the order of their paths.
     *
     * @throws IOException if a folder cannot be read or a file not be written; what was gathered before stays
     */
    public void gather(List<Path> folders, Validator validator) throws IOException {
        for (Path file : FolderArgument.files(results)) {
            if (WholeFile.isLeftover(file)) {
                Files.delete(file);
            }
        }
        List<Path> files = new ArrayList<>(Batch.below(results));
        int archived = files.size();
        for (Path folder : folders) {
            Path itself = folder.toRealPath();
            Path there = results.toRealPath();
            Batch.below(folder).stream().filter(file -> !itself.resolve(folder.relativize(file)).startsWith(there))
                .forEach(files::add);
        }
        int[] next = {0};
        try {
            new Batch(validator).files(files, examination -> {
                int index = next[0]++;
                if (index < archived) {
                    merge(examination, files.get(index));
                } else {
                    gather(examination);
                }
            });
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
        out.println(fresh + " new, " + twice + " there already, " + refused + " refused; " + contradicting
            + " of the new contradict what was published");
        out.flush();
    }

    /** Returns whether every file is in its place now. */
    public boolean complete() {
        return refused == 0;
    }

    private void merge(Examination examination, Path file) {
        String below = results.relativize(file.toAbsolutePath().normalize()).toString().replace('\\', '/');
        if (recalls.of(below, examination.file()) == null && examination.valid()) {
            merge.add(below, examination.file());
        }
    }

    private void gather(Examination examination) {
        String name = Quoted.name(examination.name());
        if (!examination.valid()) {
            boolean there = examination.findings().stream().allMatch(finding -> TWICE.contains(finding.rule()));
            twice += there ? 1 : 0;
            refused += there ? 0 : 1;
            out.println((there ? "there already: " : "refused: ") + name + ": " + examination.findings().get(0).line());
            return;
        }
        String reason = recalls.of("", examination.file());
        if (reason != null) {
            refused++;
            out.println("refused: " + name + ": recalled: " + Quoted.of(reason));
            return;
        }
        try {
            ArchivedFile placed = ArchivedFile.put(examination.file(), results);
            fresh++;
            out.println("new: " + name + " is " + placed.below());
            // It is in its place: whoever reads along may rely on that.
            out.flush();
            contradictions(placed.below(), examination.file());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Names the places where one side tore and the other has a strong negative result. */
    private void contradictions(String below, ResultFile file) {
        if (published == null) {
            published = new HashMap<>();
            merge.cpus().forEach(cpu -> published.put(cpu.model(), cpu));
        }
        MergedCpu alone = Merge.alone(below, file);
        MergedCpu before = published.get(alone.model());
        if (before == null) {
            return;
        }
        List<Comparison.Row> rows = Comparison.of(before, alone).rows().stream()
            .filter(row -> contradict(row.first().seen(), row.second().seen())).toList();
        if (!rows.isEmpty()) {
            contradicting++;
            out.println("contradicts: " + below + ": " + rows.stream().map(row -> row.pair() + " at "
                + OffsetList.ranges(row.offsets()) + " was " + row.first().seen().id() + " and is "
                + row.second().seen().id()).collect(Collectors.joining("; ")));
        }
    }

    private static boolean contradict(Seen before, Seen now) {
        return before == Seen.NONE_STRONG && tore(now) || tore(before) && now == Seen.NONE_STRONG;
    }

    private static boolean tore(Seen seen) {
        return seen.torn() || seen == Seen.UNCONFIRMED;
    }
}
