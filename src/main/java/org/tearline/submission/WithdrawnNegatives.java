// SPDX-License-Identifier: Apache-2.0
package org.tearline.submission;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.tearline.published.ResultFile;
import org.tearline.published.ResultText;
import org.tearline.published.Series;
import org.tearline.published.TornCells;
import org.tearline.published.UnreadableResult;
import org.tearline.result.Counts;
import tools.jackson.databind.JsonNode;

/**
 * Examines a file whose negative results are withdrawn: what stays of it must still keep the rules of machines, names
 * and tears. Stateless. Thread-safe.
 */
public final class WithdrawnNegatives {
    private static final String TEARS = "%d torn cells with witnesses in %d series count, and nothing else";
    private static final List<Check> CHECKS = List.of(new CpuNamesCheck(), new TrialCheck(), new SeamCheck());

    private WithdrawnNegatives() {
    }

    /** Returns what stays of a file that was examined as a whole; of version 1, it is read again. */
    public static Examination of(Examination whole, Path path) throws IOException {
        if (whole.file() != null) {
            return whole.valid() ? new Examination(whole.name(), TornCells.of(whole.file()), List.of(),
                List.of(note(TornCells.of(whole.file())))) : whole;
        }
        boolean otherVersion = whole.findings().stream().anyMatch(found -> found.rule() == ValidationRule.VERSION);
        if (!otherVersion) {
            return whole;
        }
        try {
            JsonNode tree = ResultText.parse(ResultText.bytes(path));
            return TornCells.isVersion1(tree) ? version1(whole.name(), tree) : whole;
        } catch (UnreadableResult e) {
            Findings findings = new Findings();
            findings.add(ValidationRule.SCHEMA, "", "of version 1, and not even its tears can be read: "
                + e.getMessage());
            return new Examination(whole.name(), null, findings.list(), List.of());
        }
    }

    private static Examination version1(String name, JsonNode tree) throws UnreadableResult {
        ResultFile file = TornCells.ofVersion1(tree);
        Findings findings = new Findings();
        TextCheck.check(tree, findings);
        for (Series series : file.series()) {
            for (int i = 0; i < series.offsets().size(); i++) {
                if (series.torn().get(i) > series.changes().get(i)) {
                    findings.add(ValidationRule.COUNTS, series.name() + " at " + series.offsets().get(i),
                        "more torn than changes");
                }
            }
        }
        CHECKS.forEach(check -> check.check(file, findings));
        return new Examination(name, file, findings.list(), List.of(note(file)));
    }

    /** Returns how much counts. */
    private static String note(ResultFile file) {
        long cells = file.series().stream().map(series -> (long) series.offsets().size()).reduce(0L, Counts::sum);
        return String.format(Locale.ROOT, TEARS, cells, file.series().size());
    }
}
