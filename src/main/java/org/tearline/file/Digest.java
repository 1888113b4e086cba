// SPDX-License-Identifier: Apache-2.0
package org.tearline.file;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Holds what ties a file to its name: SHA-256 over its canonical form without the digest itself. Pure. Thread-safe. */
public final class Digest {
    /** How much of the digest is in a file's name: enough for 10^6 files with a chance of 10^-7 of two alike. */
    public static final int NAME_LENGTH = 16;

    private static final String FIELD = "digest";

    private Digest() {
    }

    /** Returns the digest that a record must carry. */
    public static String of(ResultFile file) {
        return of(ResultText.tree(file));
    }

    /**
     * Returns the digest that a parsed file must carry.
     *
     * @throws IllegalArgumentException if the file has no canonical form
     */
    public static String of(JsonNode tree) {
        ObjectNode rest = ((ObjectNode) tree).objectNode();
        rest.setAll((ObjectNode) tree);
        rest.remove(FIELD);
        return sha256(CanonicalJson.bytes(rest));
    }

    /** Returns the digest of some bytes in hex. */
    public static String sha256(byte[] bytes) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError("every JVM has SHA-256", e);
        }
    }
}
