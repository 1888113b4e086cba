// SPDX-License-Identifier: Apache-2.0
package org.tearline.asm;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.tearline.file.ResultFile;
import org.tearline.file.SeriesTier;
import org.tearline.file.VectorEvidence;
import org.tearline.run.link.CompileRequest;
import org.tearline.trial.Geometry;
import org.tearline.trial.Memory;
import org.tearline.trial.ReadMode;
import org.tearline.trial.Side;
import org.tearline.trial.SweepPlan;
import org.tearline.trial.Tier;
import org.tearline.trial.Width;
import org.tearline.trial.WriteMode;

/** Tells which instruction each access of a sweep was, for the result file. */
public final class SweepEvidence {
    private SweepEvidence() {
    }

    /**
     * Compiles every access of a plan once more and looks; empty where the code cannot be had or read, but for vectors.
     *
     * @param stressor whose loops to look at
     * @param vectors  the vectors of which something was counted: where no code can be read the JVM's log vouches
     */
    public static List<ResultFile.Instruction> of(SweepPlan plan, Geometry geometry, String stressor,
                                                  Set<Width> vectors) throws InterruptedException {
        // The JDK's APIs refuse misaligned addresses, so their code is looked at where it works.
        List<CompileRequest> requests = !plan.hasScalars() ? List.of() : plan.memories().stream()
            .map(memory -> new CompileRequest(memory, Width.LONG, plan.tier(),
                memory.checkedByJdk() ? 0 : geometry.lineCrossingOffset(Width.LONG), geometry, plan.writes(),
                plan.reads(), stressor)).toList();
        List<ResultFile.Instruction> evidence = new ArrayList<>(found(requests));
        List<CompileRequest> ofVectors = vectors.stream().sorted().map(vector -> new CompileRequest(Memory.BYTEBUFFER,
            vector, Tier.C2, geometry.lineCrossingOffset(vector), geometry, List.of(WriteMode.PLAIN),
            List.of(ReadMode.PLAIN))).toList();
        List<ResultFile.Instruction> decoded = found(ofVectors);
        for (Width vector : vectors.stream().sorted().toList()) {
            for (Side side : Side.values()) {
                evidence.add(decoded.stream().filter(one -> VectorEvidence.isOf(one, vector)
                    && side == (one.write() != null ? Side.WRITE : Side.READ)).findFirst()
                    .orElseGet(() -> byTheLog(vector, side)));
            }
        }
        return List.copyOf(evidence);
    }

    private static List<ResultFile.Instruction> found(List<CompileRequest> requests) throws InterruptedException {
        if (requests.isEmpty()) {
            return List.of();
        }
        List<ResultFile.Instruction> evidence = new ArrayList<>();
        try {
            List<Inspector.Findings> findings = Inspector.inspect(requests, Path.of(System.getProperty("java.home")));
            for (int i = 0; i < requests.size(); i++) {
                for (Evidence found : findings.get(i).evidence()) {
                    if (found.kind() != null) {
                        evidence.add(published(requests.get(i), found));
                    }
                }
            }
        } catch (IOException | RuntimeException e) {
            // A table without instructions is still a table, whatever a JVM or a disassembler printed.
            return List.of();
        }
        return evidence;
    }

    private static ResultFile.Instruction byTheLog(Width vector, Side side) {
        return new ResultFile.Instruction(Memory.BYTEBUFFER, vector.bytes(), SeriesTier.C2,
            side == Side.WRITE ? WriteMode.PLAIN : null, side == Side.WRITE ? null : ReadMode.PLAIN,
            VectorEvidence.byTheLog(side));
    }

    /** Square brackets are among the characters that a result file may not have. */
    private static ResultFile.Instruction published(CompileRequest request, Evidence found) {
        String mode = found.mode().toUpperCase(Locale.ROOT);
        boolean write = found.side() == Side.WRITE;
        return new ResultFile.Instruction(request.memory(),
            request.width().isVector() ? request.width().bytes() : null, SeriesTier.of(request.tier()), write
            ? WriteMode.valueOf(mode) : null,
            write ? null : ReadMode.valueOf(mode), found.instruction().replace('[', '(').replace(']', ')'));
    }
}
