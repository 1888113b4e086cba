// SPDX-License-Identifier: Apache-2.0
package org.tearline.verdict;

/** Says which side of a pair tears, by what is known of each: the same from the worker to the page. Immutable. */
public record WhoTore(Side write, Side read) {
    /** Neither side was asked. */
    public static final WhoTore NOT_ASKED = new WhoTore(Side.NOT_ASKED, Side.NOT_ASKED);

    /**
     * The conclusion. One side alone is the culprit only if the other is promised whole, or strongly shown to
     * be.
     */
    public Attribution who() {
        if (write.tears() && read.tears()) {
            return Attribution.BOTH;
        }
        if (write.tears()) {
            return read.whole() ? Attribution.WRITE : Attribution.WRITE_AT_LEAST;
        }
        if (read.tears()) {
            return write.whole() ? Attribution.READ : Attribution.READ_AT_LEAST;
        }
        return equals(NOT_ASKED) ? Attribution.NOT_ASKED : Attribution.UNKNOWN;
    }
}
