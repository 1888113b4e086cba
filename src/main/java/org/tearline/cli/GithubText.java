// SPDX-License-Identifier: Apache-2.0
package org.tearline.cli;

import java.io.PrintStream;
import org.tearline.file.Quoted;
import org.tearline.judge.AgentReport.Frame;
import org.tearline.judge.AgentReport.Site;
import org.tearline.judge.JudgedReport.Conclusion;
import org.tearline.judge.JudgedReport;
import org.tearline.judge.JudgedValue;

/** Prints an annotation for GitHub Actions for every line of code of every error. */
record GithubText(SourceFiles sources, PrintStream out) {
    /** @param baseline the name of the baseline; null if there is none */
    void print(JudgedReport judgement, String baseline) {
        for (JudgedValue value : judgement.errors()) {
            value.sites().stream().map(site -> annotation(value, site)).distinct().forEach(out::println);
        }
        if (judgement.conclusion() == Conclusion.BLIND) {
            warn("no error was found, but accesses are missing from the agent's report, or it could not tell whether"
                + " values are shared");
        }
        JudgementText.uselessEntries(judgement).forEach(line -> warn(Quoted.full(baseline) + ": " + line));
    }

    private void warn(String message) {
        out.println("::warning title=Misaligned values::" + data(message));
    }

    private String annotation(JudgedValue value, Site site) {
        String message = Quoted.full(site.words()) + " at " + value.places().get(0).offset() + "; "
            + value.danger().ofValue() + "; " + value.remedies().get(0);
        return "::warning " + place(site.frame()) + "title=" + property(value.danger().valueHeadline()) + "::"
            + data(message);
    }

    /** Returns the file and line; empty if the file is not in the repository, so that GitHub shows only the message. */
    private String place(Frame frame) {
        String file = sources.find(frame).map(path -> "file=" + property(path) + ",").orElse("");
        if (file.isEmpty() || frame.line() == null) {
            return file;
        }
        return file + "line=" + frame.line() + ",";
    }

    /** Escapes the message, which a line break would end. */
    private static String data(String text) {
        return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A");
    }

    /** Escapes a property, which a comma separates from the next one, and a colon from the message. */
    private static String property(String text) {
        return data(text).replace(":", "%3A").replace(",", "%2C");
    }
}
