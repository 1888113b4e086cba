// SPDX-License-Identifier: Apache-2.0
package org.tearline.report;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.tearline.asm.AccessKind;
import org.tearline.asm.Evidence;
import org.tearline.asm.Inspector;
import org.tearline.asm.InstructionTable;
import org.tearline.asm.LoopVariants;
import org.tearline.engine.link.CompileRequest;
import org.tearline.plan.Memory;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** Evidence for machines: one JSON object, in the shape of {@code schema/asm.schema.json}. Pure; any thread. */
public final class EvidenceJson {
    private static final int SCHEMA_VERSION = 3;

    private EvidenceJson() {
    }

    /**
     * The object as indented text.
     *
     * @param jvm name and version of the JVM that compiled
     */
    public static String print(LoopVariants variants, String jvm) {
        CompileRequest request = variants.request();
        Inspector.Findings findings = variants.findings();
        Map<String, Object> object = new LinkedHashMap<>();
        object.put("schemaVersion", SCHEMA_VERSION);
        object.put("memory", request.memory().toString());
        object.put("offset", request.offset());
        object.put("width", request.width().bytes());
        object.put("crosses", request.geometry().crossing(request.offset(), request.width()).toString());
        object.put("tier", request.tier().toString());
        object.put("stressor", request.stressor());
        object.put("jvm", jvm);
        object.put("decoder", findings.decoder());
        object.put("evidence", findings.evidence().stream().map(EvidenceJson::evidence).toList());
        object.put("alike", variants.alike());
        object.put("others", variants.others().stream().map(EvidenceJson::other).toList());
        return JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build().writeValueAsString(object);
    }

    /** The table of all accesses, one line for each memory. */
    public static String print(InstructionTable table, String jvm) {
        Map<String, Object> object = new LinkedHashMap<>();
        object.put("schemaVersion", SCHEMA_VERSION);
        object.put("jvm", jvm);
        object.put("decoder", table.decoder());
        object.put("instructions", table.rows().stream().flatMap(row -> row.found().entrySet().stream()
            .map(found -> instruction(row, found.getKey(), found.getValue()))).toList());
        return JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build().writeValueAsString(object);
    }

    private static Map<String, Object> instruction(InstructionTable.Row row, Memory memory, Evidence evidence) {
        Map<String, Object> object = new LinkedHashMap<>();
        object.put("tier", row.tier().toString());
        object.put("width", row.width().bytes());
        object.put("side", row.side().toString());
        object.put("mode", row.mode());
        object.put("memory", memory.toString());
        object.put("instruction", evidence.instruction());
        object.put("differs", row.different().containsKey(memory));
        object.put("warning", evidence.warning());
        return object;
    }

    private static Map<String, Object> evidence(Evidence evidence) {
        Map<String, Object> object = new LinkedHashMap<>();
        object.put("side", evidence.side().toString());
        object.put("mode", evidence.mode());
        object.put("instruction", evidence.instruction());
        object.put("locked", evidence.kind() == null || evidence.kind() == AccessKind.CALL ? null
            : evidence.kind().locked());
        object.put("accesses", evidence.accesses());
        object.put("turns", evidence.turns());
        object.put("fences", evidence.fences());
        object.put("explanation", evidence.explanation());
        object.put("warning", evidence.warning());
        object.put("loop", loop(evidence));
        return object;
    }

    private static Map<String, Object> other(LoopVariants.Variant variant) {
        Map<String, Object> object = new LinkedHashMap<>();
        object.put("stressor", variant.stressor());
        object.putAll(evidence(variant.evidence()));
        object.remove("loop");
        return object;
    }

    private static List<Map<String, Object>> loop(Evidence evidence) {
        return evidence.loop().stream().map(instruction -> {
            Map<String, Object> line = new LinkedHashMap<>();
            line.put("address", String.format(Locale.ROOT, "0x%x", instruction.address()));
            line.put("text", instruction.text());
            line.put("marked", evidence.marked().contains(instruction));
            return line;
        }).toList();
    }
}
