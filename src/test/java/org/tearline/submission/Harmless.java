// SPDX-License-Identifier: Apache-2.0
package org.tearline.submission;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.tearline.submission.Leaves.Kind;

/**
 * Which leaf of a result file may be forged in which way without harm, or so that nobody can tell, each with why. What
 * may be put to a limit of the schema is on the list by itself: most limits are far from what a run writes.
 */
final class Harmless {
    private static final Set<Kind> LEAST = EnumSet.of(Kind.MINIMUM);
    private static final Set<Kind> LIMITS = EnumSet.of(Kind.MINIMUM, Kind.MAXIMUM);
    /** What some honest file has, at this place or beside it. */
    private static final Set<Kind> BORROWED = EnumSet.of(Kind.NEIGHBOUR, Kind.ANOTHER_FILE);
    private static final Set<Kind> WORDS = EnumSet.of(Kind.WORD, Kind.NEIGHBOUR, Kind.ANOTHER_FILE);
    private static final List<Entry> ENTRIES = new ArrayList<>();

    private record Entry(String reason, Set<Kind> kinds, List<String> paths) {
    }

    static {
        because("says when, by whom and with what; nothing is counted by it", WORDS,
            "/date", "/runId", "/submitter", "/tester(/.*)?", "/environment/jvm/(vendor|version|vm)",
            "/environment/os/.*", "/environment/os", "/environment/cpu/(microcode|brand)");
        because("another machine of which the counts could be as well: a claim that nobody can check, shown with the"
            + " counts of other files of that CPU and never deciding them", WORDS,
            "/environment", "/environment/(cpu|jvm|topology)", "/environment/(arch|lineBytes|pageBytes)",
            "/environment/cpu/.*", "/environment/jvm/flags/.*");
        because("more or fewer sockets, cores and CPUs than there are: shown, and no cell is judged by it",
            EnumSet.allOf(Kind.class), "/environment/topology/.*");
        because("numbers of a CPU that nobody has seen yet, whose key says so", LIMITS, "/environment/cpu/.*");
        because("makes the file say less: unknown, not emulated for certain, not pinned", WORDS,
            "/environment/(emulated|hypervisor)", "/environment/pinning/.*", "/placements/.*/pinned");
        because("shown beside, and no cell is judged by it: a time of split locks", WORDS,
            "/environment/splitLocks(/.*)?");
        because("shown beside, and no cell is judged by it: a time within what a kernel may make of it", LIMITS,
            "/environment/splitLocks/.*Nanos", "/environment/splitLocks/nanos");
        because("shown beside, and no cell is judged by it: within what a core can do", BORROWED,
            "/series/.*/calibration/.*", "/series/.*/firstTornNanos/.*", "/series/.*/totals/.*");
        because("a total or a stressor's tears of which none are told: it says less", LEAST,
            "/series/.*/calibration/.*", "/series/.*/totals/(failedCas|confirmed|discardedSlices|writes|reads|alien)");
        because("a control is asked whether it held, which it must for any negative result", WORDS,
            "/placements/.*/controls/.*", "/placements");
        because("a failed control voids the negative results of a file that has none there", LIMITS,
            "/placements/.*/controls/.*");
        because("a profile is one of the tester's, or demands more of itself; strength follows from the counts",
            EnumSet.allOf(Kind.class), "/profile(/.*)?");
        because("another write, read or place of which the counts could be as well: a file of made-up counts, which"
            + " disagrees with others there as mixed or unconfirmed", WORDS,
            "/series/.*/(memory|widthBytes|processes|write|read|placement|tier)", "/series", "/placements/.*/name");
        because("other counts that a run could have had, within what a core can do and what the planted tears say",
            BORROWED, "/series/.*/(changes|torn|plantedFound|plantedExpected)/.*", "/series/.*/offsets/.*",
            "/series/.*/seams/.*");
        because("nothing counted where something was: the file says less", LEAST,
            "/series/.*/(changes|torn|plantedFound|plantedExpected)/.*", "/series/.*/offsets/.*");
        because("a doubt or no answer where the counts allow more, or one doubt for another: never a stronger claim",
            EnumSet.allOf(Kind.class), "/series/.*/notes/.*");
        because("other bytes of two writes that fit the seam: as good a witness", BORROWED, "/series/.*/witnesses/.*");
        because("an access that has this instruction, too", WORDS, "/evidence(/.*)?");
    }

    private Harmless() {
    }

    private static void because(String reason, Set<Kind> kinds, String... paths) {
        ENTRIES.add(new Entry(reason, kinds, List.of(paths)));
    }

    /** Why a change of this kind does no harm there; null if it may. */
    static String reason(String path, Kind kind) {
        return ENTRIES.stream().filter(entry -> entry.kinds().contains(kind)
            && entry.paths().stream().anyMatch(path::matches)).map(Entry::reason).findFirst().orElse(null);
    }
}
