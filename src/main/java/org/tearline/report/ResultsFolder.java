// SPDX-License-Identifier: Apache-2.0
package org.tearline.report;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.tearline.archive.Archive;
import org.tearline.archive.FileBatch;
import org.tearline.archive.FileRows;
import org.tearline.archive.PublishedLists;
import org.tearline.archive.Submitters;
import org.tearline.file.Examination;
import org.tearline.file.Quoted;
import org.tearline.file.ResultFile;
import org.tearline.file.ResultText;
import org.tearline.file.UnreadableFile;
import org.tearline.file.Validator;
import org.tearline.words.Words;

/** The result files below a folder, of which the archive has the valid ones. Logs all others. Not thread-safe. */
final class ResultsFolder {
    private final Path path;
    private final PublishedLists lists;
    private final Consumer<String> notes;
    private final Consumer<String> progress;
    private final Archive archive = new Archive();
    private final List<String> added = new ArrayList<>();
    private int leftOut;
    private int linesNotUsed;
    private int recalled;

    ResultsFolder(Path path, Consumer<String> notes, Consumer<String> progress) throws IOException {
        this.path = path;
        this.notes = notes;
        this.progress = progress;
        this.lists = PublishedLists.beside(path);
        if (lists.submitters().isOwn()) {
            notes.accept("no " + Submitters.NAME + " beside " + path + ": all files count as your own");
        }
        new FileBatch(new Validator(), this::add).report(path, lists);
    }

    /** Adds a valid file to the archive, and logs any other file and any invalid line of a list. */
    private void add(Examination examination) {
        String below = examination.name().replace(FileBatch.UNDECODABLE, '?');
        String name = Quoted.full(path.resolve(below).normalize().toString());
        progress.accept("reading " + name);
        if (examination.recalled()) {
            recalled++;
            examination.notes().forEach(note -> notes.accept(name + ": " + note));
        } else if (examination.valid()) {
            ResultFile file = examination.file();
            archive.add(examination.name(), lists.submitters().of(file.digest()), file);
            added.add(examination.name());
        } else if (PublishedLists.isFault(examination)) {
            linesNotUsed++;
            notes.accept("not used: " + name + ": " + examination.problem());
        } else {
            leftOut++;
            notes.accept("left out: " + name + ": " + examination.problem());
        }
    }

    Path path() {
        return path;
    }

    Archive archive() {
        return archive;
    }

    /** Reads every file of the archive again, because they may be too many to be kept. */
    Stream<FileRows> rows() {
        return added.stream().map(this::rows);
    }

    private FileRows rows(String name) {
        try {
            ResultFile file = ResultText.read(path.resolve(name));
            return archive.rows(name, lists.submitters().of(file.digest()), file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (UnreadableFile e) {
            throw new IllegalStateException(name + " has changed while the report was made", e);
        }
    }

    /** Whether every file was valid or recalled, and every line of the lists was valid. */
    boolean complete() {
        return leftOut == 0 && linesNotUsed == 0;
    }

    /** Returns the numbers of files by what became of them. */
    String summary() {
        int deciding = archive.deciding();
        int others = archive.files() - deciding;
        String withoutEffect = "";
        if (others > 0) {
            withoutEffect = others + " that decide no number, ";
        }
        String lines = "";
        if (linesNotUsed > 0) {
            lines = "; " + Words.count(linesNotUsed, "line") + " of the lists not used";
        }
        return Words.count(deciding, "result") + " counted, " + withoutEffect + leftOut + " left out, " + recalled
            + " recalled" + lines;
    }
}
