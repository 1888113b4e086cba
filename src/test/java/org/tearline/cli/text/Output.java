// SPDX-License-Identifier: Apache-2.0
package org.tearline.cli.text;

import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.InputFormat;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;

/** Captures printed text, and checks JSON against the schemas in the jar. */
public final class Output {
    private Output() {
    }

    public static String printed(Consumer<Screen> print) {
        return printed(Screen.ENDLESS, print);
    }

    static String printed(int columns, Consumer<Screen> print) {
        return captured(out -> print.accept(Screen.of(out, columns)));
    }

    static String captured(Consumer<PrintStream> print) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        print.accept(new PrintStream(bytes, true, StandardCharsets.UTF_8));
        return bytes.toString(StandardCharsets.UTF_8);
    }

    public static void assertFollows(String schema, String json) {
        assertThat(isValid(schema, json)).as(json).isTrue();
    }

    public static boolean isValid(String schema, String json) {
        try (var in = Output.class.getResourceAsStream("/schema/" + schema + ".schema.json")) {
            return SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12, registry -> registry
                .schemaIdResolvers(ids -> ids.mapPrefix("https://tearline.org/schema/", "classpath:schema/")))
                .getSchema(in).validate(json, InputFormat.JSON).isEmpty();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
