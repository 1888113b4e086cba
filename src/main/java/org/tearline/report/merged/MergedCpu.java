package org.tearline.report.merged;

import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import org.tearline.promise.CpuTraits;
import org.tearline.published.PlacementRecord.TierControl;
import org.tearline.result.Counts;
import org.tearline.result.StressorUse;

/**
 * Everything that was reported of one CPU model. Immutable.
 *
 * @param brand             the name in most files
 * @param microarchitecture the name in most files, or "unknown"
 * @param controls          of each tier, all files together
 * @param sensitivities     the stressor that tore most per change across a line, of each pair that was calibrated
 * @param submitters        submitters; all anonymous runs together are one
 * @param runs              every file, the newest first
 * @param instructions      which instruction each access was, per tier, memory and side: each distinct answer once
 * @param throttled         files whose split locks were slowed down
 */
public record MergedCpu(Model model, String brand, String microarchitecture, CpuTraits traits, List<MergedPair> pairs,
                        List<TierControl> controls, SortedMap<Pair, StressorUse> sensitivities,
                        int submitters, List<RunLine> runs,
                        SortedMap<String, SortedSet<String>> instructions, int throttled) {
    /** As files have it of a design that has no name. */
    private static final String UNKNOWN = "unknown";
    /** Above that, the others together change no rate in its first digit. */
    private static final double NEARLY_ALL = 0.9;

    /** Whether its design has a name. */
    public boolean isDesignKnown() {
        return !UNKNOWN.equals(microarchitecture);
    }

    /** The design's name, or else the one that the CPU gives itself. */
    public String name() {
        return isDesignKnown() ? microarchitecture : brand;
    }

    /** The name in links. */
    public String id() {
        return model.id();
    }

    /** The run that has nearly all changes of several, so that every rate is really its own; else empty. */
    public Optional<RunLine> outweighing() {
        long all = runs.stream().mapToLong(RunLine::changes).reduce(0, Counts::sum);
        return runs.stream().filter(run -> runs.size() > 1 && run.changes() > NEARLY_ALL * all).findFirst();
    }

    /** The day of the newest file. */
    public LocalDate newest() {
        return runs.get(0).date();
    }
}
