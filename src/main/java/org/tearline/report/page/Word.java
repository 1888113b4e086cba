// SPDX-License-Identifier: Apache-2.0
package org.tearline.report.page;

import org.tearline.merge.Summary;

/**
 * Holds what a table's cell says: a sign, words, and a class for its colour. Immutable.
 *
 * @param counts numerator and denominator in full; may be empty
 * @param broken the promise that speaks against it, such as {@code I8}; empty for none
 */
public record Word(String style, String glyph, String words, String counts, String broken) {

    /** Says where a value of its width cannot lie. */
    static final Word IMPOSSIBLE = new Word("nothing", "", "cannot be", "", "");

    static Word of(Summary summary, String broken) {
        return new Word(summary.seen().id(), summary.seen().glyph(), summary.words(), summary.counts(), broken);
    }
}
