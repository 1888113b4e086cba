// SPDX-License-Identifier: Apache-2.0
package org.tearline.cli;

import static org.tearline.cli.Subcommand.bad;
import static org.tearline.cli.Subcommand.requireFile;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.tearline.file.AtomicFile;
import org.tearline.file.Quoted;
import org.tearline.file.UnreadableFile;
import org.tearline.judge.Baseline.Entry;
import org.tearline.judge.Baseline;
import org.tearline.judge.JudgedReport;

/** The file of {@code --baseline}, which lists accepted findings. */
record BaselineFile(Path file) {
    Baseline read() throws IOException {
        requireFile(file);
        try {
            return Baseline.read(Files.readAllBytes(file));
        } catch (UnreadableFile e) {
            throw bad("--baseline " + file + ": " + e.getMessage());
        }
    }

    /** Replaces the file by all findings that may be accepted. Returns the judgement with these accepted. */
    JudgedReport replace(JudgedReport judgement) throws IOException {
        Baseline before = Baseline.empty();
        if (Files.exists(file)) {
            before = read();
        }
        Baseline accepted = before.accepting(judgement.unaccepted());
        AtomicFile.write(accepted.json(), file);
        return judgement.with(accepted);
    }

    /** Returns the accesses by methods of the JDK, in printable form, that a new baseline does not accept. */
    static List<String> unwritten(JudgedReport judgement) {
        return judgement.unaccepted().stream()
            .flatMap(value -> value.sites().stream())
            .filter(site -> site.frame().inJdk())
            .map(site -> Quoted.full(Entry.of(site).access()))
            .distinct()
            .toList();
    }
}
