// SPDX-License-Identifier: Apache-2.0
package org.tearline.cli.json;

import java.util.Locale;
import java.util.Map;
import org.tearline.asm.Inspector.Evidence;
import org.tearline.asm.Inspector.LoopVariants;
import org.tearline.asm.Instruction.AccessKind;
import org.tearline.asm.InstructionTable;
import org.tearline.run.link.Message.CompileRequest;

/** Evidence in the shape of {@code schema/asm.schema.json}. */
public final class EvidenceJson {
    private static final int SCHEMA_VERSION = 3;

    private EvidenceJson() {
    }

    public static String print(LoopVariants variants, String jvm) {
        CompileRequest request = variants.request();
        return JsonText.of(JsonText.object("schemaVersion", SCHEMA_VERSION, "memory", request.memory(),
            "offset", request.offset(), "width", request.width().bytes(),
            "crosses", request.geometry().crossing(request.offset(), request.width()), "tier", request.tier(),
            "stressor", request.stressor(), "jvm", jvm, "decoder", variants.findings().decoder(),
            "evidence", variants.findings().evidence().stream().map(EvidenceJson::withLoop).toList(),
            "alike", variants.alike(), "others", variants.others().stream().map(other -> {
                Map<String, Object> line = JsonText.object("stressor", other.stressor());
                line.putAll(access(other.evidence()));
                return line;
            }).toList()));
    }

    public static String print(InstructionTable table, String jvm) {
        return JsonText.of(JsonText.object("schemaVersion", SCHEMA_VERSION, "jvm", jvm, "decoder", table.decoder(),
            "instructions", table.rows().stream().flatMap(row -> row.found().entrySet().stream().map(found ->
                JsonText.object("tier", row.tier(), "width", row.width().bytes(), "side", row.side(),
                    "mode", row.mode(), "memory", found.getKey(), "instruction", found.getValue().instruction(),
                    "differs", row.different().containsKey(found.getKey()), "warning",
                    found.getValue().warning()))).toList()));
    }

    private static Map<String, Object> access(Evidence evidence) {
        AccessKind kind = evidence.kind();
        return JsonText.object("side", evidence.side(), "mode", evidence.mode(),
            "instruction", evidence.instruction(), "locked", kind == null || kind == AccessKind.CALL ? null
                : kind.locked(), "accesses", evidence.accesses(), "turns", evidence.turns(),
            "fences", evidence.fences(), "explanation", evidence.explanation(), "warning", evidence.warning());
    }

    private static Map<String, Object> withLoop(Evidence evidence) {
        Map<String, Object> access = access(evidence);
        access.put("loop", evidence.loop().stream().map(instruction -> JsonText.object("address",
            String.format(Locale.ROOT, "0x%x", instruction.address()), "text", instruction.text(),
            "marked", evidence.marked().contains(instruction))).toList());
        return access;
    }
}
