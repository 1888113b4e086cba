// SPDX-License-Identifier: Apache-2.0
package org.tearline.bench.plan;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.tearline.bench.ping.PingRuns;
import org.tearline.bench.ping.Way;
import org.tearline.bench.result.Question;
import org.tearline.bench.result.Reason;
import org.tearline.bench.result.StepResult;

/** Round trips between two threads and two processes, each way with a JVM or two of its own. Immutable. */
final class PingSteps {
    static final String GROUP = Question.PING.id();

    private static final int ROUNDS = 5;
    private static final int WARM_ROUNDS = 2;
    /** A round is so many iterations of the profile long: 0.12 s of a quick run are 6,000 trips through a socket. */
    private static final int ITERATIONS_A_ROUND = 8;
    private static final int SMOKE_MILLIS = 3;
    /** Sizes of java-ping's messages that put the outgoing counter across a line, and one on either side. */
    private static final int FIRST_SIZE = 48;
    private static final int LAST_SIZE = 56;
    /** Start and end of a fork; the server's is one more. */
    private static final double FORK_SECONDS = 0.5;

    private final Setting setting;

    PingSteps(Setting setting) {
        this.setting = setting;
    }

    List<Step> steps() {
        if (setting.cpus() < 2) {
            return List.of(leftOut("round trips", Reason.CPUS, "both ends want two CPUs"));
        }
        List<Step> steps = new ArrayList<>();
        steps.add(leftOut("park between processes", Reason.IMPOSSIBLE,
            "it cannot be had: no process wakes a thread of another one"));
        for (int processes : List.of(1, 2)) {
            List<String> words = Way.between(processes).stream().map(Way::word).toList();
            if (setting.profile().smoke()) {
                steps.add(step("all ways", processes, words));
            } else {
                words.forEach(word -> steps.add(step(word, processes, List.of(word))));
            }
            String sizes = processes == 1 ? Way.MEMORY_SPIN.word() : Way.MAPPED_SPIN.word();
            if (setting.x86()) {
                steps.add(step(sizes + " by size", processes, sizes(sizes)).asSteady());
            } else {
                steps.add(leftOut(sizes + " by size", Reason.FAULTS, "misaligned, it faults on this architecture"));
            }
        }
        return steps;
    }

    private List<String> sizes(String way) {
        return IntStream.rangeClosed(FIRST_SIZE, LAST_SIZE)
            .filter(size -> !setting.profile().smoke() || size == FIRST_SIZE || size == (FIRST_SIZE + LAST_SIZE) / 2)
            .mapToObj(size -> way + ":" + size).toList();
    }

    private Step step(String title, int processes, List<String> words) {
        double seconds = words.size() * (warmRounds() + rounds()) * millis() / 1000.0;
        double forks = FORK_SECONDS * (processes == 1 ? 1 : 1 + words.size());
        return new Step(GROUP + "-" + title.replace(' ', '-') + "-" + processes, GROUP,
            title + ", 2 " + (processes == 1 ? "threads" : "processes"), seconds + forks, () -> {
                List<String> arguments = new ArrayList<>(List.of(Integer.toString(setting.caches().lineBytes()),
                    Integer.toString(warmRounds()), Integer.toString(rounds()), Integer.toString(millis()),
                    Integer.toString(processes)));
                arguments.addAll(words);
                return Forks.run(seconds + forks, List.of(Forks.command(PingRuns.class, arguments)));
            });
    }

    private int rounds() {
        return setting.profile().smoke() ? 1 : setting.profile().inEachFork(ROUNDS);
    }

    private int warmRounds() {
        return setting.profile().smoke() ? 0 : setting.profile().inEachFork(WARM_ROUNDS);
    }

    private int millis() {
        return setting.profile().smoke() ? SMOKE_MILLIS : ITERATIONS_A_ROUND * setting.profile().millis();
    }

    private static Step leftOut(String what, Reason reason, String why) {
        return new Step(GROUP + "-left-out-" + what.replace(' ', '-'), GROUP, what, 0,
            () -> StepResult.leftOut(GROUP, what, reason, why));
    }
}
