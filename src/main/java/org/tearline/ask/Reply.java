// SPDX-License-Identifier: Apache-2.0
package org.tearline.ask;

import java.util.List;

/**
 * What the results page shows for a question, as ask.schema.json describes it.
 *
 * @param title   the first headline
 * @param notices what was not used, and what a name stands for
 */
public record Reply(String question, String title, List<Chip> chips, List<String> notices, List<Part> sections,
                    List<Explanation> explanations, List<Card> cards) {
    /** What a question is about: its value, as text, and whether it was asked or assumed. */
    public record Chip(String chip, String label, String value, String text, boolean asked) {
    }

    /** A section of docs/questions.md. */
    public record Part(String id, String title, String text, String see) {
    }

    /** What a line of a log means. */
    public record Explanation(String title, List<String> text, List<String> fix) {
    }

    /**
     * The answer for a CPU, or for all CPUs.
     *
     * @param verdict open without a verdict
     * @param cpu     the CPU's id; null for all CPUs
     * @param choices what has to be chosen first; null if nothing
     * @param rows    the CPUs to choose from; null if one was asked for
     */
    public record Card(String verdict, String headline, String origin, String cpu, String name, String what,
                       String why, String sure, String fix, String java, List<String> choices, List<Row> rows) {
        /** Whether the card answers, rather than asks for what is missing. */
        public boolean hasVerdict() {
            return name != null;
        }
    }

    /** The answer for one of all CPUs. */
    public record Row(String cpu, String name, String headline) {
    }
}
