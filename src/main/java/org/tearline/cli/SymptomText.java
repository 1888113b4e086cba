// SPDX-License-Identifier: Apache-2.0
package org.tearline.cli;

import java.nio.file.Path;
import java.util.List;
import org.tearline.cli.text.Screen;
import org.tearline.file.Quoted;
import org.tearline.symptom.Explanation;

/** Prints what the lines of a log mean and what to do. */
final class SymptomText {
    private static final String INDENT = "   ";

    private SymptomText() {
    }

    static void print(Path log, List<Explanation> explanations, Screen screen) {
        for (Explanation explanation : explanations) {
            screen.say(Quoted.full(log.toString()) + ": ", INDENT, Quoted.sentence(explanation.title()));
            explanation.text().forEach(sentence -> screen.say(INDENT, INDENT, Quoted.sentence(sentence)));
            explanation.fix().forEach(sentence ->
                screen.say(INDENT + "-> ", INDENT + INDENT, Quoted.sentence(sentence)));
            if (!explanation.see().isEmpty()) {
                screen.say(INDENT + "see ", INDENT + INDENT, String.join(", ", explanation.see()));
            }
            screen.say(INDENT + "source: ", INDENT + INDENT, String.join("; ", explanation.sources()));
        }
    }
}
