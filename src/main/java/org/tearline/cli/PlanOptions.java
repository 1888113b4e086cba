// SPDX-License-Identifier: Apache-2.0
package org.tearline.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.tearline.loop.MappedFile;
import org.tearline.trial.Geometry;
import org.tearline.trial.Memory;
import org.tearline.trial.OffsetList;
import org.tearline.trial.SweepPlan;
import org.tearline.trial.TrialSpec.Processes;
import org.tearline.trial.TrialSpec.ReadMode;
import org.tearline.trial.TrialSpec.Tier;
import org.tearline.trial.TrialSpec.WriteMode;
import org.tearline.trial.Width;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The options that say what a sweep tries; they become a {@link SweepPlan}. */
final class PlanOptions {
    @Spec(Spec.Target.MIXEE)
    private CommandSpec command;

    @Option(names = "--offsets", paramLabel = "LIST",
        description = "Bytes from a page-aligned base. Default: all of the first line and the last 7 of the page,"
            + " 0..63,4089..4095")
    private String offsets;

    @Option(names = {"--memory", "--memories"}, paramLabel = "LIST", split = ",",
        description = "unsafe, direct, bytebuffer, heap, mapped, segment (from JDK 22 on). Default:"
            + " unsafe,direct; all that this JDK has with --profile wide")
    private List<Memory> memories;

    @Option(names = "--file", paramLabel = "PATH",
        description = "What mapped memory maps: a new file, which is removed at the end, or one of zeros that is large"
            + " enough. Default: a new file in memory")
    private Path file;

    @Option(names = {"--width", "--widths"}, paramLabel = "LIST", split = ",",
        description = "Bytes of a value: 2, 4, 8, or 16, 32, 64: a vector, which has --memory bytebuffer, --write"
            + " plain, --read plain and tier c2, and is tried by these whatever is the default. Default: 8; all that"
            + " this JDK has with --profile wide")
    private List<Width> widths;

    @Option(names = "--processes", paramLabel = "LIST", split = ",",
        description = "1: writer and reader are threads of one process; 2: the reader is in a process of its own,"
            + " for mapped memory only. Default: 1; both with --profile wide")
    private List<Processes> processes;

    @Option(names = "--write", paramLabel = "LIST", split = ",",
        description = "plain, opaque, ordered, volatile, cas, getandset, getandadd, seqlock. Default:"
            + " plain,ordered,volatile,cas; plain,ordered,cas with --profile wide, and what its guards go with")
    private List<WriteMode> writes;

    @Option(names = "--read", paramLabel = "LIST", split = ",",
        description = "plain, opaque, acquire, volatile, cas, exchange, getandadd, agree, masked, seqlock (with"
            + " the write of that name only). Default: volatile,cas,exchange; with --profile wide volatile,exchange,"
            + " and for a long in unsafe memory the guards, unless --write is given: agree and masked, each of ordered"
            + " and cas, and seqlock")
    private List<ReadMode> reads;

    @Option(names = "--tier", paramLabel = "TIER", defaultValue = "c2",
        description = "What executes the loops: c2, c1 or interpreter. Default: ${DEFAULT-VALUE}")
    private Tier tier;

    /** What was not asked for is as in another plan. */
    SweepPlan plan(SweepPlan unless, Geometry geometry) {
        List<Width> chosen = widths != null ? widths : unless.widths().stream()
            .filter(width -> !width.isVector() || TrialDiscord.withoutVectors(memories, writes, reads, processes, tier)
                .isEmpty()).toList();
        int max = chosen.stream().mapToInt(geometry::maxOffset).min().orElseThrow();
        SweepPlan plan = new SweepPlan(memories != null ? memories : unless.memories(), chosen,
            processes != null ? processes : unless.processes(), writes != null ? writes : unless.writes(),
            reads != null ? reads : unless.reads(), unless.guards() && writes == null && reads == null,
            offsets != null ? offsets(max) : OffsetList.usual(geometry), tier);
        check(plan);
        return plan;
    }

    private List<Integer> offsets(int max) {
        try {
            return OffsetList.parse(offsets, max);
        } catch (IllegalArgumentException e) {
            throw bad("Invalid value for option '--offsets': " + e.getMessage());
        }
    }

    /** Null if no memory is a file. */
    MappedFile mapped(SweepPlan plan, Geometry geometry) throws IOException {
        return plan.memories().contains(Memory.MAPPED) ? PathArgument.mapped(command, file, geometry) : null;
    }

    private void check(SweepPlan plan) {
        Stream.concat(plan.memories().stream().map(TrialDiscord::ofMemory), plan.widths().stream()
            .filter(Width::isVector).limit(1).map(vector -> TrialDiscord.ofVector(vector, memories, writes, reads,
                processes, tier))).filter(Objects::nonNull).findFirst().ifPresent(problem -> {
                    throw bad(problem);
                });
        if (file != null && !plan.memories().contains(Memory.MAPPED)) {
            throw bad("--file " + file + " goes with --memory mapped, not with"
                + " --memory " + plan.memories().stream().map(Memory::toString).collect(Collectors.joining(",")));
        }
    }

    private ParameterException bad(String message) {
        return new ParameterException(command.commandLine(), message);
    }
}
