// SPDX-License-Identifier: Apache-2.0
package org.tearline.page;

import java.util.function.UnaryOperator;
import org.tearline.verdict.Verdict;

/**
 * What a card says of a write and a read of a value at a place on a CPU. The texts have placeholders: {cpu} is the
 * CPU's name, {nearest} that of its nearest relative, {from} and {to} are the first and last byte, {edge} is the offset
 * of the boundary, and {next} the first multiple of the width from the offset on.
 *
 * @param origin measured, reported, promised, predicted, documented or unmeasured
 * @param sure   how certain the answer is; may be empty
 * @param then   what holds once the call is compiled; null if that is the same
 */
public record CardText(Verdict verdict, String origin, String why, String sure, String fix, CardText then) {
    CardText(Verdict verdict, String origin, String why, String sure, String fix) {
        this(verdict, origin, why, sure, fix, null);
    }

    CardText faultsUntilCompiled() {
        return new CardText(Verdict.FAULTS_UNTIL_COMPILED, "documented", "Until the JIT compiles the call, the JVM uses"
            + " STLR or LDAR, which fault there with SIGBUS.", "", fix, this);
    }

    /** Returns a copy without placeholders, given what fills them. */
    CardText filled(UnaryOperator<String> values) {
        return new CardText(verdict, origin, values.apply(why), values.apply(sure), values.apply(fix));
    }

    /** Returns the CSS classes of a card. */
    public String style() {
        return verdict.style() + " by-" + origin;
    }
}
