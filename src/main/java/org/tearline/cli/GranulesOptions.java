// SPDX-License-Identifier: Apache-2.0
package org.tearline.cli;

import static java.util.Objects.requireNonNullElse;
import static org.tearline.cli.Subcommand.reject;
import static org.tearline.cli.Subcommand.requireNone;

import java.util.List;
import org.tearline.machine.MappedFile;
import org.tearline.machine.SplitLockPolicy;
import org.tearline.run.link.TrialRequest;
import org.tearline.trial.AccessRules;
import org.tearline.trial.Memory;
import org.tearline.trial.Tier;
import org.tearline.trial.TrialSpec;
import org.tearline.trial.Width;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The options of {@code tester granules}. Converts them to what all trials of the search have in common. */
final class GranulesOptions {
    @Option(names = "--width", paramLabel = "BYTES", defaultValue = "8", description = {
        "Size of an access in bytes: 2, 4 or 8; or 16, 32 or 64 for a vector of the JDK's incubating Vector API, whose"
            + " stores and loads are tested against a locked long inside it on x86-64. Default: ${DEFAULT-VALUE}"})
    private Width width;

    @Option(names = "--memory", paramLabel = "KIND", description = {
        "Memory, as in tester run: unsafe, direct, bytebuffer, heap, heapbuffer, mapped or segment. In the JDK's"
            + " buffers and segment, stores and loads of up to 8 bytes are tested as a pair. Default: unsafe;"
            + " bytebuffer for a vector"})
    private Memory memory;

    @Mixin
    private TierOption tier;

    @Mixin
    private CpuOption cpus;

    @Option(names = "--no-split-locks", description = "Do not execute locked instructions across a line, which"
        + " delay the cache misses of other cores. Stores and loads are then tested as a pair.")
    private boolean noSplitLocks;

    /** Returns a request that lacks only the budget and the stressor, which the search sets for each trial. */
    TrialRequest request(TrialSpec trial, AccessRules rules, MappedFile file) {
        boolean controls = false;
        return new TrialRequest(trial, null, cpus.pair(), rules, null, SplitLockPolicy.permitted(!noSplitLocks),
            MappedFile.nameOf(file), controls, List.of());
    }

    /** Returns a trial of the chosen width, memory and tier. Fails if they do not fit together. */
    TrialSpec trial(AccessRules rules) {
        Memory usual = Memory.UNSAFE;
        if (width.isVector()) {
            usual = Memory.BYTEBUFFER;
        }
        Memory chosen = requireNonNullElse(memory, usual);
        String options = "--width " + width + " --memory " + chosen + ": ";
        requireNone(width.problem(rules.java()), options);
        requireNone(chosen.problem(rules.java()), options);
        reject(width.isVector() && (chosen != Memory.BYTEBUFFER || tier.chosen != Tier.C2),
            options + "a vector requires --memory bytebuffer and --tier c2");
        // The search sets the offset, the write and the read.
        return TrialSpec.USUAL.in(chosen).of(width).at(0).by(tier.chosen);
    }
}
