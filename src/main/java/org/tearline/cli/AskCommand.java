// SPDX-License-Identifier: Apache-2.0
package org.tearline.cli;

import java.util.List;
import java.util.Set;
import org.tearline.ask.Questions;
import org.tearline.ask.Reply.Card;
import org.tearline.ask.Reply;
import org.tearline.cli.text.JsonText;
import org.tearline.page.Resource;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code tester ask}: answers a question as the results page does. */
@Command(name = "ask", header = "Answer a question as the results page does.",
    description = {"", "QUESTION names a CPU, a place, an access, or asks a question: tester ask Zen 4 28 cas. Shows"
        + " what was asked and what was assumed, and lists the words that were not used. Nothing is measured; the"
        + " results are those published with this version. Makes no network calls.", ""},
    exitCodeList = {"0:promised whole or not seen to tear; or a question that has no verdict was answered",
        "1:it tears, faults or may fault on at least one of the CPUs asked about", "2:wrong usage",
        "3:no verdict: not promised, refused, not understood, or something is missing", ExitCode.FAILED})
final class AskCommand extends Subcommand {
    @Parameters(paramLabel = "QUESTION", arity = "1..*", description = "The question; its words are joined.")
    private List<String> words;

    @Option(names = "--json", description = JSON)
    private boolean json;

    @Override
    public Integer call() {
        Reply reply = Questions.answers(List.of(String.join(" ", words)), Resource.text("/index.html")).get(0);
        if (json) {
            stdout.println(JsonText.of(reply));
        } else {
            new AskText(screen()).print(reply);
        }
        List<String> verdicts = reply.cards().stream().map(Card::verdict).toList();
        if (verdicts.stream().anyMatch(Set.of("torn", "faults", "may-fault")::contains)) {
            return ExitCode.TORN;
        }
        // The title for a CPU that the page does not list.
        boolean unknown = reply.title().equals("NOT KNOWN");
        boolean explained = !unknown && verdicts.isEmpty()
            && !(reply.sections().isEmpty() && reply.explanations().isEmpty());
        boolean whole = !verdicts.isEmpty() && Set.of("promised", "not-seen").containsAll(verdicts);
        if (explained || whole) {
            return ExitCode.NONE_SEEN;
        }
        return ExitCode.NO_VERDICT;
    }
}
