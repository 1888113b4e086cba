// SPDX-License-Identifier: Apache-2.0
package org.tearline.cli;

import static org.tearline.file.ValidationRule.PATH;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import org.tearline.archive.FileBatch;
import org.tearline.archive.PublishedLists;
import org.tearline.archive.Submitter;
import org.tearline.archive.Submitters;
import org.tearline.cli.text.SubmissionText;
import org.tearline.file.AtomicFile;
import org.tearline.file.Examination;
import org.tearline.file.Quoted;
import org.tearline.file.ResultFile;
import org.tearline.file.ResultText;
import org.tearline.file.Validator;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code tester accept}: publishes a result file that somebody has sent. */
@Command(name = "accept",
    header = "For maintainers: publish a result file that somebody has sent.",
    description = {"", "In a clone of the project, validates the file like one of a pull request, puts it in its place,"
        + " lists its submitter, writes the reports and the tables in documents anew, and prints the commands for git."
        + " A file that a pull request has put in its place is not copied again.", ""},
    exitCodeList = {"0:the file is in its place and, unless anonymous, listed",
        "1:the file was refused; nothing was written", "2:wrong usage",
        ExitCode.FAILED})
final class AcceptCommand extends Subcommand {
    @Parameters(paramLabel = "FILE", description = "The result file.")
    private Path file;

    @ArgGroup(multiplicity = "1")
    private Sender sender;

    @Option(names = "--clone", paramLabel = "DIR", defaultValue = ".",
        description = "The clone of the project. Default: the current folder")
    private Path clone;

    /** Whose vote the file is. */
    private static final class Sender {
        @Option(names = "--account", paramLabel = "NAME", required = true, description = "The account that opened the"
            + " issue or the pull request, or _project for a run of the maintainers.")
        private String account;

        @Option(names = "--anonymous", required = true, description = "The sender asked not to be named.")
        private boolean anonymous;
    }

    @Override
    public Integer call() throws IOException {
        requireFile(file);
        Path results = clone.resolve(ResultFile.FOLDER);
        requireFolder("--clone " + clone + ":", results);
        if (!sender.anonymous && !Submitter.isName(sender.account)) {
            throw bad("--account '" + Quoted.of(sender.account) + "': give the name of an account, or _project");
        }
        ProjectClone project = new ProjectClone(clone);
        project.requireWhole();
        // A file that this does not write.
        Path locked = results.resolveSibling(PublishedLists.RECALLED);
        try (FileChannel lock = FileChannel.open(locked, StandardOpenOption.WRITE)) {
            reject(lock.tryLock() == null, "--clone " + clone + ": another accept is at work there");
            return accept(project, results);
        }
    }

    private int accept(ProjectClone project, Path results) throws IOException {
        PublishedLists lists = lists(results);
        // A line of a list that has no effect could be the recall of this file.
        reject(!lists.faults().isEmpty(), String.join("; ", lists.invalidLines()));
        Submitters published = lists.submitters();
        ResultFile accepted = examined(results);
        if (accepted == null) {
            return 1;
        }
        reject(published.lists(accepted.digest())
                && !published.of(accepted.digest()).name().equalsIgnoreCase(sender.account),
            Submitters.NAME + " lists the file as that of " + published.of(accepted.digest())
                + "; to change that, edit the list");
        requireNoLinkAbove(clone.resolve(accepted.path()), results.getParent());
        String state = "already there: ";
        if (ResultText.put(accepted, results)) {
            state = "new: ";
        }
        stdout.println(state + accepted.path());
        list(published, accepted.digest(), results.resolveSibling(Submitters.NAME));
        project.writeReports(results, liveLine());
        // Not the whole folder, which may contain other files.
        List<String> added = new ArrayList<>(List.of(accepted.path()));
        added.addAll(ProjectClone.changed());
        new SubmissionText(accepted, stdout).printCommit(clone, added);
        return 0;
    }

    /** A link may lead out of the clone. */
    private static void requireNoLinkAbove(Path place, Path reports) {
        for (Path folder = place.getParent(); !folder.equals(reports); folder = folder.getParent()) {
            reject(Files.isSymbolicLink(folder), folder + ": is a symbolic link, not a folder of the clone");
        }
    }

    /** Returns the file if it is valid beside the published ones; otherwise prints why it is not, and returns null. */
    private ResultFile examined(Path results) throws IOException {
        Validator validator = new Validator();
        Examination examination = validator.examine(file.toString(), file);
        if (examination.valid()) {
            Path place = clone.resolve(examination.file().path());
            boolean published = Files.exists(place);
            boolean inPlace = published && Files.isSameFile(file, place);
            if (!inPlace && file.toRealPath().startsWith(results.toRealPath())) {
                String moved = "should be moved to " + examination.file().path();
                examination = examination.with(PATH, "", moved);
            } else if (!published) {
                examination = new FileBatch(validator, others -> { }).sent(file, clone);
            }
        }
        String name = quoted(file);
        examination.findings().forEach(finding -> stdout.println("refused: " + name + ": " + finding.line()));
        examination.notes().forEach(note -> stdout.println(name + ": note: " + note));
        if (examination.valid()) {
            return examination.file();
        }
        return null;
    }

    private void list(Submitters published, String digest, Path list) throws IOException {
        if (sender.anonymous) {
            stdout.println("anonymous: not in " + list.getFileName());
        } else if (published.lists(digest)) {
            stdout.println("already listed in " + list.getFileName());
        } else {
            AtomicFile.write(Submitters.withLine(Files.readString(list), digest, sender.account), list);
            stdout.println("listed in " + list.getFileName() + " as " + sender.account);
        }
    }
}
