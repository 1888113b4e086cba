// SPDX-License-Identifier: Apache-2.0
package org.tearline.promise;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.tearline.Golden;
import org.tearline.machine.CpuFeature;
import org.tearline.promise.Guarantees.CpuFamily;
import org.tearline.promise.Guarantees.Observation;
import org.tearline.promise.Guarantees.PairPromise;
import org.tearline.trial.AccessClass;
import org.tearline.trial.Alignment;
import org.tearline.trial.Architecture;
import org.tearline.trial.Geometry;
import org.tearline.trial.PairKind;
import org.tearline.trial.Width;
import org.tearline.words.Words;

/** Generates docs/promises.md from the registry and checks that the committed page is current. */
class PromisesPageTest {
    private static final Path PAGE = Path.of("docs/promises.md");

    private static final String HEAD = """
        # What vendors promise about access atomicity

        <!-- Generated from src/main/resources/promise/guarantees.json: change that, then run the tests with
             -Dgolden.regenerate=true. -->

        A promise means that no reader ever sees part of an access. It is a vendor's statement, not a measurement; for
        measurements see [reports](../reports/README.md). Without a promise, an access may or may not tear.

        A promise for a write says nothing about the read. A pair is promised to be atomic only if both sides are: a
        locked write does not make an ordinary read atomic.

        Rules have ids, by which `tester probe`, `tester run` and the results page cite them.

        After a source, *read* means that we read the text or code itself, *quoted* that we read a quotation of it, and
        *inferred* that the text implies the rule without stating it.

        No 64-bit JVM runs on the CPUs of rules I4 and I21, so the results page has no rows for the 486 and the Pentium.

        """;

    private static final String GRANULES = """
        ## The promised granules

        An access is promised to be atomic if all of its bytes lie in one aligned block of the listed size. *Its width*:
        only at a multiple of its size. *Anywhere*: even across lines and pages. *Line*: a cache line, here 64 bytes.

        | CPU | plain store, load | volatile store, load | locked |
        |---|---|---|---|
        """;
    private static final List<Width> WIDTHS = List.of(Width.SHORT, Width.INT, Width.LONG);
    private static final Geometry GEOMETRY = new Geometry(64, 4096);

    private final Guarantees guarantees = Guarantees.load();

    @Test
    void shouldListEveryRuleOfTheRegistry() throws IOException {
        String page = page();
        Golden.check(PAGE, page);
        Golden.abortIfWritten();
        assertThat(guarantees.rules()).allSatisfy(rule -> assertThat(page).contains("**" + rule.id() + "**: ",
            rule.sentence()));
    }

    private String page() {
        StringBuilder text = new StringBuilder(HEAD).append(GRANULES);
        guarantees.families().forEach(family -> text.append("| ").append(family.name()).append(" | ")
            .append(granule(family, AccessClass.PLAIN)).append(" | ").append(granule(family, AccessClass.ORDERED))
            .append(" | ").append(locked(family)).append(" |\n"));
        text.append('\n');
        Set<List<Architecture>> groups = guarantees.rules().stream().map(Rule::architectures)
            .collect(Collectors.toCollection(LinkedHashSet::new));
        for (List<Architecture> group : groups) {
            text.append("## ").append(group.stream().map(PromisesPageTest::title).collect(Collectors.joining(", ")))
                .append("\n\n");
            guarantees.rules().stream().filter(rule -> rule.architectures().equals(group))
                .forEach(rule -> append(text, rule));
            text.append('\n');
        }
        text.append("## Java, on any CPU\n\n");
        for (JavaRule rule : JavaRule.all()) {
            text.append(anchor(rule.id())).append("**: ").append(rule.sentence()).append(" *Applies to:* ")
                .append(rule.appliesTo()).append(". *Source:* [").append(rule.source()).append("](")
                .append(rule.url()).append("), ").append(rule.confidence()).append(".\n");
        }
        text.append("\n## Features that rules depend on\n\n"
            + "A result file lists those that /proc/cpuinfo names, and `amx_tile` if it is named, too. If a file has\n"
            + "no such list, no rule that depends on a feature applies.\n\n");
        for (CpuFeature feature : List.of(CpuFeature.AVX, CpuFeature.USCAT, CpuFeature.ZAMA16B, CpuFeature.UAL)) {
            text.append("- `").append(feature).append("`: used by ").append(guarantees.rules().stream()
                .filter(rule -> rule.cases().stream().flatMap(one -> Stream.concat(one.with().stream(),
                    one.without().stream())).anyMatch(feature::equals)).map(Rule::id).collect(Collectors.joining(", ")))
                .append(".\n");
        }
        text.append("\n## Reported by others\n\n"
            + "We did not verify these reports, and our counts do not include them. Reports that are not based on a\n"
            + "test for tears have no cell on the results page.\n\n");
        guarantees.observations().forEach(seen -> text.append(anchor(seen.id())).append("**, ").append(seen.cpu())
            .append(": ").append(seen.observed()).append(". How: ").append(RegistryTexts.how(seen)).append(". By: ")
            .append(seen.by()).append(". Source: [").append(seen.source()).append("](").append(seen.url())
            .append("), ").append(RegistryTexts.confidence(seen.id())).append(". ").append(cells(seen)).append(".\n"));
        return text.toString();
    }

    /** RISC-V's compare-and-set is another instruction than its other read-modify-writes. */
    private String locked(CpuFamily family) {
        String locked = granule(family, AccessClass.LOCKED);
        if (family.traits().architecture() != Architecture.RISCV64) {
            return locked;
        }
        return locked + "; compare-and-set by LR/SC: " + granule(family, AccessClass.RESERVED);
    }

    /** Returns the granule of each width, or a single one if all are equal. */
    private String granule(CpuFamily family, AccessClass access) {
        Map<String, List<String>> widths = new LinkedHashMap<>();
        Set<String> rules = new TreeSet<>();
        for (Width width : WIDTHS) {
            PromisedGranule promised = PromisedGranule.of(family.traits(), width, access, GEOMETRY);
            PairPromise outside = guarantees.side(family.traits(), width.bytes(), Alignment.ACROSS_LINE, access);
            rules.addAll(promised.ruleIds());
            rules.addAll(outside.ruleIds());
            widths.computeIfAbsent(words(promised, width, outside), words -> new ArrayList<>())
                .add(String.valueOf(width.bytes()));
        }
        return (widths.size() == 1 ? widths.keySet().iterator().next() : widths.entrySet().stream()
            .map(one -> String.join(", ", one.getValue()) + " bytes: " + one.getKey())
            .collect(Collectors.joining("; "))) + (rules.isEmpty() ? "" : " (" + String.join(", ", rules) + ")");
    }

    private static String words(PromisedGranule promised, Width width, PairPromise outside) {
        return outside.atomic() ? "anywhere" : (promised.bytes() == 0 ? "no rule"
            : promised.bytes() == width.bytes() ? "its width" : promised.bytes() == GEOMETRY.lineBytes() ? "line"
            : promised.bytes() + " bytes") + switch (outside.promise()) {
                case FAULTS -> ", otherwise faults";
                case ATOMIC_OR_FAULTS -> ", otherwise may fault";
                case NOT_GUARANTEED_OR_TRAPS -> ", otherwise may trap";
                case ATOMIC, NO_RULE, NOT_GUARANTEED -> "";
            };
    }

    /** The results page links to these anchors. */
    private static String anchor(String id) {
        return "- <a id=\"" + id + "\"></a>**" + id;
    }

    private static void append(StringBuilder text, Rule rule) {
        text.append(anchor(rule.id())).append("**: ").append(rule.sentence()).append(" *Applies to:* ")
            .append(rule.appliesTo()).append(". *Access:* ").append(RegistryTexts.access(rule))
            .append(". *Source:* ").append(rule.sources().isEmpty() ? "none found" : rule.sources().stream()
                .map(source -> "[" + source.title() + "](" + source.url() + ")").collect(Collectors.joining(", "))
                + ", " + RegistryTexts.confidence(rule.id())).append(".\n");
    }

    private static String cells(Observation seen) {
        return seen.cells().isEmpty() ? "No cell" : "Cells: " + seen.cells().stream().map(cell -> cell.pairs().stream()
            .map(PromisesPageTest::title).collect(Collectors.joining(", ")) + widths(cell) + " "
            + cell.placements().stream()
            .map(Words::place).collect(Collectors.joining(", ")) + " " + cell.seen())
            .collect(Collectors.joining("; "));
    }

    private static String widths(Observation.ObservedCase cell) {
        return cell.widths().equals(List.of(Long.BYTES)) ? "" : " of " + cell.widths().stream().map(String::valueOf)
            .collect(Collectors.joining(", ")) + " bytes";
    }

    private static String title(PairKind pair) {
        return switch (pair) {
            case PAIR -> "load and store";
            case STORE -> "locked read";
            case LOAD -> "locked write";
            case LOCKED -> "both locked";
        };
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
}
