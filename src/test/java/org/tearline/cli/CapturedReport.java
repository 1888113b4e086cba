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

    /** Lets some of a site's values have been shared in one way, and the rest have been communicated. */
    static void setValues(JsonNode site, String way, int count, int known) {
        ObjectNode values = (ObjectNode) site.get("values");
        for (String other : List.of("oneThread", "locked", "publishedOnce", "handedOver", "guarded", "recycled",
            "inTurn", "changed", "unseenWriter", "unseenReader", "communicated")) {
            values.put(other, 0);
        }
        values.put("known", known).put("communicated", known - count).put("shared", known)
            .put("mostThreads", known == 0 ? 0 : 2).put("contended", false).put("unknown", false);
        values.put(way, way.equals("communicated") ? known : count);
    }

    static void watchPlain(ObjectNode report, boolean plain) {
        report.withObjectProperty("options").put("plain", plain);
        ArrayNode not = report.withObjectProperty("watched").putArray("notWatched").add("native-code");
        if (!plain) {
            not.add("unsafe-plain").add("jdk-memory");
        }
    }
}
