// SPDX-License-Identifier: Apache-2.0
package org.tearline.judge;

import java.util.Comparator;
import org.tearline.judge.AgentReport.Place;
import org.tearline.trial.Alignment;
import org.tearline.trial.Geometry;
import org.tearline.trial.Width;
import org.tearline.verdict.Verdict;

/**
 * One offset of a value, with the judgement of the accesses there. Thread-safe.
 *
 * @param offset   from the start of the line; in an object, from a multiple of 8
 * @param bytes    of the widest access
 * @param boundary the largest power of two with a multiple inside the value
 * @param certain  false if the garbage collector may move the value across a line, which is then assumed
 * @param ifShared the danger of a value that threads share
 */
public record JudgedPlace(int offset, int bytes, int boundary, Alignment placement, boolean certain,
                          Verdict ifShared, EveryCpu cpus) {
    static final Comparator<JudgedPlace> WORST_FIRST = Comparator.comparing(JudgedPlace::ifShared)
        .thenComparing(JudgedPlace::boundary, Comparator.reverseOrder()).thenComparing(JudgedPlace::offset);

    /**
     * Judges the accesses at a place.
     *
     * @param heap whether the value is in a heap object
     */
    static JudgedPlace of(Place seen, boolean heap, PlaceAccesses accesses, Judge judge) {
        Geometry geometry = judge.geometry();
        int bytes = accesses.bytes();
        // Heap objects are aligned to 8 bytes.
        boolean certain = !heap || seen.offset() + bytes <= 8;
        int offsetInPage = seen.offset();
        if (!certain) {
            // The garbage collector may move the first byte to the end of a line.
            offsetInPage = geometry.lineBytes() - 1;
        } else if (seen.crossesPage()) {
            // In the last line of the page.
            offsetInPage += geometry.pageBytes() - geometry.lineBytes();
        }
        int boundary = geometry.boundary(offsetInPage, Width.of(bytes));
        Alignment placement = Alignment.of(offsetInPage, Width.of(bytes), geometry);
        EveryCpu cpus = EveryCpu.of(accesses, boundary, placement, judge);
        return new JudgedPlace(seen.offset(), bytes, boundary, placement, certain, cpus.danger(judge.target()), cpus);
    }
}
