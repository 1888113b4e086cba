package org.tearline.submission;

import com.networknt.schema.Error;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SchemaRegistryConfig;
import com.networknt.schema.SpecificationVersion;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Locale;
import org.tearline.result.file.FieldGuide;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The published JSON Schema, compiled once. Immutable, any thread. */
final class ResultSchema {
    private final Schema schema;

    private ResultSchema(JsonNode source) {
        SchemaRegistryConfig config = SchemaRegistryConfig.builder().locale(Locale.ENGLISH).build();
        this.schema = SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12,
            registry -> registry.schemaRegistryConfig(config)).getSchema(source);
        schema.initializeValidators();
    }

    /** The schema out of the jar. */
    static ResultSchema load() {
        try (InputStream in = ResultSchema.class.getResourceAsStream(FieldGuide.SCHEMA)) {
            return new ResultSchema(new JsonMapper().readTree(in));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    void check(JsonNode tree, Findings findings) {
        List<Error> errors = schema.validate(tree);
        errors.forEach(error -> findings.add(Rule.SCHEMA, error.getInstanceLocation().toString(), error.getMessage()));
    }
}
