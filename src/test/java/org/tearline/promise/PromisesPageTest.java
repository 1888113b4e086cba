// SPDX-License-Identifier: Apache-2.0
package org.tearline.promise;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.tearline.Golden;
import org.tearline.plan.Alignment;
import org.tearline.plan.Architecture;
import org.tearline.platform.CpuFeature;
import org.tearline.report.text.Words;

/** Keeps docs/promises.md in step with the registry, from which it is generated. */
class PromisesPageTest {
    private static final Path PAGE = Path.of("docs/promises.md");

    private static final String HEAD = """
        # What vendors promise about access atomicity

        <!-- Made from src/main/resources/promise/guarantees.json: change that, then run the tests with
             -Dgolden.regenerate=true. -->

        A promise says that no reader ever sees half of an access. It is the vendor's word and no measurement; what was
        measured is in [reports](../reports/README.md). Where nothing is promised, an access may tear. It need not.

        A promise for a write says nothing of the read. A pair is promised atomic only if both sides are: a locked write
        does not make an ordinary read of it whole.

        Every rule has an id. `tester probe` prints the rules for your CPU, and the page of results cites them.

        | Word | Meaning |
        |---|---|
        | atomic | no reader ever sees half of it |
        | no rule | we found no document that says anything: neither a promise nor a denial |
        | not guaranteed | a document says so, or leaves it out of what it guarantees; it need not tear |
        | not guaranteed or traps | the same, or the machine refuses it |
        | faults | the machine refuses it: a signal, or an exception of the JVM |

        The places are those of the [glossary](glossary.md#places).

        How sure we are: *read*, we read the vendor's text or the source code; *quoted*, we read a quotation of it;
        *inferred*, we conclude it.

        I4 and I21 are about CPUs that no 64-bit JVM runs on; so the page of results has no row for a 486 or a Pentium.

        """;

    private final Guarantees guarantees = Guarantees.load();

    @Test
    void shouldListEveryRuleOfTheRegistry() throws IOException {
        String page = page();
        Golden.check(PAGE, page);
        Golden.abortIfWritten();
        assertThat(guarantees.rules()).allSatisfy(rule -> assertThat(page).contains("### " + rule.id() + "\n",
            rule.sentence()));
    }

    private String page() {
        StringBuilder text = new StringBuilder(HEAD);
        Set<List<Architecture>> groups = guarantees.rules().stream().map(Rule::architectures)
            .collect(Collectors.toCollection(LinkedHashSet::new));
        for (List<Architecture> group : groups) {
            text.append("## ").append(group.stream().map(PromisesPageTest::title).collect(Collectors.joining(", ")))
                .append("\n\n");
            guarantees.rules().stream().filter(rule -> rule.architectures().equals(group))
                .forEach(rule -> append(text, rule));
        }
        text.append("## Java, on any CPU\n\n");
        for (JavaRule rule : guarantees.javaRules()) {
            text.append("### ").append(rule.id()).append("\n\n").append(rule.sentence()).append("\n\n- Applies to: ")
                .append(rule.appliesTo()).append(".\n- Source: [").append(rule.source()).append("](")
                .append(rule.url()).append("), ").append(rule.confidence()).append(".\n\n");
        }
        text.append("## Features that rules ask for\n\n"
            + "A result file names those that the CPU has, in the words of /proc/cpuinfo, and no other feature.\n"
            + "Where a file does not say, no rule that asks for one applies.\n\n");
        for (CpuFeature feature : CpuFeature.values()) {
            text.append("- `").append(feature).append("`: asked for by ").append(guarantees.rules().stream()
                .filter(rule -> rule.cases().stream().flatMap(one -> Stream.concat(one.with().stream(),
                    one.without().stream())).anyMatch(feature::equals)).map(Rule::id).collect(Collectors.joining(", ")))
                .append(".\n");
        }
        text.append("\n## Seen elsewhere, by others\n\n"
            + "Published by others, not checked here and in no count of ours. What was argued, inferred or not tested\n"
            + "for tears, or is about another width than 8 bytes, has no cell on the page of results.\n\n");
        guarantees.observations().forEach(seen -> text.append("- ").append(seen.id()).append(", ").append(seen.cpu())
            .append(": ").append(seen.observed()).append(". How: ").append(seen.how()).append(". By: ")
            .append(seen.by()).append(". Source: [").append(seen.source()).append("](").append(seen.url())
            .append("), ").append(seen.confidence()).append(". ").append(cells(seen)).append(".\n"));
        return text.toString();
    }

    private static void append(StringBuilder text, Rule rule) {
        text.append("### ").append(rule.id()).append("\n\n").append(rule.sentence()).append("\n\n- Applies to: ")
            .append(rule.vendor()).append(", ").append(rule.appliesTo()).append(".\n- Access: ").append(rule.access())
            .append(".\n- Source: ").append(rule.sources().isEmpty() ? "none found" : rule.sources().stream()
                .map(source -> "[" + source.title() + "](" + source.url() + ")").collect(Collectors.joining(", "))
                + ", " + rule.confidence()).append(".\n\n| Width in bytes | Instruction | Place | Promise | Only |\n"
                + "|---|---|---|---|---|\n");
        for (Rule.Case one : rule.cases()) {
            text.append("| ").append(joined(one.widths())).append(" | ").append(joined(one.accesses())).append(" | ")
                .append(places(one.placements())).append(" | ")
                .append(one.promise().toString().replace('-', ' ')).append(" | ")
                .append(condition(one)).append(" |\n");
        }
        text.append('\n');
    }

    private static String cells(Observation seen) {
        return seen.cells().isEmpty() ? "No cell" : "Cells: " + seen.cells().stream().map(cell -> cell.pairs().stream()
            .map(PairClass::title).collect(Collectors.joining(", ")) + " " + cell.placements().stream()
            .map(PromisesPageTest::words).collect(Collectors.joining(", ")) + " " + cell.seen())
            .collect(Collectors.joining("; "));
    }

    private static String condition(Rule.Case one) {
        return Stream.concat(one.with().stream().map(feature -> "with " + feature),
            one.without().stream().map(feature -> "without " + feature)).collect(Collectors.joining(", "));
    }

    private static String places(List<Alignment> placements) {
        if (placements.size() == Alignment.values().length) {
            return "anywhere";
        }
        return placements.size() == Alignment.values().length - 1 && !placements.contains(Alignment.ALIGNED)
            ? "anywhere misaligned" : placements.stream().map(PromisesPageTest::words)
                .collect(Collectors.joining(", "));
    }

    private static String words(Alignment placement) {
        return Words.place(placement);
    }

    private static String title(Architecture architecture) {
        return switch (architecture) {
            case X86_64 -> "x86-64";
            case AARCH64 -> "AArch64";
            case RISCV64 -> "RISC-V";
            case PPC64 -> "POWER";
            case S390X -> "s390x";
            case LOONGARCH64 -> "LoongArch";
            case OTHER -> "other";
        };
    }

    private static String joined(List<?> values) {
        return values.stream().map(Object::toString).collect(Collectors.joining(", "));
    }
}
