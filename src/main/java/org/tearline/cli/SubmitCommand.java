// SPDX-License-Identifier: Apache-2.0
package org.tearline.cli;

import static org.tearline.file.ValidationRule.COPY;
import static org.tearline.file.ValidationRule.DUPLICATE_DIGEST;
import static org.tearline.file.ValidationRule.DUPLICATE_RUN;
import static org.tearline.file.ValidationRule.LAYOUT;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.tearline.archive.FileBatch;
import org.tearline.archive.PublishedLists;
import org.tearline.cli.text.JsonText;
import org.tearline.cli.text.SubmissionText;
import org.tearline.file.Examination.Finding;
import org.tearline.file.Examination;
import org.tearline.file.FolderArgument;
import org.tearline.file.Quoted;
import org.tearline.file.ResultFile;
import org.tearline.file.ResultText;
import org.tearline.file.Validator;
import org.tearline.words.Members;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code tester submit}: copies valid result files to their places and prints how to send one. */
@Command(name = "submit",
    header = "Validate result files and print how to send them.",
    description = {"", "Validates each file and prints what it is: valid or new, already published, already there,"
        + " or refused, with the reasons. For a single file, prints the address of a form to which"
        + " you can add it; nothing leaves this machine by itself, and nothing is copied. With --results, copies the"
        + " files to their places in your clone of the project and, for one file, prints commands for git. tester show"
        + " --fields FILE prints everything that would be published.", ""},
    exitCodeList = {"0:no file was refused", "1:a file was refused; --results still copies the others",
        "2:wrong usage", ExitCode.FAILED})
final class SubmitCommand extends Subcommand {
    private static final String VALID = "valid";
    private static final String NEW = "new";
    private static final String REFUSED = "refused";

    @Parameters(arity = "1..*", paramLabel = "FILE|DIR",
        description = "Result files, or folders to search for them, at any depth.")
    private List<Path> paths;

    @Option(names = "--results", paramLabel = "DIR",
        description = "Copy the files to their places below this folder: " + ResultFile.FOLDER
            + " in your clone of the project.")
    private Path results;

    @Option(names = "--json", description = JSON)
    private boolean json;

    /** The results folder of a clone; null without --results, and files are only validated. */
    private Path archive;
    private boolean single;
    private PublishedLists lists;
    private final List<Object> fates = new ArrayList<>();
    private int fresh;
    private int already;
    private int refused;

    @Override
    public Integer call() throws IOException {
        List<Path> files = resultFiles(paths);
        reject(files.isEmpty(), paths.stream().map(Path::toString).collect(Collectors.joining(", "))
            + ": contains no .json file");
        if (results != null) {
            reject(!Files.isDirectory(results), "--results " + results + ": no such folder; name the "
                + ResultFile.FOLDER + " of a clone, or omit this option");
            archive = FolderArgument.itself(results);
        }
        lists = lists(Objects.requireNonNullElse(results, Path.of(ResultFile.FOLDER)));
        lists.invalidLines().forEach(line -> warn("not used: " + line));
        single = files.size() == 1;
        Validator validator = new Validator();
        try {
            new FileBatch(validator, examination -> submit(reformatted(validator, examination))).files(files);
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
        if (json) {
            stdout.println(JsonText.of(Members.of("schemaVersion", 1, "new", fresh, "already",
                already, "refused", refused, "files", fates)));
        } else if (!single) {
            String how = "";
            if (fresh > 0) {
                how = "; send one file at a time: tester submit FILE prints how";
            }
            stdout.println(fresh + (archive == null ? " valid, " : " new, ") + already + " already there, " + refused
                + " refused" + how);
        }
        return Math.min(refused, 1);
    }

    /** If the layout is wrong and there is a clone, examines the file as it would be stored in the clone. */
    private Examination reformatted(Validator validator, Examination examination) {
        if (archive != null && examination.findings().stream().anyMatch(finding -> finding.rule() == LAYOUT)) {
            return validator.examine(examination.name(), examination.file());
        }
        return examination;
    }

    private void submit(Examination examination) {
        String name = examination.name();
        ResultFile file = examination.file();
        List<Finding> faults = examination.findings();
        if (!faults.isEmpty()) {
            String state = REFUSED;
            if (Set.of(DUPLICATE_DIGEST, DUPLICATE_RUN, COPY).contains(faults.get(0).rule())) {
                state = "already there";
            }
            tell(state, name, null, faults.stream().map(Finding::line).toList());
            return;
        }
        String reason = lists.recallReason(file.pathBelow(), file.digest());
        if (reason != null) {
            tell(REFUSED, name, null, List.of("recalled: " + Quoted.of(reason)));
            return;
        }
        examination.notes().forEach(note -> warn(Quoted.full(name) + ": " + note));
        if (archive != null) {
            try {
                store(name, file);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            return;
        }
        if (lists.submitters().lists(file.digest())) {
            tell("already published", name, file, List.of());
            return;
        }
        tell(VALID, name, file, List.of());
        if (single && !json) {
            new SubmissionText(file, stdout).printForm(Path.of(name));
            if (Files.isDirectory(Path.of(ResultFile.FOLDER))) {
                stdout.println();
                stdout.println("Or with git: with --results " + ResultFile.FOLDER
                    + ", this command puts the file in its place and prints the commands.");
            }
        }
    }

    private void store(String name, ResultFile file) throws IOException {
        boolean isNew = ResultText.put(file, archive);
        boolean published = !isNew && lists.submitters().lists(file.digest());
        String state = "already there";
        if (isNew) {
            state = NEW;
        } else if (published) {
            state = "already published";
        }
        tell(state, name, file, List.of());
        if (single && !published && !json) {
            SubmissionText text = new SubmissionText(file, stdout);
            text.printForm(archive.resolve(file.pathBelow()));
            text.printCommands(archive, isNew);
        }
    }

    /** Prints what became of a file, which is null if it was refused, or keeps it for the JSON object. */
    private void tell(String state, String name, ResultFile file, List<String> reasons) {
        switch (state) {
            case REFUSED -> refused++;
            case NEW, VALID -> fresh++;
            default -> already++;
        }
        if (json) {
            fates.add(fate(state, name, file, reasons));
            return;
        }
        String line = state + ": " + Quoted.full(name);
        reasons.forEach(reason -> stdout.println(line + ": " + reason));
        if (state.equals(VALID)) {
            stdout.println(line);
        } else if (file != null) {
            stdout.println(line + ", as " + file.pathBelow());
        }
    }

    private Object fate(String state, String name, ResultFile file, List<String> reasons) {
        String path = null;
        String form = null;
        List<String> commands = List.of();
        if (file != null) {
            path = file.pathBelow();
            SubmissionText text = new SubmissionText(file, stdout);
            form = text.form();
            if (archive != null) {
                commands = text.commands(archive);
            }
        }
        return Members.of("file", name, "state", state, "reasons", reasons, "path", path, "form", form, "commands",
            commands);
    }
}
