// SPDX-License-Identifier: Apache-2.0
package org.tearline.file;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.core.json.JsonWriteFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.cfg.JsonNodeFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** SHA-256 over a file's canonical form (RFC 8785) without the digest field. Thread-safe. */
public final class Digest {
    /** Hex digits of the digest in a file name. Among 10^6 files, a collision has a probability of 3 * 10^-8. */
    public static final int NAME_LENGTH = 16;
    private static final Pattern LAST_FIELD = Pattern.compile("\"digest\": \"([0-9a-f]{64})\"\\s*}\\s*$");
    /** The last field takes fewer bytes. */
    private static final int END_OF_FILE = 128;
    private static final JsonMapper COMPACT = JsonMapper.builder().disable(JsonWriteFeature.WRITE_HEX_UPPER_CASE)
        .build();
    private static final JsonMapper SORTED = COMPACT.rebuild().enable(JsonNodeFeature.WRITE_PROPERTIES_SORTED).build();

    private Digest() {
    }

    /** Returns the digest that a file states in its last field, or an empty string. Reads only the end of the file. */
    public static String stored(Path path) {
        ByteBuffer end = ByteBuffer.allocate(END_OF_FILE);
        if (!Files.isRegularFile(path)) {
            return "";
        }
        try (SeekableByteChannel in = Files.newByteChannel(path)) {
            in.position(Math.max(0, in.size() - END_OF_FILE)).read(end);
        } catch (IOException e) {
            // The validator reports the error.
            return "";
        }
        Matcher matcher = LAST_FIELD.matcher(new String(end.array(), 0, end.position(), ISO_8859_1));
        if (matcher.find()) {
            return matcher.group(1);
        }
        return "";
    }

    /** Returns the digest of a file, whatever the digest field contains. */
    static String of(ObjectNode file) {
        ObjectNode rest = file.deepCopy();
        rest.remove("digest");
        return sha256(canonical(rest));
    }

    public static String sha256(byte[] bytes) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError("every JVM has SHA-256", e);
        }
    }

    /**
     * Returns the canonical form: keys sorted by UTF-16 code unit, no white space, only the necessary escapes. Valid
     * files contain only integers up to 2^53, for which Jackson writes the same digits as RFC 8785.
     */
    static byte[] canonical(JsonNode node) {
        return SORTED.writeValueAsBytes(node);
    }

    /** Returns compact JSON with the keys in their given order. */
    static String compact(JsonNode node) {
        return COMPACT.writeValueAsString(node);
    }
}
