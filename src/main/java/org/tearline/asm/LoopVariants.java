// SPDX-License-Identifier: Apache-2.0
package org.tearline.asm;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.tearline.run.link.CompileRequest;
import org.tearline.run.link.TrialRequest;

/**
 * The accesses of one trial in the loops of several stressors: one that is shown, and how the others differ.
 *
 * @param request  what is shown
 * @param findings what was found in its loops
 * @param alike    the other stressors in whose loops both sides are the same
 * @param others   the sides that differ in the loops of the rest
 */
public record LoopVariants(CompileRequest request, Inspector.Findings findings, List<String> alike,
                           List<Variant> others) {
    /** A side that differs from the one that is shown. */
    public record Variant(String stressor, Evidence evidence) {
    }

    /** Inspects the loops of these stressors, the first of which is shown; see {@link Inspector#inspect}. */
    public static LoopVariants of(TrialRequest trial, List<String> stressors) throws IOException, InterruptedException {
        List<CompileRequest> requests = stressors.stream().map(stressor -> Inspector.request(trial, stressor)).toList();
        List<Inspector.Findings> found = Inspector.inspect(requests);
        List<String> alike = new ArrayList<>(stressors.subList(1, stressors.size()));
        List<Variant> others = new ArrayList<>();
        for (int i = 1; i < found.size(); i++) {
            for (int side = 0; side < found.get(i).evidence().size(); side++) {
                Evidence evidence = found.get(i).evidence().get(side);
                if (!evidence.isLike(found.get(0).evidence().get(side))) {
                    others.add(new Variant(stressors.get(i), evidence));
                    alike.remove(stressors.get(i));
                }
            }
        }
        return new LoopVariants(requests.get(0), found.get(0), List.copyOf(alike), List.copyOf(others));
    }
}
