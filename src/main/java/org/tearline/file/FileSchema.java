// SPDX-License-Identifier: Apache-2.0
package org.tearline.file;

import static org.tearline.file.ValidationRule.SCHEMA;

import com.networknt.schema.Error;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SchemaRegistryConfig;
import com.networknt.schema.SpecificationVersion;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import org.tearline.file.Examination.Finding;
import org.tearline.machine.Bundled;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A compiled JSON Schema from the jar. Thread-safe. */
public final class FileSchema {
    private final Schema schema;

    /** Compiles the schema {@code schema/NAME.schema.json}. */
    public FileSchema(String name) {
        // Stops at the first fault: a hostile file can have hundreds of thousands.
        SchemaRegistryConfig config = SchemaRegistryConfig.builder()
            .locale(Locale.ENGLISH)
            .failFast(true)
            .build();
        schema = SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12,
            registry -> registry.schemaRegistryConfig(config)).getSchema(read(name));
        schema.initializeValidators();
    }

    private static JsonNode read(String name) {
        return JsonMapper.shared().readTree(Bundled.text("/schema/" + name + ".schema.json"));
    }

    /** Describes an error in printable text. For an enum it includes the value and all choices. */
    private static String what(Error error) {
        if (!"enum".equals(error.getKeyword())) {
            return Quoted.of(error.getMessage());
        }
        return Quoted.of(error.getInstanceNode().asString("the value")) + " is not one of " + error.getSchemaNode()
            .valueStream().map(JsonNode::asString).collect(Collectors.joining(", "));
    }

    /** @throws UnreadableFile at the first mismatch, which starts with its place if that is a field */
    public void requireMatch(JsonNode tree) throws UnreadableFile {
        List<Error> mismatches;
        try {
            mismatches = schema.validate(tree);
        } catch (JacksonException e) {
            // The library fails to compare a fraction beyond the range of a long with the limits of an integer.
            throw new UnreadableFile("contains a number that is not an integer");
        }
        if (!mismatches.isEmpty()) {
            Error first = mismatches.get(0);
            throw new UnreadableFile(new Finding(SCHEMA, Quoted.of(first.getInstanceLocation().toString()),
                what(first)));
        }
    }

    /** The descriptions of the fields in the schema of result files. */
    public record FieldGuide(JsonNode root, JsonNode here) {
        public static FieldGuide load() {
            JsonNode schema = read("result");
            return new FieldGuide(schema, schema);
        }

        public FieldGuide field(String name) {
            JsonNode named = resolved().path("properties").path(name);
            if (named.isMissingNode()) {
                // The keys of a map have no names in the schema, only a pattern.
                named = resolved().path("patternProperties")
                    .valueStream()
                    .findFirst()
                    .orElse(named);
            }
            return new FieldGuide(root, named);
        }

        /** Returns the guide to the elements of this array. */
        public FieldGuide element() {
            return new FieldGuide(root, resolved().path("items"));
        }

        /** Whether the schema contains this field. */
        public boolean known() {
            return !here.isMissingNode();
        }

        /** Returns what this field means and why it is collected; empty if the schema does not say so. */
        public Optional<String> description() {
            return here.path("description").stringValueOpt();
        }

        private JsonNode resolved() {
            // A reference is a number sign and a pointer.
            return here.path("$ref")
                .stringValueOpt()
                .map(pointer -> root.at(pointer.substring(1)))
                .orElse(here);
        }
    }
}
