// SPDX-License-Identifier: Apache-2.0
package org.tearline.asm;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.tearline.file.ResultFile;
import org.tearline.run.SweepPlan;
import org.tearline.run.link.Message.CompileRequest;
import org.tearline.trial.Geometry;
import org.tearline.trial.Memory;
import org.tearline.trial.TrialSpec.ReadMode;
import org.tearline.trial.TrialSpec.Side;
import org.tearline.trial.TrialSpec.Tier;
import org.tearline.trial.TrialSpec.WriteMode;
import org.tearline.trial.Width;

/** Finds the instruction for each access in a sweep, for the result file. Stateless. */
public final class SweepEvidence {
    private SweepEvidence() {
    }

    /**
     * Compiles every access in a plan again and returns the instructions that can be decoded. Vectors are always
     * included: without decoded code, the JVM's compilation log is the evidence.
     *
     * @param stressor the stressor in the loops
     * @param vectors  the vector widths for which there are counts
     */
    public static List<ResultFile.InspectedAccess> of(SweepPlan plan, Geometry geometry, String stressor,
                                                  Set<Width> vectors) throws InterruptedException {
        // The JDK's APIs reject misaligned addresses, so their accesses are inspected at offset 0.
        List<CompileRequest> scalars = new ArrayList<>();
        if (plan.hasScalars()) {
            plan.memories().forEach(memory -> scalars.add(new CompileRequest(memory, Width.LONG, plan.tier(),
                offset(memory, geometry), geometry, plan.writes(), plan.reads(), stressor)));
        }
        List<ResultFile.InspectedAccess> evidence = new ArrayList<>(found(scalars));
        List<Width> sorted = vectors.stream().sorted().toList();
        List<ResultFile.InspectedAccess> decoded = found(sorted.stream().map(vector -> new CompileRequest(
            Memory.BYTEBUFFER, vector, Tier.C2, geometry.lineCrossingOffset(vector), geometry, List.of(WriteMode.PLAIN),
            List.of(ReadMode.PLAIN))).toList());
        for (Width vector : sorted) {
            for (Side side : Side.values()) {
                evidence.add(decoded.stream().filter(found -> found.isOf(vector) && side == found.side()).findFirst()
                    .orElseGet(() -> instruction(Memory.BYTEBUFFER, vector, Tier.C2, side, WriteMode.PLAIN.name(),
                        ResultFile.InspectedAccess.byTheLog(side))));
            }
        }
        return List.copyOf(evidence);
    }

    /** The JDK's APIs reject misaligned addresses, so their accesses are inspected at offset 0. */
    private static int offset(Memory memory, Geometry geometry) {
        if (memory.checkedByJdk()) {
            return 0;
        }
        return geometry.lineCrossingOffset(Width.LONG);
    }

    private static List<ResultFile.InspectedAccess> found(List<CompileRequest> requests) throws InterruptedException {
        List<ResultFile.InspectedAccess> evidence = new ArrayList<>();
        if (requests.isEmpty()) {
            return evidence;
        }
        try {
            List<Inspector.Inspection> findings = Inspector.inspect(requests);
            for (int i = 0; i < findings.size(); i++) {
                CompileRequest request = requests.get(i);
                // Result files may not contain square brackets.
                findings.get(i).evidence().stream().filter(found -> found.kind() != null).forEach(found ->
                    evidence.add(instruction(request.memory(), request.width(), request.tier(), found.side(),
                        found.mode(), found.instruction().replace('[', '(').replace(']', ')'))));
            }
        } catch (IOException | RuntimeException e) {
            // Unexpected output from a JVM or a disassembler must not fail a sweep.
            return List.of();
        }
        return evidence;
    }

    private static ResultFile.InspectedAccess instruction(Memory memory, Width width, Tier tier, Side side, String mode,
                                                      String text) {
        String name = mode.toUpperCase(Locale.ROOT);
        Integer vectorBytes = null;
        if (width.isVector()) {
            vectorBytes = width.bytes();
        }
        return switch (side) {
            case WRITE ->
                new ResultFile.InspectedAccess(memory, vectorBytes, tier, WriteMode.valueOf(name), null, text);
            case READ -> new ResultFile.InspectedAccess(memory, vectorBytes, tier, null, ReadMode.valueOf(name), text);
        };
    }
}
