// SPDX-License-Identifier: Apache-2.0
package org.tearline.file;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.tearline.file.Examination.Quoted;
import org.tearline.file.Examination.UnreadableFile;
import org.tearline.file.Examination.ValidationRule;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.exc.InputCoercionException;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.DatabindException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Reads JSON written by other programs of this project. Thread-safe. */
public final class ExportedFile {
    private ExportedFile() {
    }

    static byte[] bytes(Path file, int maxBytes) throws IOException, UnreadableFile {
        try (InputStream in = Files.newInputStream(file)) {
            byte[] bytes = in.readNBytes(maxBytes + 1);
            requireSize(bytes.length, maxBytes);
            return bytes;
        }
    }

    private static void requireSize(long bytes, int maxBytes) throws UnreadableFile {
        if (bytes > maxBytes) {
            throw new UnreadableFile(ValidationRule.SIZE, "more than " + maxBytes + " bytes");
        }
    }

    /**
     * Validates JSON by a schema from the jar and reads it.
     *
     * @param type a record; fields that it lacks are ignored
     */
    static <T> T parse(byte[] bytes, String schema, Class<T> type) throws UnreadableFile {
        JsonMapper mapper = mapper(bytes.length);
        JsonNode tree;
        try {
            tree = mapper.readTree(bytes);
        } catch (JacksonException e) {
            throw UnreadableFile.ofText(e);
        }
        FileSchema.Fault fault = FileSchema.load(schema).fault(tree).orElse(null);
        if (fault != null) {
            throw new UnreadableFile(ValidationRule.SCHEMA, Quoted.of((fault.where().isEmpty() ? ""
                : fault.where() + ": ") + fault.what()));
        }
        try {
            return mapper.treeToValue(tree, type);
        } catch (JacksonException e) {
            throw UnreadableFile.ofValue(e);
        }
    }

    /**
     * Reads a large file as a stream, without a schema.
     *
     * @param type a record; the file must contain its primitive components, and its constructor must check the others
     */
    public static <T> T read(Path file, int maxBytes, Class<T> type) throws IOException, UnreadableFile {
        requireSize(Files.size(file), maxBytes);
        try (InputStream in = Files.newInputStream(file)) {
            return mapper(maxBytes).readerFor(type).with(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
                .readValue(in);
        } catch (DatabindException | InputCoercionException e) {
            throw UnreadableFile.ofValue(e);
        } catch (JacksonException e) {
            throw UnreadableFile.ofText(e);
        }
    }

    private static JsonMapper mapper(long length) {
        return JsonMapper.builder(JsonFactory.builder()
                .streamReadConstraints(StreamReadConstraints.builder().maxDocumentLength(length + 1).build())
                .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                .disable(StreamReadFeature.INCLUDE_SOURCE_IN_LOCATION)
                .build())
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .build();
    }
}
