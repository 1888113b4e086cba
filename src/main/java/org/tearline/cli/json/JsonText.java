// SPDX-License-Identifier: Apache-2.0
package org.tearline.cli.json;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import java.io.PrintStream;
import java.util.LinkedHashMap;
import java.util.Map;
import org.tearline.promise.Guarantees.Observation;
import tools.jackson.core.StreamWriteFeature;
import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** What commands print for programs: records and maps, with their members in order. */
public final class JsonText {
    private static final JsonMapper MAPPER = JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT)
        .disable(MapperFeature.SORT_PROPERTIES_ALPHABETICALLY).addMixIn(Observation.class, Elsewhere.class).build();

    /** What others saw, without the claims that are told by the places. */
    @JsonIgnoreProperties({"url", "cells"})
    private interface Elsewhere {
    }

    private JsonText() {
    }

    /** Name, value, name, value. */
    public static Map<String, Object> object(Object... members) {
        Map<String, Object> object = new LinkedHashMap<>();
        for (int i = 0; i < members.length; i += 2) {
            object.put((String) members[i], members[i + 1]);
        }
        return object;
    }

    public static String of(Object document) {
        return MAPPER.writeValueAsString(document);
    }

    /** Prints a document that may be too large for one text. */
    static void print(Object document, PrintStream out) {
        MAPPER.writer().without(StreamWriteFeature.AUTO_CLOSE_TARGET).writeValue(out, document);
        out.println();
    }
}
