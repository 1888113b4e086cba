// SPDX-License-Identifier: Apache-2.0
package org.tearline.promise;

import java.util.stream.Stream;
import org.tearline.machine.Bundled;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The texts of the registry that only documents show. */
final class RegistryTexts {
    private static final JsonNode FILE = JsonMapper.shared().readTree(Bundled.text("/promise/guarantees.json"));

    private RegistryTexts() {
    }

    static String access(Rule rule) {
        return text(rule.id(), "access");
    }

    /** Returns how a test was made, or that there was none. */
    static String how(Guarantees.Observation seen) {
        return text(seen.id(), "how");
    }

    /** Returns "read" if we read the source itself, "quoted" if only a quotation of it, or "inferred". */
    static String confidence(String id) {
        return text(id, "confidence");
    }

    private static String text(String id, String field) {
        return Stream.of("rules", "observedElsewhere")
            .flatMap(list -> FILE.path(list).valueStream())
            .filter(entry -> entry.path("id").asString().equals(id))
            .findFirst().orElseThrow().path(field).asString();
    }
}
