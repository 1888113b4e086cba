// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.report;

import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import org.tearline.agent.access.Lines;
import org.tearline.agent.record.Locations;
import org.tearline.agent.record.Recorder;
import org.tearline.agent.rewrite.Rewriter;

/** What was found up to a moment. The sites come with the worst places first. Immutable. */
public record Findings(Instant started, Instant taken, Lines lines, boolean plain, int frames,
                       List<String> libraries, Rewriter.State watched, List<String> running, int instructions,
                       List<Recorder.SiteState> sites, int values, long unplaced, long lost) {
    private static final Comparator<Recorder.SiteState> WORST_FIRST =
        Comparator.<Recorder.SiteState>comparingInt(state -> state.site().worst()).reversed()
            .thenComparing(Comparator.comparingInt(Recorder.SiteState::threads).reversed())
            .thenComparing(Comparator.<Recorder.SiteState>comparingLong(state -> state.site().hits()).reversed());

    public static Findings take(Instant started, boolean plain, int frames, List<String> libraries,
                                Rewriter rewriter, List<String> running, Locations locations, Recorder recorder) {
        return new Findings(started, Instant.now(), recorder.lines(), plain, frames, libraries, rewriter.state(),
            running, locations.size(), recorder.sites().stream().sorted(WORST_FIRST).toList(), recorder.valuesKnown(),
            recorder.unplaced(), recorder.lost());
    }

    public long hits() {
        return sites.stream().mapToLong(state -> state.site().hits()).sum();
    }
}
