// SPDX-License-Identifier: Apache-2.0
package org.tearline.junit;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import java.util.stream.Collectors;
import org.tearline.agent.access.Place;

/**
 * Holds what vendors promise of misaligned accesses, and what to do about them: a table that the tester makes of its
 * promises. Immutable.
 */
final class Promises {
    private static final String FILE = "promises.tsv";
    /** The columns that find a row: place, width, operation and mode. */
    private static final int KEY_COLUMNS = 4;
    private static final int OBJECT_ALIGNMENT = 8;
    private static final Map<String, Entry> ENTRIES = read();

    /** Holds what is promised, and the remedy. */
    record Entry(String words, String remedy) {
    }

    private Promises() {
    }

    /**
     * Returns the row of an access.
     *
     * @param offset from a multiple of 8, in an object
     */
    static Entry of(Hit hit, Place worst, int offset) {
        String place = worst != Place.IN_OBJECT ? worst.toString()
            : offset + hit.bytes() <= OBJECT_ALIGNMENT ? "in-object-inside-8" : "in-object";
        return ENTRIES.get(String.join("\t", place, Integer.toString(hit.bytes()), hit.operation(), hit.mode()));
    }

    private static Map<String, Entry> read() {
        try (BufferedReader lines = new BufferedReader(new InputStreamReader(
            Promises.class.getResourceAsStream(FILE), StandardCharsets.UTF_8))) {
            return lines.lines().filter(line -> !line.startsWith("#")).map(line -> line.split("\t"))
                .collect(Collectors.toUnmodifiableMap(
                    columns -> String.join("\t", Arrays.copyOf(columns, KEY_COLUMNS)),
                    columns -> new Entry(columns[KEY_COLUMNS], columns[KEY_COLUMNS + 1])));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
