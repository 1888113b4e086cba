// SPDX-License-Identifier: Apache-2.0
package org.tearline.cli.text;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeSet;
import org.tearline.asm.Inspector.Evidence;
import org.tearline.asm.Inspector.Findings;
import org.tearline.asm.Inspector.LoopVariants;
import org.tearline.asm.Instruction;
import org.tearline.asm.Instruction.AccessKind;
import org.tearline.machine.Jvm;
import org.tearline.run.link.Message.CompileRequest;

/** Prints the instruction of each access: with its neighbours in the loop, or as JSON. */
public final class EvidenceText {
    private static final int SCHEMA_VERSION = 3;
    private static final String MARK = "    > ";
    private static final String NO_MARK = "      ";
    /** An unrolled loop repeats its first accesses. */
    private static final int SHOWN_ACCESSES = 2;
    private static final int COLUMNS = 118;

    private final Screen screen;
    private final boolean full;

    /** If full, prints whole loops with addresses. */
    public EvidenceText(Screen screen, boolean full) {
        this.screen = screen.atMost(COLUMNS);
        this.full = full;
    }

    public void print(LoopVariants variants, Jvm jvm) {
        CompileRequest request = variants.request();
        Findings findings = variants.findings();
        screen.line(jvm.toString());
        String value = request.width().described();
        screen.line(Character.toUpperCase(value.charAt(0)) + value.substring(1) + " at offset " + request.offset()
            + " of " + request.memory() + " memory, tier " + request.tier() + ", stressor " + request.stressor()
            + (findings.advice() == null ? "; decoded by " + findings.decoder() : ""));
        screen.line("");
        findings.evidence().forEach(this::print);
        if (!variants.alike().isEmpty()) {
            screen.say("", "", "Identical with these stressors: " + String.join(", ", variants.alike()) + ".");
        }
        variants.others().forEach(other -> screen.say("", "  ", "Different with the stressor " + other.stressor()
            + ": " + other.evidence().side() + " " + other.evidence().mode() + ": " + headline(other.evidence())
            + warning(other.evidence()) + "."));
    }

    /** Returns both sides in one line. */
    public static String summary(List<Evidence> evidence) {
        return String.join("; ", evidence.stream().map(side -> side.side() + " " + side.mode() + " is "
            + side.instruction() + warning(side)).toList());
    }

    private static String warning(Evidence evidence) {
        return evidence.warning() == null ? "" : " (" + evidence.warning() + ")";
    }

    void print(Evidence evidence) {
        screen.line(evidence.side() + " " + evidence.mode() + ": " + headline(evidence));
        if (full) {
            evidence.loop().forEach(instruction -> screen.line(String.format(Locale.ROOT, "  0x%x", instruction
                .address()) + line(evidence, instruction)));
        } else if (evidence.kind() != null) {
            printNeighbours(evidence);
        }
        screen.say("  ", "  ", evidence.explanation());
        if (evidence.warning() != null) {
            screen.say("  ", "  ", "Warning: " + evidence.warning() + ".");
        }
        screen.line("");
    }

    private static String line(Evidence evidence, Instruction instruction) {
        return (evidence.marked().contains(instruction) ? MARK : NO_MARK) + instruction.text();
    }

    private static String headline(Evidence evidence) {
        if (evidence.accesses() <= 1) {
            return evidence.instruction();
        }
        String fences = switch (evidence.fences()) {
            case 0 -> "";
            case 1 -> " and 1 fence";
            default -> " and " + evidence.fences() + " fences";
        };
        return evidence.instruction() + ", " + evidence.accesses() + " accesses" + fences + " in the loop"
            + (evidence.turns() == evidence.accesses() ? ", unrolled " + evidence.turns() + " times" : "");
    }

    private void printNeighbours(Evidence evidence) {
        List<Instruction> loop = evidence.loop();
        TreeSet<Integer> shown = new TreeSet<>();
        int accesses = 0;
        for (Instruction marked : evidence.marked()) {
            // The accesses precede the fences in this list.
            if (accesses++ < SHOWN_ACCESSES || accesses > evidence.accesses()) {
                int index = loop.indexOf(marked);
                shown.addAll(List.of(Math.max(0, index - 1), index, Math.min(loop.size() - 1, index + 1)));
            }
        }
        int last = shown.first() - 1;
        for (int index : shown) {
            if (index > last + 1) {
                screen.line(NO_MARK + "...");
            }
            screen.line(line(evidence, loop.get(index)));
            last = index;
        }
    }

    /** Follows {@code schema/asm.schema.json}. */
    public static String json(LoopVariants variants, String jvm) {
        CompileRequest request = variants.request();
        return JsonText.of(JsonText.object("schemaVersion", SCHEMA_VERSION, "memory", request.memory(),
            "offset", request.offset(), "width", request.width().bytes(),
            "crosses", request.geometry().crossing(request.offset(), request.width()), "tier", request.tier(),
            "stressor", request.stressor(), "jvm", jvm, "decoder", variants.findings().decoder(),
            "evidence", variants.findings().evidence().stream().map(EvidenceText::withLoop).toList(),
            "alike", variants.alike(), "others", variants.others().stream().map(other -> {
                Map<String, Object> line = JsonText.object("stressor", other.stressor());
                line.putAll(access(other.evidence()));
                return line;
            }).toList()));
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
