// SPDX-License-Identifier: Apache-2.0
package org.tearline.cli;

import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.tearline.trial.Memory;
import org.tearline.trial.SweepPlan;
import org.tearline.trial.TrialSpec;
import org.tearline.trial.TrialSpec.Processes;
import org.tearline.trial.TrialSpec.ReadMode;
import org.tearline.trial.TrialSpec.Tier;
import org.tearline.trial.TrialSpec.WriteMode;
import org.tearline.trial.Width;

/** Why options do not go together of which each is allowed by itself; null if they do. */
final class TrialDiscord {
    private TrialDiscord() {
    }

    static String of(TrialSpec trial) {
        String memory = ofMemory(trial.memory());
        if (memory != null) {
            return memory;
        }
        if (trial.width().isVector()) {
            String vector = ofVector(trial.width(), List.of(trial.memory()), List.of(trial.write()),
                List.of(trial.read()), List.of(trial.processes()), trial.tier());
            if (vector != null) {
                return vector;
            }
        }
        boolean seqlock = trial.write() == WriteMode.SEQLOCK;
        if (seqlock != (trial.read() == ReadMode.SEQLOCK)) {
            return "--write seqlock and --read seqlock go together, not --write " + trial.write() + " with --read "
                + trial.read();
        }
        if (trial.writers() > 1 && (seqlock || trial.write() == WriteMode.GETANDADD)) {
            return "--write " + trial.write() + " takes one writer, not --writers " + trial.writers() + (seqlock
                ? ": two would share a version" : ": only one can know the difference to the next value");
        }
        return trial.processes() == Processes.TWO && !trial.memory().canBeShared()
            ? "--processes 2 takes memory that both can have: --memory mapped, not --memory " + trial.memory() : null;
    }

    static String ofMemory(Memory memory) {
        String problem = memory.problem(Runtime.version().feature());
        return problem == null ? null : "--memory " + memory + " " + problem;
    }

    /** Of each list null is the default, which a vector need not be in. */
    static String ofVector(Width vector, List<Memory> memories, List<WriteMode> writes, List<ReadMode> reads,
                           List<Processes> processes, Tier tier) {
        String begin = "--width " + vector;
        List<String> wrong = withoutVectors(memories, writes, reads, processes, tier);
        if (!wrong.isEmpty()) {
            return begin + " is a vector of the Vector API, which has --memory bytebuffer, --write plain and --read"
                + " plain, in one process and tier c2, not " + String.join(", ", wrong);
        }
        if (vector.problem(Runtime.version().feature()) != null) {
            return begin + " " + vector.problem(Runtime.version().feature());
        }
        return SweepPlan.hasVectorApi() ? null : begin + " needs the module " + SweepPlan.VECTOR_API
            + ", which this JVM (" + System.getProperty("java.home") + ") lacks";
    }

    /** The options that leave out what a vector has. */
    static List<String> withoutVectors(List<Memory> memories, List<WriteMode> writes, List<ReadMode> reads,
                                       List<Processes> processes, Tier tier) {
        return Stream.of(without("memory", Memory.BYTEBUFFER, memories), without("write", WriteMode.PLAIN, writes),
            without("read", ReadMode.PLAIN, reads), without("tier", Tier.C2, List.of(tier)),
            without("processes", Processes.ONE, processes)).flatMap(Optional::stream).toList();
    }

    private static <T> Optional<String> without(String option, T needed, List<T> listed) {
        return listed == null || listed.contains(needed) ? Optional.empty() : Optional.of("--" + option + " "
            + listed.stream().map(Object::toString).collect(Collectors.joining(",")));
    }
}
