// SPDX-License-Identifier: Apache-2.0
package org.tearline.report.json;

import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** Writes the documents that commands print for programs: records, with their components in order. Thread-safe. */
public final class JsonText {
    private static final JsonMapper MAPPER = JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT)
        .disable(MapperFeature.SORT_PROPERTIES_ALPHABETICALLY).build();

    private JsonText() {
    }

    /** Returns a document as indented text. */
    public static String of(Object document) {
        return MAPPER.writeValueAsString(document);
    }
}
