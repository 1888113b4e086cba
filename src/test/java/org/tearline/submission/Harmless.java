// SPDX-License-Identifier: Apache-2.0
package org.tearline.submission;

import java.util.LinkedHashMap;
import java.util.Map;

/** Leaves of a result file that may be forged without harm, or whose forgery nobody can tell, each with why. */
final class Harmless {
    private static final Map<String, String> REASONS = new LinkedHashMap<>();

    static {
        because("says when, by whom and with what; nothing is counted by it",
            "/date", "/runId", "/submitter", "/tester(/.*)?", "/environment/jvm/(vendor|version|vm)",
            "/environment/os/.*", "/environment/os", "/environment/cpu/(microcode|brand)");
        because("another machine of which the counts could be as well: a claim that nobody can check, shown with the"
            + " counts of other files of that CPU and never deciding them",
            "/environment", "/environment/(cpu|jvm|topology)", "/environment/(arch|lineBytes|pageBytes)",
            "/environment/topology/.*", "/environment/cpu/.*", "/environment/jvm/flags/.*");
        because("makes the file say less: unknown, not emulated for certain, not pinned",
            "/environment/(emulated|hypervisor)", "/environment/pinning/.*", "/placements/.*/pinned");
        because("shown beside, and no cell is judged by it", "/environment/splitLocks(/.*)?",
            "/series/.*/calibration/.*", "/series/.*/firstTornNanos/.*", "/series/.*/totals/.*");
        because("a control is asked whether it held, which it must for any negative result",
            "/placements/.*/controls/.*", "/placements");
        because("a profile is one of the tester's, or demands more of itself; strength follows from the counts",
            "/profile(/.*)?");
        because("another write, read or place of which the counts could be as well: a file of made-up counts, which"
            + " disagrees with others there as mixed or unconfirmed",
            "/series/.*/(memory|widthBytes|processes|write|read|placement|tier)", "/series", "/placements/.*/name");
        because("fewer or more of what was counted, within what a core can do and what the reader's planted tears say",
            "/series/.*/(changes|torn|plantedFound|plantedExpected)/.*", "/series/.*/offsets/.*",
            "/series/.*/seams/.*");
        because("a doubt or no answer where the counts allow more, or one doubt for another: never a stronger claim",
            "/series/.*/notes/.*");
        because("other bytes of two writes that fit the seam: as good a witness", "/series/.*/witnesses/.*");
        because("an access that has this instruction, too", "/evidence(/.*)?");
        because("one time or count for another that a machine could have; the longest run speaks for a CPU, and each"
            + " table names its file",
            "/costs/.*/(samples|lowPicos|medianPicos|highPicos|at|names)/.*", "/costs/.*/(counts|delivered)/.*",
            "/costs/.*/points/.*", "/costs/.*/(index|agreeing|repeats)", "/costs/.*/(changes|torn|strength|offset)",
            "/costs/.*/(own|tester)/.*", "/costs/.*/setting/.*", "/costs/(profile|cpus|harness)",
            "/costs/.*/(metric|axis|id|why|what)", "/costs");
    }

    private Harmless() {
    }

    private static void because(String reason, String... paths) {
        for (String path : paths) {
            REASONS.put(path, reason);
        }
    }

    /** Why a change there does no harm; null if it may. */
    static String reason(String path) {
        return REASONS.entrySet().stream().filter(entry -> path.matches(entry.getKey())).map(Map.Entry::getValue)
            .findFirst().orElse(null);
    }
}
