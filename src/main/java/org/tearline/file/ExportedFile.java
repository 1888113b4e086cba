// SPDX-License-Identifier: Apache-2.0
package org.tearline.file;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.exc.InputCoercionException;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.DatabindException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Reads JSON that another program of this project wrote. Thread-safe. */
public final class ExportedFile {
    /** As much of a digest as a run's number is long. */
    private static final int RUN_ID_DIGITS = 32;

    private ExportedFile() {
    }

    /** Returns the bytes of a file, refused if there are too many. */
    public static byte[] bytes(Path file, int maxBytes) throws IOException, UnreadableExport {
        try (InputStream in = Files.newInputStream(file)) {
            byte[] bytes = in.readNBytes(maxBytes + 1);
            if (bytes.length > maxBytes) {
                throw new UnreadableExport("more than " + maxBytes + " bytes");
            }
            return bytes;
        }
    }

    /** Returns what tells a run: the same bytes are the same run, however often they are imported. */
    public static String runId(byte[] bytes) {
        return Digest.sha256(bytes).substring(0, RUN_ID_DIGITS);
    }

    /**
     * Returns the records of a file.
     *
     * @param schema name of the schema in the jar
     * @param type   a record whose components are those fields that somebody needs
     * @throws UnreadableExport if the bytes are no JSON, do not fit the schema, or a number is too large
     */
    public static <T> T parse(byte[] bytes, String schema, Class<T> type) throws UnreadableExport {
        JsonMapper mapper = mapper(bytes.length);
        JsonNode tree = tree(mapper, bytes);
        try {
            FileSchema.Fault fault = FileSchema.load(schema).fault(tree).orElse(null);
            if (fault != null) {
                throw new UnreadableExport(Quoted.of((fault.where().isEmpty() ? "" : fault.where() + ": ")
                    + fault.what()));
            }
            return mapper.treeToValue(tree, type);
        } catch (JacksonException e) {
            throw new UnreadableExport(JsonFault.ofValue(e));
        }
    }

    /**
     * The records of a file that another program of this project wrote, read piece by piece.
     *
     * @param type a record: its primitive components are all in the file, and it refuses what else may not be null
     * @throws UnreadableExport if it is no JSON or too long, or a field is missing or out of range
     */
    public static <T> T read(Path file, int maxBytes, Class<T> type) throws IOException, UnreadableExport {
        if (Files.size(file) > maxBytes) {
            throw new UnreadableExport("more than " + maxBytes + " bytes");
        }
        try (InputStream in = Files.newInputStream(file)) {
            return mapper(maxBytes).readerFor(type).with(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
                .readValue(in);
        } catch (DatabindException | InputCoercionException e) {
            throw new UnreadableExport(JsonFault.ofValue(e));
        } catch (JacksonException e) {
            throw new UnreadableExport(JsonFault.ofText(e));
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

    private static JsonNode tree(JsonMapper mapper, byte[] bytes) throws UnreadableExport {
        try {
            return mapper.readTree(bytes);
        } catch (JacksonException e) {
            throw new UnreadableExport(JsonFault.ofText(e));
        }
    }
}
