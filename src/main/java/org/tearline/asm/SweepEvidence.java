// SPDX-License-Identifier: Apache-2.0
package org.tearline.asm;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.tearline.asm.Inspector.Inspection;
import org.tearline.file.InspectedAccess;
import org.tearline.loop.Stressor;
import org.tearline.run.SweepPlan;
import org.tearline.run.link.CompileRequest;
import org.tearline.trial.Geometry;
import org.tearline.trial.ReadMode;
import org.tearline.trial.Side;
import org.tearline.trial.Width;
import org.tearline.trial.WriteMode;
import org.tearline.verdict.StressorUse;
import org.tearline.verdict.SweepCell;

/** Finds the instruction for each access in a sweep, for the result file. Stateless. */
public final class SweepEvidence {
    private SweepEvidence() {
    }

    /**
     * Compiles a plan's accesses to longs and vectors again and returns the instructions that can be decoded. Vectors
     * are always included: without decoded code, the JVM's compilation log is the evidence.
     *
     * @param cells what was counted: the loops of longs have the stressor that counted longest, and only vectors with
     *              counts are inspected
     */
    public static List<InspectedAccess> of(SweepPlan plan, Geometry geometry, Collection<SweepCell> cells)
        throws InterruptedException {
        String stressor = StressorUse.longest(cells.stream().flatMap(cell -> cell.stressors().stream()).toList())
            .orElse(Stressor.NONE.toString());
        List<InspectedAccess> evidence = new ArrayList<>();
        if (plan.hasScalars()) {
            evidence.addAll(inspect(plan.loopsOfLongs(geometry, stressor)));
        }
        List<CompileRequest> vectors = cells.stream()
            .filter(cell -> cell.counts().reads() > 0)
            .map(cell -> cell.trial().width())
            .filter(Width::isVector)
            .distinct()
            .sorted()
            .map(vector -> CompileRequest.ofVector(vector, geometry))
            .toList();
        List<InspectedAccess> decoded = inspect(vectors);
        for (CompileRequest vector : vectors) {
            for (Side side : Side.values()) {
                evidence.add(decoded.stream()
                    .filter(access -> access.isOf(vector.width()) && access.side() == side)
                    .findFirst()
                    .orElseGet(() -> byTheLog(vector, side)));
            }
        }
        return List.copyOf(evidence);
    }

    /** Returns the accesses whose instruction was found; none if the JVM or the disassembler failed. */
    private static List<InspectedAccess> inspect(List<CompileRequest> requests) throws InterruptedException {
        if (requests.isEmpty()) {
            return List.of();
        }
        List<InspectedAccess> accesses = new ArrayList<>();
        try {
            List<Inspection> findings = Inspector.inspect(requests);
            for (int i = 0; i < findings.size(); i++) {
                for (LoopEvidence loop : findings.get(i).evidence()) {
                    if (loop.kind() != null) {
                        // Result files may not contain square brackets.
                        String text = loop.instruction().replace('[', '(').replace(']', ')');
                        accesses.add(inspected(requests.get(i), loop.write(), loop.read(), text));
                    }
                }
            }
        } catch (IOException | RuntimeException e) {
            // Unexpected output from a JVM or a disassembler must not fail a sweep.
            return List.of();
        }
        return accesses;
    }

    private static InspectedAccess byTheLog(CompileRequest vector, Side side) {
        String log = InspectedAccess.byTheLog(side);
        return switch (side) {
            case WRITE -> inspected(vector, WriteMode.PLAIN, null, log);
            case READ -> inspected(vector, null, ReadMode.PLAIN, log);
        };
    }

    private static InspectedAccess inspected(CompileRequest request, WriteMode write, ReadMode read, String text) {
        Integer vectorBytes = request.width().isVector() ? request.width().bytes() : null;
        return new InspectedAccess(request.memory(), vectorBytes, request.tier(), write, read, text);
    }
}
