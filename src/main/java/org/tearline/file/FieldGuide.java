// SPDX-License-Identifier: Apache-2.0
package org.tearline.file;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Explains each field of the file by the description in its JSON Schema. */
public record FieldGuide(JsonNode root, JsonNode here) {
    static final String SCHEMA = "/schema/result.schema.json";

    public static FieldGuide load() {
        try (InputStream in = FieldGuide.class.getResourceAsStream(SCHEMA)) {
            JsonNode schema = new JsonMapper().readTree(in);
            return new FieldGuide(schema, schema);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public FieldGuide field(String name) {
        JsonNode named = resolved().path("properties").path(name);
        return new FieldGuide(root, named.isMissingNode() && resolved().has("patternProperties")
            ? resolved().path("patternProperties").valueStream().findFirst().orElse(named) : named);
    }

    /** The guide to the elements of this array. */
    public FieldGuide element() {
        return new FieldGuide(root, resolved().path("items"));
    }

    public boolean known() {
        return !here.isMissingNode();
    }

    /** What this field is and why it is collected. */
    public Optional<String> description() {
        return here.path("description").stringValueOpt();
    }

    private JsonNode resolved() {
        return here.path("$ref").stringValueOpt().map(pointer -> root.at(pointer.substring(1))).orElse(here);
    }
}
