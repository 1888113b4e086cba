// SPDX-License-Identifier: Apache-2.0
package org.tearline.file;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.tearline.file.ValidationRule.JSON;
import static org.tearline.file.ValidationRule.SIZE;
import static org.tearline.file.ValidationRule.VERSION;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.SortedMap;
import org.tearline.verdict.StressorUse;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.IntNode;
import tools.jackson.databind.node.ObjectNode;

/** Reads result files strictly, and writes them in one layout. Thread-safe. */
public final class ResultText {
    /** An absent list or map is empty. */
    private static final JsonSetter.Value ABSENT = JsonSetter.Value.construct(Nulls.AS_EMPTY, Nulls.FAIL);
    private static final JsonMapper MAPPER = JsonMapper.builder(JsonFactory.builder()
            .streamReadConstraints(new ReaderLimits())
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION).build())
        .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
        .disable(MapperFeature.SORT_PROPERTIES_ALPHABETICALLY)
        .changeDefaultPropertyInclusion(old -> JsonInclude.Value.construct(JsonInclude.Include.NON_EMPTY,
            JsonInclude.Include.ALWAYS))
        .withConfigOverride(List.class, list -> list.setNullHandling(ABSENT))
        .withConfigOverride(SortedMap.class, map -> map.setNullHandling(ABSENT))
        .addMixIn(StressorUse.class, PublishedUse.class)
        .build();
    /** Objects and arrays up to this length are printed on one line; the witness of a long fits. */
    private static final int SHORT = 128;

    /** The use of a stressor as stored in a file, without its duration. */
    @JsonIgnoreProperties("nanos")
    private interface PublishedUse {
        @JsonProperty("stressor")
        String name();
    }

    private ResultText() {
    }

    /** Returns the stored form: two spaces per level; arrays of scalars, and all that is short, on one line. */
    public static String print(ResultFile file) {
        return print(tree(file));
    }

    static String print(JsonNode tree) {
        StringBuilder text = new StringBuilder();
        append(tree, "\n", text);
        return text.append('\n').toString();
    }

    private static void append(JsonNode node, String lineStart, StringBuilder text) {
        if (node.isValueNode() || node.isArray() && node.valueStream().noneMatch(JsonNode::isContainer)
            || length(node) <= SHORT) {
            text.append(Digest.compact(node));
            return;
        }
        String inner = lineStart + "  ";
        // The bracket before the first element; then a comma before each of the others.
        char before = node.isObject() ? '{' : '[';
        Iterator<String> names = node.propertyNames().iterator();
        for (JsonNode child : node) {
            text.append(before).append(inner);
            if (names.hasNext()) {
                text.append('"').append(names.next()).append("\": ");
            }
            append(child, inner, text);
            before = ',';
        }
        text.append(lineStart).append(node.isObject() ? '}' : ']');
    }

    /**
     * Estimates the length on one line: 4 characters for a scalar other than a string, and 4 for the quotation marks,
     * colon and comma of a property.
     */
    private static int length(JsonNode node) {
        if (node.isString()) {
            return node.stringValue().length() + 2;
        }
        if (!node.isContainer()) {
            return 4;
        }
        return 2 + node.properties().stream().mapToInt(property -> property.getKey().length() + 4).sum()
            + node.valueStream().mapToInt(child -> length(child) + 1).sum();
    }

    /**
     * Writes a file to its place below the results folder, unless it exists. Returns whether it is new.
     *
     * @throws IOException if the file cannot be written, or exists with different content
     */
    public static boolean put(ResultFile file, Path results) throws IOException {
        Path target = results.resolve(file.pathBelow());
        if (!Files.exists(target)) {
            Files.createDirectories(target.getParent());
            write(file, target);
            return true;
        }
        if (!FolderArgument.isRegular(target) || Files.size(target) > ResultFile.MAX_BYTES
            || !Arrays.equals(Files.readAllBytes(target), stored(file))) {
            throw new IOException(target + " already exists with different content, or as a link; nothing was written");
        }
        return false;
    }

    public static void write(ResultFile file, Path target) throws IOException {
        AtomicFile.write(print(file), target);
    }

    /** Returns the bytes of a file. Of a file that is too large, returns only {@code MAX_BYTES + 1} bytes. */
    public static byte[] bytes(Path path) throws UnreadableFile {
        if (!Files.isRegularFile(path)) {
            throw new UnreadableFile(SIZE, "not a regular file");
        }
        try (InputStream in = Files.newInputStream(path)) {
            return in.readNBytes(ResultFile.MAX_BYTES + 1);
        } catch (IOException e) {
            throw new UnreadableFile(SIZE, "cannot be read: " + e.getMessage());
        }
    }

    public static JsonNode parse(byte[] bytes) throws UnreadableFile {
        if (bytes.length > ResultFile.MAX_BYTES) {
            throw new UnreadableFile(SIZE, "more than " + ResultFile.MAX_BYTES + " bytes");
        }
        // Jackson also accepts a byte order mark and UTF-16.
        if (bytes.length < 2 || bytes[0] != '{' || bytes[1] == 0) {
            throw new UnreadableFile(JSON, "not a JSON object in UTF-8");
        }
        try {
            return MAPPER.readTree(bytes);
        } catch (JacksonException e) {
            throw UnreadableFile.ofText(e);
        }
    }

    /** Rejects JSON that lacks a field common to all versions of result files, such as the output of run. */
    public static void requireResult(JsonNode tree) throws UnreadableFile {
        for (String name : List.of("schemaVersion", "kind", "environment")) {
            if (tree.path(name).isMissingNode()) {
                throw new UnreadableFile(JSON, "not a result file: it has no " + name);
            }
        }
    }

    /** Rejects other schema versions, whose fields the schema would reject with a less helpful message. */
    public static void requireVersion(JsonNode tree) throws UnreadableFile {
        JsonNode version = tree.path("schemaVersion");
        if (version.isIntegralNumber() && !version.equals(IntNode.valueOf(ResultFile.SCHEMA_VERSION))) {
            throw new UnreadableFile(VERSION, "schema version " + version
                + "; this tester reads version " + ResultFile.SCHEMA_VERSION);
        }
    }

    /** Converts a tree that fits the schema. */
    public static ResultFile file(JsonNode tree) throws UnreadableFile {
        try {
            return MAPPER.treeToValue(tree, ResultFile.class);
        } catch (JacksonException e) {
            throw UnreadableFile.ofValue(e);
        }
    }

    /** Reads a file without validating it. */
    public static ResultFile read(Path path) throws IOException, UnreadableFile {
        return file(parse(bytes(path)));
    }

    public static byte[] stored(ResultFile file) {
        return print(file).getBytes(UTF_8);
    }

    /** Returns the file with its digest. */
    public static ResultFile sealed(ResultFile file) {
        return file.with(file.series(), digest(file));
    }

    static String digest(ResultFile file) {
        return Digest.of((ObjectNode) tree(file));
    }

    public static JsonNode tree(ResultFile file) {
        return MAPPER.valueToTree(file);
    }
}
