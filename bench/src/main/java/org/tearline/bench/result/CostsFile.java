// SPDX-License-Identifier: Apache-2.0
package org.tearline.bench.result;

import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.core.JacksonException;
import tools.jackson.core.util.DefaultIndenter;
import tools.jackson.core.util.DefaultPrettyPrinter;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** Writes, reads and checks the file of a run. Stateless. Thread-safe. */
public final class CostsFile {
    private static final String SCHEMA = "/schema/bench-costs.schema.json";
    /** Arrays of numbers on one line, objects on lines of their own; the same line ends everywhere. */
    private static final DefaultPrettyPrinter PRINTER = new DefaultPrettyPrinter()
        .withObjectIndenter(new DefaultIndenter("  ", "\n"));
    private static final JsonMapper MAPPER = JsonMapper.builder()
        .defaultPrettyPrinter(PRINTER).enable(SerializationFeature.INDENT_OUTPUT)
        .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES).build();

    private CostsFile() {
    }

    /** Whole or not at all: a reader never sees half a file. */
    public static void write(Costs costs, Path file) throws IOException {
        Path part = file.resolveSibling(file.getFileName() + "." + ProcessHandle.current().pid() + ".part");
        try {
            Files.writeString(part, text(costs));
            Files.move(part, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
        } finally {
            Files.deleteIfExists(part);
        }
    }

    static String text(Costs costs) {
        return MAPPER.writeValueAsString(costs) + "\n";
    }

    /** One line for a user if it is no such file. */
    public static Costs read(Path file) throws IOException {
        try {
            return MAPPER.readValue(Files.readAllBytes(file), Costs.class);
        } catch (JacksonException e) {
            throw new IOException(file + ": " + e.getOriginalMessage().lines().findFirst().orElse("no JSON"), e);
        }
    }

    /** Returns what is wrong with a file, a line for each: its schema first, then what a schema cannot say. */
    public static List<String> faults(Path file) throws IOException {
        List<String> faults = new ArrayList<>();
        schema().validate(Files.readString(file), InputFormat.JSON)
            .forEach(error -> faults.add(error.getInstanceLocation() + ": " + error.getMessage()));
        if (faults.isEmpty()) {
            for (Group group : read(file).groups()) {
                group.series().forEach(series -> faults(group, series, faults));
            }
        }
        return faults;
    }

    private static void faults(Group group, Series series, List<String> faults) {
        for (int i = 0; i < series.at().size(); i++) {
            if (series.low().get(i) > series.median().get(i) || series.median().get(i) > series.high().get(i)) {
                faults.add(group.id() + " " + series.parameters() + " at " + series.at().get(i)
                    + ": the median lies outside its interval");
            }
        }
        if (series.at().stream().distinct().count() != series.at().size()) {
            faults.add(group.id() + " " + series.parameters() + ": a point twice");
        }
    }

    private static Schema schema() throws IOException {
        try (InputStream in = CostsFile.class.getResourceAsStream(SCHEMA)) {
            String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
            return SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12).getSchema(text);
        }
    }
}
