// SPDX-License-Identifier: Apache-2.0
package org.tearline.page;

import java.util.List;
import org.tearline.verdict.Verdict;

/**
 * The answer for one write and read of a value across one boundary. The texts have placeholders: {cpu} is the CPU's
 * name, {nearest} that of its nearest relative, {from} and {to} are the first and last byte, {edge} is the offset of
 * the boundary, {next} the first multiple of the width from the offset on, {api} the API, and {instead} the one to use
 * in its place.
 *
 * @param origin measured, reported, promised, predicted, documented or unmeasured
 * @param sure   how certain the answer is; may be empty
 * @param then   what holds once the call is compiled; null if that is the same
 */
public record Answer(Verdict verdict, String origin, String why, String sure, String fix, Answer then) {
    /** Verdicts with pictures and styles of their own. One that ends with compilation looks like the lasting one. */
    static final List<Verdict> PICTURED = List.of(Verdict.TORN, Verdict.FAULTS, Verdict.REFUSED, Verdict.MAY_FAULT,
        Verdict.OPEN, Verdict.NOT_SEEN, Verdict.PROMISED);

    static final String MEASURED = "measured";
    static final String REPORTED = "reported";
    static final String PROMISED = "promised";
    static final String PREDICTED = "predicted";
    static final String DOCUMENTED = "documented";
    static final String UNMEASURED = "unmeasured";

    Answer(Verdict verdict, String origin, String why, String sure, String fix) {
        this(verdict, origin, why, sure, fix, null);
    }

    /** Returns the name of a verdict in CSS classes, links and files. One that ends with compilation looks the same. */
    static String style(Verdict verdict) {
        return verdict.style().replaceFirst("-until-compiled$", "");
    }

    /** Returns the answer until the JIT compiles the call, after which this one holds. */
    private Answer until(Verdict first, String firstWhy) {
        return new Answer(first, DOCUMENTED, firstWhy, "", fix, this);
    }

    Answer tornUntilCompiled() {
        return until(Verdict.TORN_UNTIL_COMPILED, "Until the JIT compiles the call, Java code makes this access in"
            + " pieces, so it tears on every CPU ({api}).");
    }

    Answer faultsUntilCompiled() {
        return until(Verdict.FAULTS_UNTIL_COMPILED, "Until the JIT compiles the call, the JVM uses STLR or LDAR, which"
            + " fault there with SIGBUS.");
    }

    Answer refusedUntilCompiled(String exception) {
        return until(Verdict.REFUSED_UNTIL_COMPILED, "Until C2 compiles the call, the JDK throws " + exception
            + ", because bytes {from} to {to} span two ints.");
    }
}
