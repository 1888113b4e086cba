// SPDX-License-Identifier: Apache-2.0
package org.tearline.bench.plan;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.tearline.bench.queue.QueueEnd;
import org.tearline.bench.queue.QueueFile;
import org.tearline.bench.queue.QueueRuns;
import org.tearline.bench.queue.Subject;
import org.tearline.bench.result.Cell;
import org.tearline.bench.result.Question;
import org.tearline.bench.result.Reason;
import org.tearline.bench.result.StepResult;

/** Queues of one producer and one consumer, each with a JVM or two of its own. Immutable. */
final class QueueSteps {
    static final String GROUP = Question.QUEUES.id();

    /** Many short runs: what one of them happens to have, such as where the scheduler puts what, another has not. */
    private static final int RUNS = 30;
    private static final int WARM_RUNS = 6;
    /** Of queues with locks across a line: some tens of milliseconds in all. */
    private static final int LOCKED_RUNS = 5;
    private static final int LOCKED_MILLIS = 5;
    private static final int SMOKE_MILLIS = 5;
    /** In each pass of a full run this one runs for a minute between threads and between processes: 10^10 messages. */
    private static final String LONG = "aligned-ordered";
    private static final int LONG_RUNS = 60;
    private static final int LONG_MILLIS = 1_000;
    /** Start and end of a fork. */
    private static final double FORK_SECONDS = 0.5;
    /** The folder in which a mapped file is memory, on Linux. */
    private static final Path MEMORY = Path.of("/dev/shm");

    private final Setting setting;

    QueueSteps(Setting setting) {
        this.setting = setting;
    }

    List<Step> steps() {
        if (setting.cpus() < 2) {
            return List.of(leftOut("queues", Reason.CPUS, "a producer and a consumer want two CPUs"));
        }
        List<Step> steps = new ArrayList<>();
        steps.add(leftOut("siblings of one core and different sockets", Reason.CPUS,
            "threads are put on different cores; other pairs want more CPUs than here are compared"));
        List<Subject> subjects = new ArrayList<>();
        for (Subject subject : Subject.list()) {
            Reason reason = missing(subject);
            if (reason != null) {
                steps.add(leftOut(subject.id(), reason, reason == Reason.FAULTS
                    ? "misaligned, it faults on this architecture" : "--no-split-locks"));
            } else {
                subjects.add(subject);
            }
        }
        if (setting.profile().smoke()) {
            // One JVM for all: what is tried is that they run and that nothing sound is damaged.
            steps.add(new Step(GROUP + "-threads", GROUP, "all queues, 2 threads", 4, () -> sound(threads(subjects))));
        } else {
            subjects.forEach(subject -> steps.add(new Step(GROUP + "-" + subject.id() + "-1", GROUP,
                subject.id() + ", 2 threads", FORK_SECONDS + seconds(subject),
                () -> sound(threads(List.of(subject))))));
        }
        subjects.stream().filter(subject -> subject.inMemory() && !subject.lockedAcross())
            .filter(subject -> !setting.profile().smoke() || Stream.of("aligned-ordered", "line-ordered-both-halves")
                .anyMatch(subject.id()::equals))
            .forEach(subject -> steps.add(new Step(GROUP + "-" + subject.id() + "-2", GROUP,
                subject.id() + ", 2 processes", 2 * FORK_SECONDS + seconds(subject),
                // Each end is a JVM of its own: twice the time of two threads.
                () -> sound(processes(subject))).asSteady()));
        return steps;
    }

    private Reason missing(Subject subject) {
        return subject.sound() ? null : !setting.x86() ? Reason.FAULTS
            : subject.lockedAcross() && !setting.splitLocks() ? Reason.FORBIDDEN : null;
    }

    private static Step leftOut(String what, Reason reason, String why) {
        return new Step(GROUP + "-left-out-" + what.replace(' ', '-'), GROUP, what, 0,
            () -> StepResult.leftOut(GROUP, what, reason, why));
    }

    private StepResult threads(List<Subject> subjects) throws StepFailed {
        List<String> arguments = new ArrayList<>(List.of(Integer.toString(setting.caches().lineBytes()),
            Integer.toString(warm()), Integer.toString(runs(subjects.get(0))),
            Integer.toString(millis(subjects.get(0)))));
        subjects.forEach(subject -> arguments.add(subject.id()));
        return Forks.run(subjects.stream().mapToDouble(this::seconds).sum(),
            List.of(Forks.command(QueueRuns.class, arguments)));
    }

    private StepResult processes(Subject subject) throws StepFailed {
        Path folder = null;
        try {
            folder = Files.isDirectory(MEMORY) ? Files.createTempDirectory(MEMORY, "tearline-bench")
                : Files.createTempDirectory("tearline-bench");
            Path file = folder.resolve("queue");
            // Last first, also when the run is ended by Ctrl-C.
            folder.toFile().deleteOnExit();
            file.toFile().deleteOnExit();
            QueueFile.create(file, subject, setting.caches().lineBytes());
            List<List<String>> ends = Stream.of("producer", "consumer").map(side -> Forks.command(QueueEnd.class,
                List.of(side, file.toString(), Integer.toString(warm()), Integer.toString(runs(subject)),
                    Integer.toString(millis(subject))))).toList();
            return Forks.run(seconds(subject), ends);
        } catch (IOException e) {
            throw new StepFailed("no file to map: " + e.getMessage(), e);
        } finally {
            if (folder != null) {
                folder.resolve("queue").toFile().delete();
                folder.toFile().delete();
            }
        }
    }

    /**
     * Returns a queue whose counters are aligned and that damages what it carries: nothing here can be believed then.
     */
    static StepResult sound(StepResult result) throws StepFailed {
        for (Cell cell : result.cells()) {
            String place = cell.parameters().get("place");
            long damage = Stream.of("lost", "repeated", "reordered", "garbled", "torn")
                .mapToLong(name -> cell.counts().getOrDefault(name, 0L)).sum();
            if (damage > 0 && (place.equals("heap") || place.equals("aligned"))) {
                throw new StepFailed("an aligned queue damaged what it carries: " + cell.at() + " " + cell.counts(),
                    null);
            }
        }
        return result;
    }

    private int warm() {
        return setting.profile().smoke() ? 1 : setting.profile().inEachFork(WARM_RUNS);
    }

    private int runs(Subject subject) {
        return setting.profile().smoke() ? 1 : isLong(subject) ? LONG_RUNS
            : setting.profile().inEachFork(subject.lockedAcross() ? LOCKED_RUNS : RUNS);
    }

    private int millis(Subject subject) {
        return setting.profile().smoke() ? SMOKE_MILLIS : subject.lockedAcross() ? LOCKED_MILLIS
            : isLong(subject) ? LONG_MILLIS : setting.profile().millis();
    }

    private boolean isLong(Subject subject) {
        return setting.profile() == Profile.FULL && subject.id().equals(LONG);
    }

    private double seconds(Subject subject) {
        return (warm() + runs(subject)) * millis(subject) / 1000.0;
    }
}
