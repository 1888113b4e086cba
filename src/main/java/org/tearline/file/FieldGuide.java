// SPDX-License-Identifier: Apache-2.0
package org.tearline.file;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Holds what each field of the file is and why it is collected, as the JSON Schema's descriptions say. */
public final class FieldGuide {
    /** Says where the schema lies in the jar. */
    public static final String SCHEMA = "/schema/result.schema.json";

    private static final String WHY = " Why: ";

    private final JsonNode root;
    private final JsonNode here;

    private FieldGuide(JsonNode root, JsonNode here) {
        this.root = root;
        this.here = here;
    }

    /** Returns the guide to the whole file. */
    public static FieldGuide load() {
        try (InputStream in = FieldGuide.class.getResourceAsStream(SCHEMA)) {
            JsonNode schema = new JsonMapper().readTree(in);
            return new FieldGuide(schema, schema);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the guide to a field of this object; unknown fields have an empty one. */
    public FieldGuide field(String name) {
        JsonNode named = resolved().path("properties").path(name);
        if (named.isMissingNode() && resolved().has("patternProperties")) {
            named = resolved().path("patternProperties").valueStream().findFirst().orElse(named);
        }
        return new FieldGuide(root, named);
    }

    /** Returns the guide to the elements of this array. */
    public FieldGuide element() {
        return new FieldGuide(root, resolved().path("items"));
    }

    /** Whether the file has such a field at all. */
    public boolean known() {
        return !here.isMissingNode();
    }

    /** Returns what this field is. */
    public Optional<String> what() {
        return description().map(text -> text.contains(WHY) ? text.substring(0, text.indexOf(WHY)) : text);
    }

    /** Returns why it is collected. */
    public Optional<String> why() {
        return description().filter(text -> text.contains(WHY))
            .map(text -> text.substring(text.indexOf(WHY) + WHY.length()));
    }

    /** Returns the regular expression that the text of this field matches; empty if it may be any text. */
    public Optional<String> pattern() {
        return resolved().path("pattern").stringValueOpt();
    }

    private Optional<String> description() {
        return here.path("description").stringValueOpt();
    }

    private JsonNode resolved() {
        Optional<String> reference = here.path("$ref").stringValueOpt();
        return reference.map(pointer -> root.at(pointer.substring(1))).orElse(here);
    }
}
