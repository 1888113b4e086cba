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
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A JSON Schema out of the jar, compiled once. Thread-safe. */
public final class FileSchema {
    private final Schema schema;

    private FileSchema(JsonNode source) {
        // The first fault is enough: a hostile file can hold hundreds of thousands.
        SchemaRegistryConfig config = SchemaRegistryConfig.builder().locale(Locale.ENGLISH).failFast(true).build();
        this.schema = SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12,
            registry -> registry.schemaRegistryConfig(config)).getSchema(source);
        schema.initializeValidators();
    }

    /** What does not fit, at a JSON pointer. */
    public record Fault(String where, String what) {
    }

    /** Loads a schema such as /schema/result.schema.json. */
    public static FileSchema load(String name) {
        try (InputStream in = FileSchema.class.getResourceAsStream(name)) {
            return new FileSchema(new JsonMapper().readTree(in));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** What is wrong, safe to print: of a value that is none of a list, the value and the whole list. */
    private static String what(Error error) {
        return !"enum".equals(error.getKeyword()) ? Quoted.of(error.getMessage())
            : Quoted.of(error.getInstanceNode().asString("that")) + " is not one of " + error.getSchemaNode()
                .valueStream().map(JsonNode::asString).collect(Collectors.joining(", "));
    }

    /** The first thing that does not fit; empty if everything does. */
    public Optional<Fault> fault(JsonNode tree) {
        try {
            return schema.validate(tree).stream().findFirst()
                .map(error -> new Fault(error.getInstanceLocation().toString(), what(error)));
        } catch (JacksonException e) {
            // The library compares a fraction beyond the range of a long with the limits of an integer.
            return Optional.of(new Fault("", "holds a number that is not an integer: " + e.getOriginalMessage()));
        }
    }

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
}
