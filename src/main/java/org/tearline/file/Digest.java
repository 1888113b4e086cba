// SPDX-License-Identifier: Apache-2.0
package org.tearline.file;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import org.tearline.file.Examination.Quoted;
import org.tearline.verdict.Tally.Counts;
import tools.jackson.core.json.JsonWriteFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.cfg.JsonNodeFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** SHA-256 over a file's canonical form (RFC 8785) without the digest field. Thread-safe. */
public final class Digest {
    /** Digits of the digest in a file's name: among 10^6 files, two collide with a probability of 3 * 10^-8. */
    public static final int NAME_LENGTH = 16;
    private static final String FIELD = "digest";
    private static final JsonMapper COMPACT = JsonMapper.builder()
        .disable(JsonWriteFeature.WRITE_HEX_UPPER_CASE, JsonWriteFeature.ESCAPE_FORWARD_SLASHES).build();
    private static final JsonMapper SORTED = COMPACT.rebuild().enable(JsonNodeFeature.WRITE_PROPERTIES_SORTED).build();

    private Digest() {
    }

    static String of(ResultFile file) {
        return of(ResultText.tree(file));
    }

    /**
     * Returns the correct digest of a parsed file.
     *
     * @throws IllegalArgumentException if the file has no canonical form
     */
    static String of(JsonNode tree) {
        ObjectNode rest = ((ObjectNode) tree).objectNode();
        rest.setAll((ObjectNode) tree);
        rest.remove(FIELD);
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
     * Returns the canonical form: keys sorted by UTF-16 code unit, no white space, only the necessary escapes.
     *
     * @throws IllegalArgumentException for a fraction, a number beyond 2^53 or an unpaired surrogate
     */
    static byte[] canonical(JsonNode node) {
        requireCanonical(node);
        return SORTED.writeValueAsBytes(node);
    }

    /** Returns compact JSON with the keys in their given order. */
    static String compact(JsonNode node) {
        return COMPACT.writeValueAsString(node);
    }

    private static void requireCanonical(JsonNode node) {
        if (node.isNumber() && !(node.isIntegralNumber() && node.canConvertToLong()
            && Math.abs(node.longValue()) <= Counts.MOST)) {
            throw new IllegalArgumentException("not an integer below 2^53: " + Quoted.of(node.toString()));
        }
        // Jackson replaces an unpaired surrogate with a question mark.
        if (node.isString() && !StandardCharsets.UTF_8.newEncoder().canEncode(node.stringValue())) {
            throw new IllegalArgumentException("unpaired surrogate in " + Quoted.of(node.stringValue()));
        }
        node.forEach(Digest::requireCanonical);
    }
}
