// SPDX-License-Identifier: Apache-2.0
package org.tearline.report.json;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.util.List;
import java.util.Locale;
import org.tearline.asm.AccessKind;
import org.tearline.asm.Evidence;
import org.tearline.asm.Inspector;
import org.tearline.asm.InstructionTable;
import org.tearline.asm.LoopVariants;
import org.tearline.engine.link.CompileRequest;
import org.tearline.plan.Crossing;
import org.tearline.plan.Memory;
import org.tearline.plan.Side;
import org.tearline.plan.Tier;

/** Prints evidence for programs: one JSON object, in the shape of {@code schema/asm.schema.json}. Thread-safe. */
public final class EvidenceJson {
    private static final int SCHEMA_VERSION = 3;

    private EvidenceJson() {
    }

    /**
     * Returns the object as indented text.
     *
     * @param jvm name and version of the JVM that compiled
     */
    public static String print(LoopVariants variants, String jvm) {
        CompileRequest request = variants.request();
        Inspector.Findings findings = variants.findings();
        return JsonText.of(new Loops(SCHEMA_VERSION, request.memory(), request.offset(), request.width().bytes(),
            request.geometry().crossing(request.offset(), request.width()), request.tier(), request.stressor(), jvm,
            findings.decoder(), findings.evidence().stream().map(evidence -> Access.of(evidence, loop(evidence)))
            .toList(), variants.alike(), variants.others().stream().map(other -> new Other(other.stressor(),
            Access.of(other.evidence(), null))).toList()));
    }

    /** Returns the table of all accesses, one row for each memory. */
    public static String print(InstructionTable table, String jvm) {
        return JsonText.of(new Table(SCHEMA_VERSION, jvm, table.decoder(), table.rows().stream()
            .flatMap(row -> row.found().entrySet().stream().map(found -> new Row(row.tier(), row.width().bytes(),
                row.side(), row.mode(), found.getKey(), found.getValue().instruction(),
                row.different().containsKey(found.getKey()), found.getValue().warning()))).toList()));
    }

    private record Loops(int schemaVersion, Memory memory, int offset, int width, Crossing crosses, Tier tier,
                         String stressor, String jvm, String decoder, List<Access> evidence, List<String> alike,
                         List<Other> others) {
    }

    private record Access(Side side, String mode, String instruction, Boolean locked, int accesses, int turns,
                          int fences, String explanation, String warning,
                          @JsonInclude(JsonInclude.Include.NON_NULL) List<Line> loop) {
        private static Access of(Evidence evidence, List<Line> loop) {
            return new Access(evidence.side(), evidence.mode(), evidence.instruction(), evidence.kind() == null
                || evidence.kind() == AccessKind.CALL ? null : evidence.kind().locked(), evidence.accesses(),
                evidence.turns(), evidence.fences(), evidence.explanation(), evidence.warning(), loop);
        }
    }

    private record Other(String stressor, @JsonUnwrapped Access access) {
    }

    private record Line(String address, String text, boolean marked) {
    }

    private record Table(int schemaVersion, String jvm, String decoder, List<Row> instructions) {
    }

    private record Row(Tier tier, int width, Side side, String mode, Memory memory, String instruction,
                       boolean differs, String warning) {
    }

    private static List<Line> loop(Evidence evidence) {
        return evidence.loop().stream().map(instruction -> new Line(String.format(Locale.ROOT, "0x%x",
            instruction.address()), instruction.text(), evidence.marked().contains(instruction))).toList();
    }
}
