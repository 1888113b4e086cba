// SPDX-License-Identifier: Apache-2.0
package org.tearline.cli.text;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.tearline.asm.Inspector.Evidence;
import org.tearline.asm.InstructionTable;
import org.tearline.trial.Memory;
import org.tearline.trial.TrialSpec.Tier;
import org.tearline.trial.Width;

/** The table of instructions as Markdown, for each tier: a row for each access, a column for each width. */
public final class InstructionsText {
    private InstructionsText() {
    }

    public static String print(InstructionTable table, String jvm) {
        List<String> lines = new ArrayList<>(List.of(jvm + ", decoded by " + table.decoder()));
        for (Tier tier : table.rows().stream().map(InstructionTable.Row::tier).distinct().toList()) {
            List<InstructionTable.Row> ofTier = table.rows().stream().filter(row -> row.tier() == tier).toList();
            List<Width> widths = ofTier.stream().map(InstructionTable.Row::width).distinct().toList();
            lines.addAll(List.of("", "| " + tier + " | " + words(widths.stream().map(width -> width + " bytes")
                .toList()), "|---".repeat(widths.size() + 1) + "|"));
            ofTier.stream().map(row -> row.side() + " " + row.mode()).distinct().forEach(access -> lines.add("| "
                + access + " | " + words(ofTier.stream().filter(row -> access.equals(row.side() + " " + row.mode()))
                .map(InstructionsText::cell).toList())));
        }
        return String.join("\n", lines);
    }

    private static String words(List<String> cells) {
        return String.join(" | ", cells) + " |";
    }

    private static String cell(InstructionTable.Row row) {
        Map<String, List<Memory>> different = row.different().entrySet().stream().collect(Collectors.groupingBy(
            found -> text(found.getValue()), Collectors.mapping(Map.Entry::getKey, Collectors.toList())));
        Evidence usual = row.found().values().stream().filter(evidence -> evidence.instruction().equals(row.usual()))
            .findFirst().orElseThrow();
        return different.isEmpty() ? text(usual) : text(usual) + "; " + different.entrySet().stream().map(found -> "**"
            + found.getValue().stream().map(Memory::toString).collect(Collectors.joining(", ")) + ": "
            + found.getKey() + "**").sorted().collect(Collectors.joining("; "));
    }

    private static String text(Evidence evidence) {
        return evidence.kind() == null ? evidence.instruction() : "`" + evidence.instruction() + "`"
            + (evidence.warning() == null ? "" : " (" + evidence.warning() + ")");
    }
}
