// SPDX-License-Identifier: Apache-2.0
package org.tearline.file;

import com.networknt.schema.Error;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SchemaRegistryConfig;
import com.networknt.schema.SpecificationVersion;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import org.tearline.file.Examination.Quoted;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A compiled JSON Schema from the jar. Thread-safe. */
public final class FileSchema {
    private final Schema schema;

    private FileSchema(JsonNode source) {
        // Stops at the first fault: a hostile file can have hundreds of thousands.
        SchemaRegistryConfig config = SchemaRegistryConfig.builder().locale(Locale.ENGLISH).failFast(true).build();
        this.schema = SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12,
            registry -> registry.schemaRegistryConfig(config)).getSchema(source);
        schema.initializeValidators();
    }

    /** A mismatch at a JSON pointer. */
    public record Fault(String where, String what) {
    }

    /** Loads a schema such as /schema/result.schema.json. */
    public static FileSchema load(String name) {
        return new FileSchema(read(name));
    }

    private static JsonNode read(String name) {
        try (InputStream in = FileSchema.class.getResourceAsStream(name)) {
            return new JsonMapper().readTree(in);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Describes an error in printable text. For an enum it includes the value and all choices. */
    private static String what(Error error) {
        return !"enum".equals(error.getKeyword()) ? Quoted.of(error.getMessage())
            : Quoted.of(error.getInstanceNode().asString("that")) + " is not one of " + error.getSchemaNode()
                .valueStream().map(JsonNode::asString).collect(Collectors.joining(", "));
    }

    /** Returns the first mismatch, if any. */
    public Optional<Fault> fault(JsonNode tree) {
        try {
            return schema.validate(tree).stream().findFirst()
                .map(error -> new Fault(error.getInstanceLocation().toString(), what(error)));
        } catch (JacksonException e) {
            // The library fails to compare a fraction beyond the range of a long with the limits of an integer.
            return Optional.of(new Fault("", "contains a number that is not an integer: " + e.getOriginalMessage()));
        }
    }

    /** Explains each field of a result file by the description in its schema. */
    public record FieldGuide(JsonNode root, JsonNode here) {
        static final String SCHEMA = "/schema/result.schema.json";

        public static FieldGuide load() {
            JsonNode schema = read(SCHEMA);
            return new FieldGuide(schema, schema);
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

        /** What this field means, and why it is collected. */
        public Optional<String> description() {
            return here.path("description").stringValueOpt();
        }

        private JsonNode resolved() {
            return here.path("$ref").stringValueOpt().map(pointer -> root.at(pointer.substring(1))).orElse(here);
        }
    }
}
