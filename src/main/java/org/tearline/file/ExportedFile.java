// SPDX-License-Identifier: Apache-2.0
package org.tearline.file;

import static org.tearline.file.ValidationRule.SIZE;

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
     * Reads the content of a file.
     *
     * @param type JsonNode, or a record; the file must contain the record's primitive components, and its constructor
     *             must check the others
     */
    public static <T> T read(byte[] text, int maxBytes, Class<T> type) throws UnreadableFile {
        if (text.length > maxBytes) {
            throw new UnreadableFile(SIZE, "more than " + maxBytes + " bytes");
        }
        JsonMapper mapper = new JsonMapper(JsonFactory.builder()
            .streamReadConstraints(StreamReadConstraints.builder().maxDocumentLength(maxBytes + 1L).build())
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION).build());
        try {
            return mapper.readValue(text, type);
        } catch (DatabindException | InputCoercionException e) {
            throw UnreadableFile.ofValue(e);
        } catch (JacksonException e) {
            throw UnreadableFile.ofText(e);
        }
    }
}
