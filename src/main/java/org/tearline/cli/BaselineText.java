// SPDX-License-Identifier: Apache-2.0
package org.tearline.cli;

import java.util.List;
import java.util.stream.Stream;
import org.tearline.file.Quoted;
import org.tearline.judge.JudgedReport;

/** Says which entries of a baseline accept nothing. Stateless. */
final class BaselineText {
    private BaselineText() {
    }

    static List<String> lines(JudgedReport judgement) {
        Stream<String> unused = judgement.unused().stream()
            .map(entry -> "matches nothing any more: " + Quoted.full(entry.access()));
        Stream<String> ambiguous = judgement.ambiguous().stream()
            .map(entry -> "accepts nothing, as there are more such lambdas or anonymous classes than it lists, and"
                + " compilers renumber them: " + Quoted.full(entry.access()));
        return Stream.concat(unused, ambiguous).toList();
    }
}
