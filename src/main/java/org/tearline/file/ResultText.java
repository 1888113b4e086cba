// SPDX-License-Identifier: Apache-2.0
package org.tearline.file;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.tearline.verdict.StressorUse;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.exc.StreamConstraintsException;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.cfg.EnumFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.IntNode;

/** The result file as text and back: strict when reading, always the same layout when writing. Thread-safe. */
public final class ResultText {
    /** The file's own depth is six: series, one of them, seams, one offset, one seam. */
    private static final int MAX_DEPTH = 8;
    /** Twice the longest that the schema allows. */
    private static final int MAX_STRING = 256;
    private static final int MAX_NAME = 64;
    /** 2^53 has sixteen digits. */
    private static final int MAX_DIGITS = 17;

    private static final JsonMapper MAPPER = JsonMapper.builder(JsonFactory.builder()
            .streamReadConstraints(StreamReadConstraints.builder().maxNestingDepth(MAX_DEPTH)
                .maxDocumentLength(ResultFile.MAX_BYTES).maxStringLength(MAX_STRING).maxNameLength(MAX_NAME)
                .maxNumberLength(MAX_DIGITS).build())
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .disable(StreamReadFeature.INCLUDE_SOURCE_IN_LOCATION)
            .build())
        .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS, DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES,
            DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
        .enable(EnumFeature.READ_ENUMS_USING_TO_STRING, EnumFeature.WRITE_ENUMS_USING_TO_STRING)
        .disable(MapperFeature.SORT_PROPERTIES_ALPHABETICALLY)
        .changeDefaultPropertyInclusion(old -> JsonInclude.Value.construct(JsonInclude.Include.NON_EMPTY,
            JsonInclude.Include.ALWAYS))
        .addMixIn(StressorUse.class, PublishedUse.class)
        .build();

    /** A calibration in the words of the file, which does not say how long it took. */
    @JsonIgnoreProperties("nanos")
    private interface PublishedUse {
        @JsonProperty("stressor")
        String name();
    }

    private ResultText() {
    }

    /** Returns the file as it is stored: two spaces per level, what is short and every array of numbers on one line. */
    public static String print(ResultFile file) {
        return Layout.print(tree(file));
    }

    /** Writes the whole file or nothing: to a temporary name next to the target, then moved. */
    public static void write(ResultFile file, Path target) throws IOException {
        WholeFile.write(print(file), target);
    }

    /** Returns the bytes of a file, refused before they are read if there are too many. */
    public static byte[] bytes(Path path) throws IOException, UnreadableResult {
        if (!Files.isRegularFile(path)) {
            throw new UnreadableResult(UnreadableResult.Fault.SIZE, "not a regular file");
        }
        try (var in = Files.newInputStream(path)) {
            byte[] bytes = in.readNBytes(ResultFile.MAX_BYTES + 1);
            if (bytes.length > ResultFile.MAX_BYTES) {
                throw new UnreadableResult(UnreadableResult.Fault.SIZE, "more than " + ResultFile.MAX_BYTES
                    + " bytes");
            }
            return bytes;
        }
    }

    /** Returns the tree of a file's bytes, or the first thing that is wrong with them as JSON. */
    public static JsonNode parse(byte[] bytes) throws UnreadableResult {
        if (bytes.length > ResultFile.MAX_BYTES) {
            throw new UnreadableResult(UnreadableResult.Fault.SIZE, bytes.length + " bytes, allowed are "
                + ResultFile.MAX_BYTES);
        }
        // Jackson would take a byte order mark and UTF-16 too; a result file starts with its brace.
        if (bytes.length < 2 || bytes[0] != '{' || bytes[1] == 0) {
            throw new UnreadableResult(UnreadableResult.Fault.JSON, "not a JSON object in UTF-8");
        }
        try {
            return MAPPER.readTree(bytes);
        } catch (StreamConstraintsException e) {
            throw new UnreadableResult(UnreadableResult.Fault.LIMITS, JsonFault.place(e)
                + "deeper or longer than anything in a result file");
        } catch (JacksonException e) {
            throw new UnreadableResult(JsonFault.isDuplicate(e) ? UnreadableResult.Fault.DUPLICATE_KEY
                : UnreadableResult.Fault.JSON, JsonFault.ofText(e));
        }
    }

    /**
     * Refuses JSON that is something else: a configuration, the output of run or the agent's report.
     *
     * @throws UnreadableResult if the tree lacks what every version of a result file has
     */
    public static void requireResult(JsonNode tree) throws UnreadableResult {
        for (String name : List.of("schemaVersion", "kind", "environment")) {
            if (tree.path(name).isMissingNode()) {
                throw new UnreadableResult(UnreadableResult.Fault.JSON, "JSON, but not a result file: it has no "
                    + name);
            }
        }
    }

    /**
     * Refuses a file of another version in words of its own, before its fields are found wrong one by one.
     *
     * @throws UnreadableResult if the tree says that it has another schema version
     */
    public static void requireVersion(JsonNode tree) throws UnreadableResult {
        JsonNode version = tree.path("schemaVersion");
        if (!version.isIntegralNumber() || version.equals(IntNode.valueOf(ResultFile.SCHEMA_VERSION))) {
            return;
        }
        throw new UnreadableResult(UnreadableResult.Fault.VERSION, "this is a version " + version
            + " file; this version of tester reads version " + ResultFile.SCHEMA_VERSION);
    }

    /** Returns the records of a tree that fits the schema. */
    public static ResultFile file(JsonNode tree) throws UnreadableResult {
        try {
            return MAPPER.treeToValue(tree, ResultFile.class);
        } catch (JacksonException e) {
            throw new UnreadableResult(UnreadableResult.Fault.VALUE, JsonFault.ofValue(e));
        }
    }

    /** Reads a file that has been validated, or says in one line why it cannot be read. */
    public static ResultFile read(Path path) throws IOException, UnreadableResult {
        return file(parse(bytes(path)));
    }

    /** Returns the bytes that a record is stored as. */
    public static byte[] stored(ResultFile file) {
        return print(file).getBytes(StandardCharsets.UTF_8);
    }

    static JsonNode tree(ResultFile file) {
        return MAPPER.valueToTree(file);
    }
}
