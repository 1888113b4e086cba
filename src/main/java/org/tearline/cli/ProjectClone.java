// SPDX-License-Identifier: Apache-2.0
package org.tearline.cli;

import static org.tearline.cli.Subcommand.bad;
import static org.tearline.cli.Subcommand.requireReplaceable;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.tearline.archive.PublishedLists;
import org.tearline.archive.Submitters;
import org.tearline.cli.text.LiveLine;
import org.tearline.report.Markdown;
import org.tearline.report.ResultsReport.Format;
import org.tearline.report.ResultsReport;

/** A clone of the project, in which the reports and the tables in documents follow from the results. */
record ProjectClone(Path root) {
    private static final String REPORTS_FOLDER = "reports/";
    /** Documents with tables that are made from the results. */
    private static final List<String> DOCUMENTS = List.of("README.md", "docs/results.md");
    private static final List<Format> REPORTS = List.of(Format.MD, Format.HTML, Format.GRANULES);

    /** Returns the paths of the files that are changed in the clone. */
    static List<String> changed() {
        List<String> changed = new ArrayList<>(List.of(REPORTS_FOLDER + Submitters.NAME));
        REPORTS.forEach(format -> format.files().forEach(report -> changed.add(REPORTS_FOLDER + report)));
        changed.addAll(DOCUMENTS);
        return changed;
    }

    /** Fails, before anything is written, if a file is missing, or one that will be changed cannot be. */
    void requireWhole() throws IOException {
        // Without the lists, files would lose their submitters, and recalled ones would count.
        Stream<String> lists = Stream.of(REPORTS_FOLDER + Submitters.NAME, REPORTS_FOLDER + PublishedLists.RECALLED);
        Stream.concat(lists, DOCUMENTS.stream()).map(root::resolve).forEach(Subcommand::requireFile);
        for (String name : changed()) {
            Path changed = root.resolve(name);
            requireReplaceable(changed + ": ", changed);
            if (Files.exists(changed)) {
                requireText(changed, DOCUMENTS.contains(name));
            }
        }
    }

    private static void requireText(Path changed, boolean marked) throws IOException {
        try {
            String text = Files.readString(changed);
            if (marked) {
                Markdown.requireMarkers(text);
            }
        } catch (IllegalArgumentException e) {
            throw bad(changed + ": " + e.getMessage());
        } catch (CharacterCodingException e) {
            throw bad(changed + ": is not UTF-8");
        }
    }

    void writeReports(Path results, LiveLine live) throws IOException {
        ResultsReport report = new ResultsReport(results, live::note, live::show);
        report.write(REPORTS, results.getParent());
        for (String document : DOCUMENTS) {
            report.writeReadme(root.resolve(document));
        }
        live.clear();
    }
}
