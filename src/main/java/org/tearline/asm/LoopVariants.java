// SPDX-License-Identifier: Apache-2.0
package org.tearline.asm;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.tearline.run.link.CompileRequest;
import org.tearline.run.link.TrialRequest;

/**
 * The accesses of one trial in the loops of several stressors: one that is shown, and how the others differ.
 *
 * @param request  what is shown
 * @param findings what was found in its loops
 * @param alike    the other stressors whose loops make the same of both sides
 * @param others   the sides of all the rest that are not the same
 */
public record LoopVariants(CompileRequest request, Inspector.Findings findings, List<String> alike,
                           List<Variant> others) {

    /** A side that is not what it is in the loop that is shown. */
    public record Variant(String stressor, Evidence evidence) {
    }

    /**
     * Inspects with the JVM that runs this.
     *
     * @param stressors whose loops to look at; the first is shown
     * @throws IOException                   if no worker can be had
     * @throws UnsupportedOperationException if the machine code of this CPU is not understood, or the tier has none
     */
    public static LoopVariants of(TrialRequest trial, List<String> stressors) throws IOException, InterruptedException {
        List<CompileRequest> requests = stressors.stream().map(stressor -> Inspector.request(trial, stressor)).toList();
        List<Inspector.Findings> found = Inspector.inspect(requests, Path.of(System.getProperty("java.home")));
        List<String> alike = new ArrayList<>();
        List<Variant> others = new ArrayList<>();
        for (int i = 1; i < found.size(); i++) {
            int before = others.size();
            for (int side = 0; side < found.get(i).evidence().size(); side++) {
                Evidence evidence = found.get(i).evidence().get(side);
                if (!same(evidence, found.get(0).evidence().get(side))) {
                    others.add(new Variant(stressors.get(i), evidence));
                }
            }
            if (others.size() == before) {
                alike.add(stressors.get(i));
            }
        }
        return new LoopVariants(requests.get(0), found.get(0), List.copyOf(alike), List.copyOf(others));
    }

    /**
     * Returns whether two are the same. How often a loop was unrolled makes no difference; whether each of its accesses
     * has its fence does.
     */
    private static boolean same(Evidence a, Evidence b) {
        return a.instruction().equals(b.instruction()) && (a.warning() == null) == (b.warning() == null)
            && a.fenced() == b.fenced();
    }
}
