// SPDX-License-Identifier: Apache-2.0
package org.tearline.cli;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import org.tearline.cli.json.JsonText;
import org.tearline.file.Examination;
import org.tearline.file.Finding;
import org.tearline.file.Quoted;

/** Holds what came of validating files: a line for each finding, or one JSON object for all. Not thread-safe. */
public final class Examinations {
    private final PrintStream out;
    private final PrintStream err;
    private final boolean json;
    private final boolean wholeTree;
    private final List<Examined> objects = new ArrayList<>();
    private int examined;
    private int invalid;

    /** Prints lines or JSON; of a whole tree, valid files are not named. */
    public Examinations(PrintStream out, PrintStream err, boolean json, boolean wholeTree) {
        this.out = out;
        this.err = err;
        this.json = json;
        this.wholeTree = wholeTree;
    }

    /** One more file. */
    public void add(Examination examination) {
        examined++;
        invalid += examination.valid() ? 0 : 1;
        if (json) {
            objects.add(new Examined(examination.name(), examination.valid(),
                examination.findings().stream().map(Found::of).toList(), examination.notes()));
            return;
        }
        String name = Quoted.name(examination.name());
        examination.findings().forEach(finding -> out.println(name + ": " + finding.line()));
        if (examination.valid() && !wholeTree) {
            out.println(name + ": valid");
        }
        examination.notes().forEach(note -> out.println(name + ": note: " + note));
    }

    /** That was the last one. */
    public void finish() {
        if (json) {
            out.println(JsonText.of(new Document(invalid == 0, examined, invalid, objects)));
        } else if (wholeTree || examined > 1) {
            err.println(examined + " files, " + invalid + " invalid");
        }
        out.flush();
    }

    /** Returns whether every file is valid. */
    public boolean allValid() {
        return invalid == 0;
    }

    private record Document(boolean valid, int examined, int invalid, List<Examined> files) {
    }

    private record Examined(String file, boolean valid, List<Found> findings, List<String> notes) {
    }

    private record Found(String rule, String where, String what, String mend) {
        private static Found of(Finding finding) {
            return new Found(finding.rule().id(), finding.where(), finding.what(), finding.rule().mend());
        }
    }
}
