// SPDX-License-Identifier: Apache-2.0
package org.tearline.file;

import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.exc.StreamConstraintsException;

/** Limits for untrusted JSON, each of which says how it was exceeded. Thread-safe. */
final class ReaderLimits extends StreamReadConstraints {
    private static final long serialVersionUID = 1;

    /** A valid file has six levels: file, placements, pair of CPUs, controls, control, aligned. */
    private static final int MAX_DEPTH = 8;
    /** The longest valid string, a value of 64 bytes in hex, has 130 characters. */
    private static final int MAX_STRING = 256;
    private static final int MAX_NAME = 64;
    /** One more digit than the largest valid count has. */
    private static final int MAX_DIGITS = 17;

    /** Reports JSON beyond a limit in a few printable words. Jackson's own messages name Java types and settings. */
    static final class Exceeded extends StreamConstraintsException {
        private static final long serialVersionUID = 1;

        private Exceeded(String message) {
            super(message);
        }
    }

    ReaderLimits() {
        super(MAX_DEPTH, ResultFile.MAX_BYTES, Long.MAX_VALUE, MAX_DIGITS, MAX_STRING, MAX_NAME);
    }

    @Override
    public void validateNestingDepth(int depth) {
        require(depth <= MAX_DEPTH, "nested more than " + MAX_DEPTH + " levels deep");
    }

    @Override
    public void validateIntegerLength(int length) {
        require(length <= MAX_DIGITS, "a number of more than " + MAX_DIGITS + " digits");
    }

    @Override
    public void validateFPLength(int length) {
        validateIntegerLength(length);
    }

    @Override
    public void validateStringLength(int length) {
        validateStringLengthLong(length);
    }

    @Override
    public void validateStringLengthLong(long length) {
        require(length <= MAX_STRING, "a text of more than " + MAX_STRING + " characters");
    }

    @Override
    public void validateNameLength(int length) {
        require(length <= MAX_NAME, "a name of more than " + MAX_NAME + " characters");
    }

    private static void require(boolean within, String otherwise) {
        if (!within) {
            throw new Exceeded(otherwise);
        }
    }
}
