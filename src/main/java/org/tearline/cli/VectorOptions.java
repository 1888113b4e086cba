// SPDX-License-Identifier: Apache-2.0
package org.tearline.cli;

import static org.tearline.cli.Subcommand.reject;
import static org.tearline.cli.Subcommand.requireNone;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.tearline.run.SweepPlan;
import org.tearline.trial.Memory;
import org.tearline.trial.ReadMode;
import org.tearline.trial.Tier;
import org.tearline.trial.TrialSpec.Processes;
import org.tearline.trial.Width;
import org.tearline.trial.WriteMode;

/** The given options on which it depends whether vectors can be tried. A list is null if its option was not given. */
record VectorOptions(List<Memory> memories, List<WriteMode> writes, List<ReadMode> reads, List<Processes> processes,
                     Tier tier) {
    /** Fails if this vector cannot be tried. */
    void require(Width vector) {
        String option = "--width " + vector + " ";
        List<String> wrong = excluding();
        reject(!wrong.isEmpty(), option + "is a vector, which requires --memory bytebuffer, --write plain,"
            + " --read plain, --processes 1 and --tier c2, not " + String.join(", ", wrong));
        requireNone(vector.problem(Runtime.version().feature()), option);
        reject(!SweepPlan.hasVectorApi(), option + "needs the module " + SweepPlan.VECTOR_API + ", which this JVM ("
            + System.getProperty("java.home") + ") lacks");
    }

    /** Returns the options, as on the command line, that exclude all vectors. */
    List<String> excluding() {
        return Stream.of(excluding("memory", Memory.BYTEBUFFER, memories), excluding("write", WriteMode.PLAIN, writes),
            excluding("read", ReadMode.PLAIN, reads), excluding("tier", Tier.C2, List.of(tier)),
            excluding("processes", Processes.ONE, processes))
            .flatMap(List::stream)
            .toList();
    }

    private static <T> List<String> excluding(String option, T needed, List<T> listed) {
        if (listed == null || listed.contains(needed)) {
            return List.of();
        }
        return List.of(option(option, listed));
    }

    /** Returns an option as on the command line. */
    static String option(String name, List<?> values) {
        return "--" + name + " " + values.stream().map(Object::toString).collect(Collectors.joining(","));
    }
}
