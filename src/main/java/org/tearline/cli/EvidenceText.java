// SPDX-License-Identifier: Apache-2.0
package org.tearline.cli;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.tearline.asm.Inspector.Inspection;
import org.tearline.asm.LoopEvidence;
import org.tearline.asm.Inspector;
import org.tearline.asm.Instruction;
import org.tearline.cli.text.Screen;
import org.tearline.loop.Stressor;
import org.tearline.machine.Jvm;
import org.tearline.run.link.CompileRequest;
import org.tearline.run.link.TrialRequest;
import org.tearline.trial.Tier;
import org.tearline.verdict.StressorUse;
import org.tearline.verdict.TrialResult;

/**
 * Prints the instruction for each access, with its neighbours in the loop.
 *
 * @param full whether to print whole loops with addresses
 */
record EvidenceText(Screen screen, boolean full) {
    /** The maximum number of accesses to show. All others in an unrolled loop repeat them. */
    private static final int SHOWN_ACCESSES = 2;

    void print(CompileRequest request, Inspection findings, Jvm jvm) {
        screen.line(jvm.toString());
        String value = request.width().described();
        String line = Character.toUpperCase(value.charAt(0)) + value.substring(1) + " at offset " + request.offset()
            + " of " + request.memory() + " memory, tier " + request.tier() + ", stressor " + request.stressor();
        if (findings.advice() == null) {
            line += "; decoded by " + findings.decoder();
        }
        screen.line(line);
        screen.line("");
        findings.evidence().forEach(this::print);
    }

    /**
     * Prints the instructions of both sides in one line, as compiled with the stressor that counted longest. Prints
     * nothing for the interpreter, which compiles no loops.
     */
    static void printSummary(TrialRequest request, TrialResult result, Screen screen) throws InterruptedException {
        if (request.trial().tier() == Tier.INTERPRETER) {
            return;
        }
        String summary;
        try {
            String stressor = StressorUse.longest(result.outcome().stressors()).orElse(Stressor.NONE.toString());
            summary = Inspector.inspect(List.of(CompileRequest.of(request, stressor))).get(0).evidence().stream()
                .map(EvidenceText::summary)
                .collect(Collectors.joining("; ", "machine code, stressor " + stressor + ": ", ""));
        } catch (IOException | RuntimeException e) {
            // The verdict does not depend on what a JVM or a disassembler prints.
            summary = "machine code: unknown, " + e.getMessage();
        }
        screen.say("  ", "    ", summary);
    }

    private static String summary(LoopEvidence evidence) {
        String instruction = evidence.access() + " is " + evidence.instruction();
        if (evidence.warning() == null) {
            return instruction;
        }
        return instruction + " (" + evidence.warning() + ")";
    }

    void print(LoopEvidence evidence) {
        String title = evidence.access() + ": " + evidence.instruction();
        if (evidence.accesses() > 1) {
            title += ", " + evidence.accesses() + " accesses in the loop";
        }
        screen.line(title);
        printLoop(evidence);
        screen.say("  ", "  ", evidence.explanation());
        if (evidence.warning() != null) {
            screen.say("  ", "  ", "Warning: " + evidence.warning() + ".");
        }
        screen.line("");
    }

    private void printLoop(LoopEvidence evidence) {
        List<Instruction> loop = evidence.loop();
        // The first accesses and all fences: the accesses are marked before the fences.
        List<Instruction> shown = new ArrayList<>(evidence.marked());
        shown.subList(Math.min(SHOWN_ACCESSES, evidence.accesses()), evidence.accesses()).clear();
        int last = -1;
        for (int i = 0; i < loop.size(); i++) {
            List<Instruction> near = loop.subList(Math.max(0, i - 1), Math.min(loop.size(), i + 2));
            if (full || !Collections.disjoint(near, shown)) {
                if (last >= 0 && i > last + 1) {
                    screen.line("      ...");
                }
                printInstruction(loop.get(i), evidence.marked().contains(loop.get(i)));
                last = i;
            }
        }
    }

    private void printInstruction(Instruction instruction, boolean marked) {
        String address = "";
        if (full) {
            address = String.format(Locale.ROOT, "  0x%x", instruction.address());
        }
        String mark = "      ";
        if (marked) {
            mark = "    > ";
        }
        screen.line(address + mark + instruction.text());
    }
}
