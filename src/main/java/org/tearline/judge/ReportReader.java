// SPDX-License-Identifier: Apache-2.0
package org.tearline.judge;

import java.util.List;
import org.tearline.file.ExportedFile;
import org.tearline.file.FileSchema;
import org.tearline.file.Quoted;
import org.tearline.file.UnreadableFile;
import org.tearline.file.ValidationRule;
import org.tearline.judge.AgentReport.Access;
import org.tearline.judge.AgentReport.Site;
import org.tearline.judge.AgentReport.Sizes;
import org.tearline.verdict.Counts;
import tools.jackson.databind.JsonNode;

/** Reads the agent's reports, and accepts only what the agent's schema allows. Thread-safe. */
public final class ReportReader {
    /** Twice the size of a report with 1,024 sites of 32 frames each. */
    private static final int MAX_BYTES = 16 << 20;
    private static final int VERSION = 3;
    private static final FileSchema SCHEMA = new FileSchema("agent");

    private ReportReader() {
    }

    /** @throws UnreadableFile if the text is not an agent's report of this version */
    public static AgentReport read(byte[] text) throws UnreadableFile {
        JsonNode tree = ExportedFile.read(text, MAX_BYTES, JsonNode.class);
        require(!tree.has("accepted"), "a baseline; give it with --baseline");
        require(!tree.has("series") && !tree.has("runId"), "a result file; tester show prints what it found");
        JsonNode version = tree.path("schemaVersion");
        if (version.isIntegralNumber() && version.asInt(VERSION) != VERSION) {
            throw new UnreadableFile(ValidationRule.VERSION, "/schemaVersion: " + Quoted.of(version.asString())
                + ", but this version of tester reads " + VERSION + "; run the program again with its own agent");
        }
        SCHEMA.requireMatch(tree);
        AgentReport report = ExportedFile.read(text, MAX_BYTES, AgentReport.class);
        Sizes sizes = report.geometry();
        require(Integer.bitCount(sizes.pageBytes()) == 1 && sizes.pageBytes() >= sizes.lineBytes(),
            "/geometry/pageBytes: " + sizes.pageBytes() + " is not a page of whole lines");
        List<Site> sites = report.sites();
        for (int i = 0; i < sites.size(); i++) {
            requireConsistent("/sites/" + i, sites.get(i), sizes.lineBytes());
        }
        long atSites = Counts.sum(sites.stream().map(Site::hits).toList());
        require(atSites == report.hits().atSites(),
            "/hits/atSites: " + report.hits().atSites() + ", but the sites have " + atSites);
        return report;
    }

    private static void requireConsistent(String path, Site site, int lineBytes) throws UnreadableFile {
        int frames = site.frames().size();
        require(site.site() < frames, path + "/site: " + site.site() + ", but there are only " + frames + " frames");
        require(site.memory().equals("heap") == (site.object() != null),
            path + "/object: must be a class in the heap, and null elsewhere");
        require(!site.places().isEmpty(), path + "/places: empty, but a site has at least one place");
        require(site.places().stream().allMatch(place -> place.offset() < lineBytes),
            path + "/places: an offset that is not less than the line of " + lineBytes + " bytes");
        Access access = site.access();
        require(access.known(),
            path + "/access/mode: " + access.mode() + " is not a mode of a " + access.operation());
        require(!access.refused(), path + "/access/mode: the JDK refuses a misaligned " + access.kind() + " of a "
            + access.api());
        require(site.values().addUp(),
            path + "/values: the counts from oneThread to unknown do not add up to known");
    }

    /** @param fault what contradicts the rest of the report, preceded by its JSON pointer */
    private static void require(boolean holds, String fault) throws UnreadableFile {
        if (!holds) {
            throw new UnreadableFile(fault);
        }
    }
}
