// SPDX-License-Identifier: Apache-2.0
package org.tearline.file;

import java.io.ByteArrayInputStream;
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
import tools.jackson.databind.json.JsonMapper;

/** Reads JSON other than result files: exports of jcstress, the agent's reports and baselines. Thread-safe. */
public final class ExportedFile {
    private ExportedFile() {
    }

    /**
     * Reads a file without loading all of it into memory.
     *
     * @param type JsonNode, or a record; the file must contain the record's primitive components, and its constructor
     *             must check the others
     */
    public static <T> T read(Path file, int maxBytes, Class<T> type) throws IOException, UnreadableFile {
        if (Files.size(file) > maxBytes) {
            throw new UnreadableFile(ValidationRule.SIZE, "more than " + maxBytes + " bytes");
        }
        try (InputStream in = Files.newInputStream(file)) {
            return read(in, maxBytes, type);
        }
    }

    /** Reads the content of a file; see {@link #read(Path, int, Class)}. */
    public static <T> T read(byte[] text, int maxBytes, Class<T> type) throws UnreadableFile {
        if (text.length > maxBytes) {
            throw new UnreadableFile(ValidationRule.SIZE, "more than " + maxBytes + " bytes");
        }
        return read(new ByteArrayInputStream(text), maxBytes, type);
    }

    private static <T> T read(InputStream in, int maxBytes, Class<T> type) throws UnreadableFile {
        JsonMapper mapper = new JsonMapper(JsonFactory.builder()
            .streamReadConstraints(StreamReadConstraints.builder().maxDocumentLength(maxBytes + 1L).build())
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION).build());
        try {
            return mapper.readValue(in, type);
        } catch (DatabindException | InputCoercionException e) {
            throw UnreadableFile.ofValue(e);
        } catch (JacksonException e) {
            throw UnreadableFile.ofText(e);
        }
    }
}
