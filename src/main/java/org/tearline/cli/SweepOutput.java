// SPDX-License-Identifier: Apache-2.0
package org.tearline.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.tearline.cli.Subcommand.bad;
import static org.tearline.cli.Subcommand.quoted;
import static org.tearline.cli.Subcommand.reject;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.tearline.cli.text.Screen;
import org.tearline.cli.text.SubmissionText;
import org.tearline.cli.text.Terminal;
import org.tearline.file.AtomicFile;
import org.tearline.file.Digest;
import org.tearline.file.Examination;
import org.tearline.file.ResultFile;
import org.tearline.file.ResultText;
import org.tearline.file.Validator;
import org.tearline.page.HtmlPage;
import org.tearline.run.SweepJournal;
import org.tearline.run.SweepRun;

/** The files that a sweep writes: the result, its page and the journal. */
record SweepOutput(Path result, boolean resume) {
    Path pageFile() {
        return HtmlPage.beside(result);
    }

    Path journal() {
        return result.resolveSibling(result.getFileName() + ".journal");
    }

    void requireWritable() {
        String option = "--out " + result + ": ";
        Subcommand.requireWritable(option, result, resume);
        Subcommand.requireWritable(option + "the page " + pageFile() + " ", pageFile(), resume);
        Subcommand.requireReplaceable(option + "the journal " + journal() + " ", journal());
    }

    SweepJournal openJournal(SweepRun sweep) throws IOException {
        try {
            if (resume) {
                return SweepJournal.resume(journal(), sweep.header());
            }
            return SweepJournal.create(journal(), sweep.header());
        } catch (SweepJournal.Unfit e) {
            throw bad(e.getMessage());
        } catch (FileSystemException e) {
            if (resume && e instanceof NoSuchFileException) {
                String complete = "";
                if (Files.exists(result)) {
                    complete = "; " + result + " has been written, so its sweep cannot be continued";
                }
                throw bad("--resume: no journal " + journal() + complete);
            }
            throw bad("--out " + result + ": cannot write: " + AtomicFile.why(e));
        }
    }

    /** Restores the journal if somebody has deleted it, and returns how to continue the sweep. */
    String restored(SweepJournal journal) {
        try {
            journal.restore();
            return "continue with the same command and --resume";
        } catch (IOException e) {
            return quoted(journal()) + " was deleted, so the sweep cannot be continued";
        }
    }

    /** Fails if the result or its page exists and was not written by the sweep of this journal. */
    void requireOwn(SweepJournal journal) throws IOException {
        Path other = other(journal);
        reject(other != null, "--resume would replace " + other + ", which was not written from " + journal());
    }

    /**
     * Fails like {@link #requireOwn}, after hours of trials, which are kept. Otherwise creates the page, empty, because
     * the page of another sweep may have the same name, and validating the result may take long.
     */
    void claim(SweepJournal journal) throws IOException {
        Path other = other(journal);
        if (other != null) {
            throw new IOException(quoted(other) + " was written by something else during the sweep: move it, and"
                + " continue with --resume; the trials are in " + quoted(journal()));
        }
        if (Files.notExists(pageFile())) {
            journal.appendResult(Digest.sha256(new byte[0]));
            Files.createFile(pageFile());
        }
    }

    /** Deletes the page unless it has been written, and returns how to continue the sweep. */
    String abandoned(SweepJournal journal) {
        try {
            if (Files.size(pageFile()) == 0) {
                Files.delete(pageFile());
            }
        } catch (IOException e) {
            // --resume may replace it.
        }
        return restored(journal);
    }

    /** Returns a file that something else has written, or null. */
    private Path other(SweepJournal journal) throws IOException {
        for (Path output : List.of(result, pageFile())) {
            // A folder cannot be replaced, which is said when the file is written.
            boolean replaceable = Files.exists(output, LinkOption.NOFOLLOW_LINKS) && !Files.isDirectory(output);
            boolean own = Files.isRegularFile(output)
                && journal.contents().results().contains(Digest.sha256(Files.readAllBytes(output)));
            if (replaceable && !own) {
                return output;
            }
        }
        return null;
    }

    /** Returns the page. Records it and the result, before either exists, as files that --resume may replace. */
    String renderOwn(ResultFile file, SweepJournal journal) throws IOException {
        String page = HtmlPage.of(file, result);
        journal.appendResult(Digest.sha256(ResultText.stored(file)));
        journal.appendResult(Digest.sha256(page.getBytes(UTF_8)));
        return page;
    }

    void write(ResultFile file) throws IOException {
        try {
            ResultText.write(file, result);
        } catch (IOException e) {
            throw new IOException(e.getMessage() + "; continue with --resume: the trials are in " + journal(), e);
        }
    }

    void writePage(String page) throws IOException {
        try {
            AtomicFile.write(page, pageFile());
        } catch (IOException e) {
            throw new IOException(e.getMessage() + "; the result is complete in " + result
                + "; --resume writes the page", e);
        }
    }

    /** Returns whether the file can be submitted. Prints how, or why it cannot. */
    boolean canBeSubmitted(ResultFile file, PrintStream stderr) throws IOException {
        String name = quoted(result);
        Screen terminal = Terminal.stderr(stderr);
        Examination examination = new Validator().examine(result.toString(), result);
        if (!examination.valid()) {
            stderr.println("tester: " + name + " cannot be submitted: " + examination.problem());
            return false;
        }
        Optional<String> reason = file.reasonForNoVerdict();
        if (reason.isPresent()) {
            terminal.say("", "  ", "tester: " + name + " has no verdict, so there is nothing to submit: " + reason.get()
                + "; tester show " + name + " prints its content");
            return false;
        }
        examination.notes().forEach(note -> terminal.say("", "  ", "note: " + note));
        SubmissionText.nextSteps(result, stderr);
        return true;
    }
}
