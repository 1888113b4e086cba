// SPDX-License-Identifier: Apache-2.0
package org.tearline.report.review;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.tearline.judge.Danger;
import org.tearline.judge.JudgedReport;
import org.tearline.judge.JudgedSite;
import org.tearline.judge.Remedy;
import org.tearline.published.Quoted;
import org.tearline.report.text.Words;

/** Writes a judgement as a summary of a CI job: a headline and a row for each site, in Markdown. Thread-safe. */
public final class JudgementMarkdown {
    /** Forges cut summaries at a mebibyte; nobody reads so many rows either. */
    private static final int MAX_ROWS = 100;

    private JudgementMarkdown() {
    }

    /** Returns the summary. */
    public static String text(JudgedReport judgement) {
        List<JudgedSite> sites = judgement.sites();
        String counts = Arrays.stream(Danger.values()).filter(danger -> judgement.count(danger) > 0)
            .map(danger -> Words.count(judgement.count(danger)) + " " + danger.words())
            .collect(Collectors.joining("; "));
        StringBuilder text = new StringBuilder("### Misaligned values: " + (sites.isEmpty()
            ? judgement.known() == 0 ? "none" : "none that is new" : counts) + "\n\n");
        if (judgement.known() > 0) {
            text.append(judgement.known()).append(judgement.known() == 1 ? " site was" : " sites were")
                .append(" known before.\n\n");
        }
        if (!sites.isEmpty()) {
            text.append("| | access | at | where its values lie | what to do |\n|---|---|---|---|---|\n");
            sites.stream().limit(MAX_ROWS).forEach(judged -> text.append(row(judged)));
            text.append(sites.size() > MAX_ROWS ? "\n" + (sites.size() - MAX_ROWS) + " more sites are in the report.\n"
                : "");
        }
        return text.toString();
    }

    private static String row(JudgedSite judged) {
        return "| " + judged.danger() + " | " + cell(SiteSentence.access(judged)) + " | `"
            + code(judged.site().frame().toString()) + "` | " + cell(SiteSentence.places(judged)) + " | "
            + judged.remedies().stream().limit(1).map(Remedy::words).map(SiteSentence::capital)
                .map(JudgementMarkdown::cell).findFirst().orElse("") + " |\n";
    }

    /** Names of methods and classes come from a file: none of them may end a cell, a code span or a line. */
    private static String code(String text) {
        return Quoted.name(text).replace("|", "\\|").replace("`", "'");
    }

    private static String cell(String text) {
        return text.replace("\\", "\\\\").replace("|", "\\|").replace("<", "\\<").replace("`", "\\`");
    }
}
