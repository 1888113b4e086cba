// SPDX-License-Identifier: Apache-2.0
package org.tearline.cli.text;

import tools.jackson.core.json.JsonWriteFeature;
import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * Converts records and maps to JSON, with members in declaration order. Text of others may contain characters that
 * change what a terminal shows, such as U+202E, so all but ASCII is escaped.
 */
public final class JsonText {
    private static final JsonMapper MAPPER = JsonMapper.builder()
        .enable(JsonWriteFeature.ESCAPE_NON_ASCII)
        .enable(SerializationFeature.INDENT_OUTPUT)
        .disable(MapperFeature.SORT_PROPERTIES_ALPHABETICALLY).build();

    private JsonText() {
    }

    public static String of(Object document) {
        return MAPPER.writeValueAsString(document);
    }
}
