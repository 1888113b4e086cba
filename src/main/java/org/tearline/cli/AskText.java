// SPDX-License-Identifier: Apache-2.0
package org.tearline.cli;

import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.tearline.ask.Reply.Card;
import org.tearline.ask.Reply.Chip;
import org.tearline.ask.Reply;
import org.tearline.cli.text.Screen;
import org.tearline.file.Quoted;
import org.tearline.words.Words;

/** Prints the answer to a question as the cards and sections of the results page. */
record AskText(Screen screen) {
    private static final String INDENT = "      ";

    void print(Reply reply) {
        boolean judged = reply.cards().stream().anyMatch(Card::hasVerdict);
        if (judged) {
            reply.cards().forEach(this::print);
            say("asked", chips(reply.chips(), Chip::asked));
            say("else", Words.enclosed("", chips(reply.chips(), chip -> !chip.asked()), " (assumed)"));
        }
        reply.notices().forEach(notice -> say("note", notice));
        reply.explanations().forEach(one -> {
            say("log", one.title());
            one.text().forEach(sentence -> say("", sentence));
            one.fix().forEach(sentence -> say("fix", sentence));
        });
        reply.sections().forEach(section -> {
            say("see", section.title());
            // As on the page, only the best one is open.
            if (section == reply.sections().get(0)) {
                say("", section.text());
            }
        });
        // A card without a verdict asks for more, or for other words.
        if (!judged) {
            reply.cards().forEach(this::print);
        }
    }

    private void print(Card card) {
        if (!card.hasVerdict()) {
            screen.say(card.headline() + "  ", INDENT, Quoted.sentence(card.why()));
            if (card.choices() != null) {
                card.choices().forEach(choice -> say("", choice));
            }
            if (card.rows() != null) {
                card.rows().forEach(row -> say("", row.name() + ": " + row.headline()));
            }
            return;
        }
        say(card.headline() + "  ", card.name() + ": " + card.what() + " (" + card.origin() + ")");
        say("why", card.why());
        say("sure", card.sure());
        say("fix", card.fix());
        say("java", card.java());
    }

    private static String chips(List<Chip> chips, Predicate<Chip> wanted) {
        return chips.stream().filter(wanted).map(chip -> chip.label() + " " + chip.text())
            .collect(Collectors.joining(", "));
    }

    private void say(String label, String sentence) {
        if (sentence != null && !sentence.isEmpty()) {
            screen.say("%-6s".formatted(label), INDENT, Quoted.sentence(sentence));
        }
    }
}
