// SPDX-License-Identifier: Apache-2.0
package org.tearline.cli;

import java.util.List;
import org.tearline.cli.text.Screen;
import org.tearline.file.Quoted;
import org.tearline.symptom.Explanation;

/** Prints what the lines of a log mean and what to do. */
final class SymptomText {
    private static final int COLUMNS = 118;
    private static final String INDENT = "   ";

    private SymptomText() {
    }

    static void print(String log, List<Explanation> explanations, Screen terminal) {
        Screen screen = terminal.atMost(COLUMNS);
        for (Explanation explanation : explanations) {
            screen.say(Quoted.full(log) + ": ", INDENT, printable(explanation.title()));
            explanation.text().forEach(sentence -> screen.say(INDENT, INDENT, printable(sentence)));
            explanation.fix().forEach(sentence -> screen.say(INDENT + "-> ", INDENT + INDENT, printable(sentence)));
            if (!explanation.see().isEmpty()) {
                screen.say(INDENT + "see ", INDENT + INDENT, String.join(", ", explanation.see()));
            }
            screen.say(INDENT + "source: ", INDENT + INDENT, String.join("; ", explanation.sources()));
        }
    }

    /** Replaces typographic quotation marks, which some terminals cannot show. */
    private static String printable(String sentence) {
        return Quoted.sentence(sentence.replace('\u201c', '"').replace('\u201d', '"'));
    }
}
