// SPDX-License-Identifier: Apache-2.0
package org.tearline.cli;

import static java.util.Objects.requireNonNullElse;
import static org.tearline.cli.Subcommand.bad;

import java.util.List;
import org.tearline.run.SweepPlan;
import org.tearline.trial.Geometry;
import org.tearline.trial.Memory;
import org.tearline.trial.OffsetList;
import org.tearline.trial.ReadMode;
import org.tearline.trial.TrialSpec.Processes;
import org.tearline.trial.Width;
import org.tearline.trial.WriteMode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The options that select the trials of a sweep. Converts them to a {@link SweepPlan}. */
final class PlanOptions {
    @Option(names = "--offsets", paramLabel = "LIST",
        description = "Offsets in bytes from a page-aligned base. Default: the first line and the last 7 bytes of the"
            + " page, such as 0..63,4089..4095")
    private String offsets;

    @Option(names = {"--memory", "--memories"}, paramLabel = "LIST", split = ",",
        description = "Memories, as in tester run: unsafe, direct, bytebuffer, heap, heapbuffer, mapped, segment (from"
            + " JDK 22 on). Default: unsafe; with --profile wide, all but heapbuffer that this JDK has")
    private List<Memory> memories;

    @Mixin
    FileOption file;

    @Option(names = {"--width", "--widths"}, paramLabel = "LIST", split = ",",
        description = "Sizes of the value in bytes: 2, 4, 8; or 16, 32, 64 for vectors, which are tried only in"
            + " bytebuffer memory, with plain writes and reads and --tier c2. Default: 8; with --profile wide, all that"
            + " this JDK has")
    private List<Width> widths;

    @Option(names = "--processes", paramLabel = "LIST", split = ",",
        description = "1: writer and reader are threads of one process; 2: the reader runs in a second process, with"
            + " mapped memory only. Default: 1; with --profile wide, 1,2")
    private List<Processes> processes;

    @Option(names = "--write", paramLabel = "LIST", split = ",",
        description = "Writes, as in tester run: plain, opaque, ordered, volatile, cas, getandset, getandadd, seqlock."
            + " Default: plain,ordered,volatile,cas; with --profile wide, plain,ordered,cas")
    private List<WriteMode> writes;

    @Option(names = "--read", paramLabel = "LIST", split = ",",
        description = "Reads, as in tester run: plain, opaque, acquire, volatile, cas, exchange, getandadd, agree,"
            + " masked, seqlock (only with --write seqlock). Default: volatile,cas,exchange; with --profile quick or"
            + " wide, volatile,exchange. Unless --write or --read is given, --profile wide also tries the guards for a"
            + " long in unsafe memory: agree and masked with ordered and cas writes, and seqlock")
    private List<ReadMode> reads;

    @Mixin
    private TierOption tier;

    /**
     * Returns the selected plan, with defaults for options that were not given. The default widths include vectors only
     * if no given option excludes them.
     */
    SweepPlan plan(SweepPlan defaults, Geometry geometry) {
        List<Width> chosen = widths;
        if (widths == null) {
            boolean vectorsFit = vectorOptions().excluding().isEmpty();
            chosen = defaults.widths().stream()
                .filter(width -> vectorsFit || !width.isVector())
                .toList();
        }
        List<Integer> tried = OffsetList.usual(geometry);
        if (offsets != null) {
            tried = offsets(chosen.stream().mapToInt(geometry::maxOffset).min().orElseThrow());
        }
        SweepPlan plan = new SweepPlan(
            requireNonNullElse(memories, defaults.memories()),
            chosen,
            requireNonNullElse(processes, defaults.processes()),
            requireNonNullElse(writes, defaults.writes()),
            requireNonNullElse(reads, defaults.reads()),
            defaults.guards() && writes == null && reads == null,
            tried,
            tier.chosen);
        plan.memories().forEach(TrialOptions::requireAvailable);
        plan.widths().stream()
            .filter(Width::isVector)
            .findFirst()
            .ifPresent(vectorOptions()::require);
        file.requireMapped(plan.memories());
        return plan;
    }

    private List<Integer> offsets(int max) {
        try {
            return OffsetList.parse(offsets, max);
        } catch (IllegalArgumentException e) {
            throw bad("Invalid value for option '--offsets': " + e.getMessage());
        }
    }

    private VectorOptions vectorOptions() {
        return new VectorOptions(memories, writes, reads, processes, tier.chosen);
    }
}
