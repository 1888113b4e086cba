// SPDX-License-Identifier: Apache-2.0
package org.tearline.page;

import java.util.List;
import org.tearline.verdict.Verdict;

/**
 * The answer for one write and read of a value across one boundary. The texts have placeholders: {cpu} is the CPU's
 * name, {nearest} that of its nearest relative, {from} and {to} are the first and last byte, {edge} is the offset of
 * the boundary, and {next} the first multiple of the width from the offset on.
 *
 * @param origin measured, reported, promised, predicted or unmeasured
 * @param sure   how certain the answer is; may be empty
 */
public record Answer(Verdict verdict, String origin, String why, String sure, String fix) {
    /** The verdicts of the page's cards, worst first. */
    static final List<Verdict> VERDICTS = List.of(Verdict.TORN, Verdict.FAULTS, Verdict.REFUSED, Verdict.MAY_FAULT,
        Verdict.OPEN, Verdict.NOT_SEEN, Verdict.PROMISED);

    static final String MEASURED = "measured";
    static final String REPORTED = "reported";
    static final String PROMISED = "promised";
    static final String PREDICTED = "predicted";
    static final String UNMEASURED = "unmeasured";
}
