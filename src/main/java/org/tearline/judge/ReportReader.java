// SPDX-License-Identifier: Apache-2.0
package org.tearline.judge;

import java.util.List;
import java.util.Optional;
import org.tearline.file.ExportedFile;
import org.tearline.file.FileSchema;
import org.tearline.file.Quoted;
import org.tearline.file.UnreadableFile;
import org.tearline.file.ValidationRule;
import org.tearline.judge.AgentReport.Site;
import org.tearline.judge.AgentReport.Sizes;
import org.tearline.verdict.Counts;
import tools.jackson.databind.JsonNode;

/** Reads the agent's reports, and accepts only what the agent's schema allows. Thread-safe. */
public final class ReportReader {
    /** Twice the size of a report with 1,024 sites of 32 frames each. */
    private static final int MAX_BYTES = 16 << 20;
    private static final int VERSION = 3;

    private ReportReader() {
    }

    /** Compiles the schema on first use. */
    private static final class Holder {
        private static final FileSchema SCHEMA = new FileSchema("agent");
    }

    /** @throws UnreadableFile if the text is not an agent's report of this version */
    public static AgentReport read(byte[] text) throws UnreadableFile {
        JsonNode tree = ExportedFile.read(text, MAX_BYTES, JsonNode.class);
        if (tree.has("accepted")) {
            throw new UnreadableFile(ValidationRule.SCHEMA, "a baseline; give it with --baseline");
        }
        if (tree.has("series") || tree.has("runId")) {
            throw new UnreadableFile(ValidationRule.SCHEMA, "a result file; tester show prints what it found");
        }
        JsonNode version = tree.path("schemaVersion");
        if (version.isIntegralNumber() && version.asInt(VERSION) != VERSION) {
            throw new UnreadableFile(ValidationRule.VERSION, "/schemaVersion: " + Quoted.of(version.asString())
                + ", but this version of tester reads " + VERSION + "; run the program again with its own agent");
        }
        Holder.SCHEMA.requireMatch(tree);
        AgentReport report = ExportedFile.read(text, MAX_BYTES, AgentReport.class);
        Optional<String> contradiction = contradiction(report);
        if (contradiction.isPresent()) {
            throw new UnreadableFile(ValidationRule.SCHEMA, contradiction.get());
        }
        return report;
    }

    /** Returns the first contradiction, preceded by its JSON pointer; empty if there is none. */
    private static Optional<String> contradiction(AgentReport report) {
        Sizes sizes = report.geometry();
        boolean powerOfTwo = Integer.bitCount(sizes.pageBytes()) == 1;
        if (!powerOfTwo || sizes.pageBytes() < sizes.lineBytes()) {
            return Optional.of("/geometry/pageBytes: " + sizes.pageBytes() + " is not a page of whole lines");
        }
        List<Site> sites = report.sites();
        for (int i = 0; i < sites.size(); i++) {
            String path = "/sites/" + i;
            Optional<String> fault = sites.get(i).fault(sizes.lineBytes()).map(path::concat);
            if (fault.isPresent()) {
                return fault;
            }
        }
        long atSites = sites.stream().mapToLong(Site::hits).reduce(0, Counts::sum);
        if (atSites != report.hits().atSites()) {
            return Optional.of("/hits/atSites: " + report.hits().atSites() + ", but the sites have " + atSites);
        }
        return Optional.empty();
    }
}
