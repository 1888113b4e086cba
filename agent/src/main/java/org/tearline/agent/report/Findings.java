// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.report;

import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import org.tearline.agent.access.Lines;
import org.tearline.agent.record.Locations;
import org.tearline.agent.record.Recorder;
import org.tearline.agent.rewrite.Rewriter;

/**
 * Holds what was found up to a moment. Immutable.
 *
 * @param started when the agent was
 * @param taken   the moment
 * @param plain   whether plain accesses were watched
 * @param frames  how many frames of the program's own code make a site
 * @param libraries what an option calls libraries beside the known ones: how the names of their classes begin
 * @param watched what was rewritten
 * @param running watched methods that ran while the agent was attached, and are watched from their next call on
 * @param instructions how many different instructions are watched
 * @param sites   worst places first, among equals the one with more threads, then with more hits
 * @param values  misaligned values that were told apart
 * @param unplaced hits without a site, for want of room
 * @param lost    hits that could not be recorded
 */
public record Findings(Instant started, Instant taken, Lines lines, boolean plain, int frames,
                       List<String> libraries, Rewriter.State watched, List<String> running, int instructions,
                       List<Recorder.SiteState> sites, int values, long unplaced, long lost) {
    private static final Comparator<Recorder.SiteState> WORST_FIRST =
        Comparator.<Recorder.SiteState>comparingInt(state -> state.site().worst()).reversed()
            .thenComparing(Comparator.comparingInt(Recorder.SiteState::threads).reversed())
            .thenComparing(Comparator.<Recorder.SiteState>comparingLong(state -> state.site().hits()).reversed());

    /** Collects them from the parts of a running agent. */
    public static Findings take(Instant started, boolean plain, int frames, List<String> libraries,
                                Rewriter rewriter, List<String> running, Locations locations, Recorder recorder) {
        return new Findings(started, Instant.now(), recorder.lines(), plain, frames, libraries, rewriter.state(),
            running, locations.size(), recorder.sites().stream().sorted(WORST_FIRST).toList(), recorder.valuesKnown(),
            recorder.unplaced(), recorder.lost());
    }

    /** All hits with a site. */
    public long hits() {
        return sites.stream().mapToLong(state -> state.site().hits()).sum();
    }
}
