// SPDX-License-Identifier: Apache-2.0
package org.tearline.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Reads and changes the agent's reports on its own test programs. Stateless. */
final class CapturedReport {
    private CapturedReport() {
    }

    static ObjectNode of(String program) throws IOException {
        Path file = Path.of("src", "test", "resources", "agent", program + ".json");
        return (ObjectNode) JsonMapper.shared().readTree(Files.readString(file));
    }

    /** Returns a report as text, with as many hits as its sites have. */
    static String text(ObjectNode report) {
        long hits = 0;
        for (JsonNode site : report.get("sites")) {
            hits += site.get("hits").asLong();
        }
        report.withObjectProperty("hits").put("atSites", hits);
        return report.toString();
    }

    /** Sets the evidence of some of a site's values; the others are unordered. */
    static void setValues(JsonNode site, String evidence, int count, int known) {
        ObjectNode values = (ObjectNode) site.get("values");
        for (String other : List.of("oneThread", "locked", "ordered", "unordered", "unknown")) {
            values.put(other, 0);
        }
        values.put("known", known).put("unordered", known - count).put("mostThreads", known == 0 ? 0 : 2);
        values.putObject("untracked").put("hits", 0).put("unordered", false).put("unknown", false);
        values.put(evidence, evidence.equals("unordered") ? known : count);
    }

    static void watchPlain(ObjectNode report, boolean plain) {
        report.withObjectProperty("options").put("ordered", !plain);
        ArrayNode not = report.withObjectProperty("watched").putArray("notWatched").add("native-code");
        if (!plain) {
            not.add("unsafe-plain").add("jdk-memory");
        }
    }
}
