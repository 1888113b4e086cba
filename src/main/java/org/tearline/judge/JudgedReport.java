// SPDX-License-Identifier: Apache-2.0
package org.tearline.judge;

import java.util.List;
import org.tearline.merge.MergedCpu;
import org.tearline.promise.Guarantees;

/**
 * A program's misaligned accesses beside promises and results. Immutable.
 *
 * @param results how many result files stand behind what was measured
 * @param sites   the worst first
 */
public record JudgedReport(AgentReport report, int results, List<JudgedSite> sites) {

    /** Judges every site of a report. */
    public static JudgedReport of(AgentReport report, int results, List<MergedCpu> cpus, Guarantees guarantees) {
        return new JudgedReport(report, results, report.sites().stream()
            .filter(site -> !site.places().isEmpty()).map(site -> JudgedSite.of(site, report.geometry(), cpus,
                guarantees)).sorted(JudgedSite.WORST_FIRST).toList());
    }

    /** Returns how many sites are so dangerous. */
    public long count(Danger danger) {
        return sites.stream().filter(site -> site.danger() == danger).count();
    }

    /** Returns whether any value that others can see may be seen torn. */
    public boolean anyShared() {
        return count(Danger.ONE_THREAD) < sites.size();
    }
}
