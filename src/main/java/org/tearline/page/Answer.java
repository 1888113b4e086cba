// SPDX-License-Identifier: Apache-2.0
package org.tearline.page;

/**
 * What is known of one write and read of a value that lies across one boundary. The texts have places to fill: {cpu}
 * is its name, {from} and {to} are the first and last byte, {edge} is the boundary inside, {next} the next multiple of
 * the width. Immutable.
 *
 * @param origin measured, reported, promised or predicted
 * @param why    in a sentence
 * @param sure   how sure, or empty
 * @param fix    what to do
 */
public record Answer(Verdict verdict, String origin, String why, String sure, String fix) {
    static final String MEASURED = "measured";
    static final String REPORTED = "reported";
    static final String PROMISED = "promised";
    static final String PREDICTED = "predicted";

    /** Fills a text; page.js does the same. */
    static String filled(String text, String cpu, int offset, int widthBytes) {
        int last = offset + widthBytes - 1;
        int boundary = Integer.highestOneBit(offset ^ last);
        return text.replace("{cpu}", cpu).replace("{from}", String.valueOf(offset))
            .replace("{to}", String.valueOf(last))
            .replace("{edge}", String.valueOf(last & -boundary))
            .replace("{next}", String.valueOf((offset + widthBytes - 1) / widthBytes * widthBytes));
    }
}
