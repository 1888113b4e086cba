// SPDX-License-Identifier: Apache-2.0
package org.tearline.jcstress;

/** Puts the bytes of a value into the words of a report: before, after, torn at a seam, alien. Thread-safe. */
final class Bytes {

    private static final int BEFORE_DIGIT = 0xA;
    private static final int AFTER_DIGIT = 0xB;

    private Bytes() {
    }

    /**
     * {@code before}, {@code after}, {@code torn at 4: A1A2A3A4 B5B6B7B8} (the seam, or several joined by a plus),
     * or {@code alien: ...} if a byte is of no write, or not at its place.
     */
    static String describe(long value, int widthBytes) {
        StringBuilder seams = new StringBuilder();
        int previousWrite = 0;
        for (int i = 0; i < widthBytes; i++) {
            int b = Values.byteInMemory(value, i, widthBytes);
            int write = b >>> 4;
            if ((b & 0xF) != i + 1 || write != BEFORE_DIGIT && write != AFTER_DIGIT) {
                return "alien: " + runs(value, widthBytes);
            }
            if (i > 0 && write != previousWrite) {
                seams.append(seams.isEmpty() ? "" : "+").append(i);
            }
            previousWrite = write;
        }
        if (seams.isEmpty()) {
            return previousWrite == BEFORE_DIGIT ? "before" : "after";
        }
        return "torn at " + seams + ": " + runs(value, widthBytes);
    }

    /** Returns the bytes in memory order, with a space wherever the write changes: {@code A1A2A3A4 B5B6B7B8}. */
    static String runs(long value, int widthBytes) {
        StringBuilder text = new StringBuilder();
        int previous = Values.byteInMemory(value, 0, widthBytes);
        for (int i = 0; i < widthBytes; i++) {
            int b = Values.byteInMemory(value, i, widthBytes);
            text.append(b >>> 4 == previous >>> 4 ? "" : " ").append(String.format("%02X", b));
            previous = b;
        }
        return text.toString();
    }
}
