// SPDX-License-Identifier: Apache-2.0
package org.tearline.tools;

import static org.tearline.tools.FaultTry.ERR;
import static org.tearline.tools.FaultTry.OUT;
import static org.tearline.tools.FaultTry.concat;
import static org.tearline.tools.FaultTry.draw;
import static org.tearline.tools.FaultTry.expect;
import static org.tearline.tools.FaultTry.moment;
import static org.tearline.tools.FaultTry.signal;
import static org.tearline.tools.FaultTry.tooLateIf;

import java.nio.file.Files;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;

/** Cases with signals to a run's parent, worker or both, and with restricted environments. Stateless. */
final class RunFaults {
    /** JVM options that users may have set in the environment. */
    static final List<String> OPTIONS = List.of("-Xint", "-XX:+UseZGC", "-Xmx48m", "-verbose:gc -verbose:class",
        "-XX:+PrintFlagsFinal", "-Xlog:gc*,safepoint*:stdout",
        "-XX:+UnlockDiagnosticVMOptions -XX:-UseUnalignedAccesses", "-XX:TieredStopAtLevel=1",
        "-agentlib:jdwp=transport=dt_socket,server=y,suspend=n,address=localhost:PORT",
        "-Dcom.sun.management.jmxremote.port=PORT -Dcom.sun.management.jmxremote.authenticate=false"
            + " -Dcom.sun.management.jmxremote.ssl=false");
    /** Runs as a user without other processes, since process limits apply per user, except to root. */
    private static final List<String> OTHER_USER =
        List.of("setpriv", "--reuid", "64123", "--regid", "64123", "--clear-groups");
    /** For users who cannot become another. A new user namespace has no other processes. */
    private static final List<String> NAMESPACE = List.of("unshare", "-r");
    /** A run that ends as NOT SEEN after the given number of changes. */
    private static final String RUN = "run --offset 0 --write ordered --read volatile --duration 100s --changes";
    /** The same in a worker, because the tester's JVM compiles its own loops with C2. */
    private static final String WORKER_RUN = "run --tier c1 " + RUN.substring("run ".length());
    private static final String TEAR_RUN = "run --offset 60 --write ordered --read volatile --until budget"
        + " --duration 60s --changes 100000000000";
    private static final String SHORT_RUN = "run --offset 0 --write ordered --read volatile --changes 100000";
    /** So few that a run usually ends within some seconds of its signal. */
    private static final int FEW = 4_000_000;
    /** More changes than a run counts before its signal. */
    private static final int MANY = 500_000_000;

    private RunFaults() {
    }

    /** A file that the run has just created may not stay. */
    static void endsEarlyBy(FaultTry run, String signal, int code) throws Exception {
        run.tester(RUN, MANY, "--memory", "mapped", "--file", run.file("tmp").resolve("mapped"));
        run.await("a JVM", run::isJava);
        moment(1000);
        signal(signal, -run.pid());
        run.endEarly(code);
    }

    static void workerIgnores(FaultTry run, String signal) throws Exception {
        long before = startCounting(run, WORKER_RUN, FEW * run.longer);
        signal(signal, before);
        tooLateIf(run.isOver());
        expect(!run.until(() -> run.hasOtherWorker(before) && !run.isOver()), "the same worker");
        expectAnswer(run);
    }

    /** Starts a run, waits a random time and returns its worker. */
    private static long startCounting(FaultTry run, String options, Object... more) throws Exception {
        run.tester(options, more);
        tooLateIf(!run.until(run::counts));
        long worker = run.worker();
        moment(500);
        return worker;
    }

    private static void expectAnswer(FaultTry run) throws Exception {
        run.end(0, 3);
        run.expectSaid(OUT, "NOT SEEN");
    }

    /** A second worker finishes the run. */
    static void workerIsKilled(FaultTry run, String signal) throws Exception {
        run.tester(WORKER_RUN, 2_000_000 * run.longer);
        run.await("a worker", run::hasWorker);
        long before = run.worker();
        moment(600);
        signal(signal, before);
        // The worker may already have sent its last counts.
        run.await("a successor, or the end", () -> run.hasOtherWorker(before) || run.isOver());
        tooLateIf(run.isOver() && !run.hasOtherWorker(before));
        expectAnswer(run);
    }

    static void everyWorkerIsKilled(FaultTry run) throws Exception {
        run.tester(WORKER_RUN, MANY);
        long[] before = new long[1];
        while (run.until(() -> run.hasOtherWorker(before[0]))) {
            before[0] = run.worker();
            moment(100);
            signal("KILL", before[0]);
        }
        run.end(3);
        run.expectSaid(OUT, "from outside");
    }

    static void tearIsSeenAndWorkerKilled(FaultTry run, String options) throws Exception {
        run.tester(TEAR_RUN + options);
        run.await("a tear", () -> run.says(OUT, "TORN"));
        moment(300);
        run.await("a worker", run::hasWorker);
        signal("KILL", run.worker());
        run.end(1);
        run.expectSaid(OUT, "read [0-9a-f]{8}");
        run.expectUnsaid("(?s)TORN.*TORN", OUT);
    }

    /** Ctrl-C in a terminal signals the whole group, kill only one process. The partial result is printed once. */
    static void endsBy(FaultTry run, String signal, int code, String who) throws Exception {
        long jvm = startCounting(run, RUN, MANY);
        signal(signal, who.equals("group") ? -run.pid() : who.equals("tester's JVM") ? jvm : run.pid());
        run.end(code);
        run.expectSaid(OUT, "^INCONCLUSIVE.*stopped before");
        run.expectUnsaid("(?s)INCONCLUSIVE.*INCONCLUSIVE", OUT);
        run.expectUnsaid(".", ERR);
    }

    /** Nothing runs again, because somebody wanted the run to end. */
    static void jvmIsKilled(FaultTry run) throws Exception {
        signal("KILL", startCounting(run, RUN, MANY));
        run.end(137);
        run.expectUnsaid(".", OUT);
        run.expectSaid(ERR, "^tester: the JVM was killed from outside: SIGKILL");
    }

    /** The run is repeated with a worker. */
    static void jvmFaults(FaultTry run, String signal) throws Exception {
        long jvm = startCounting(run, RUN, MANY * 1000L, "--duration", 3 * run.longer + "s", "--stressor", "none");
        tooLateIf(!signal(signal, jvm));
        run.finish(0, 3);
        run.expectSaid(OUT, "^NOT SEEN|^INCONCLUSIVE");
        run.expectSaid(ERR, "^tester: the JVM died: .*; running the command again, with a worker");
        run.expectTidy();
    }

    static void pipeIsClosed(FaultTry run) throws Exception {
        run.start(List.of("bash", "-c", "\"$0\" \"$@\" | head -c 1"), run.jvm(), TEAR_RUN);
        // The run goes on without a reader, until a signal ends it.
        run.await("a tear", () -> run.says(OUT, "T"));
        run.await("a worker", run::hasWorker);
        signal("INT", -run.pid());
        run.finish(0, 130);
        run.expectTidy();
    }

    static void homeIsNowhere(FaultTry run) throws Exception {
        run.start(List.of("HOME=/nowhere"), run.jvm("-Duser.home=/nowhere"), SHORT_RUN);
        run.end(0, 3);
        run.expectUnsaid(".", ERR);
    }

    /** The worker dies with its parent and deletes its folder; if it was too late for that, the next run does. */
    static void parentIsKilled(FaultTry run) throws Exception {
        long worker = startCounting(run, RUN, MANY);
        signal("KILL", run.pid());
        run.finish(137);
        for (int i = 0; i < 500 && !FaultTry.isGone(worker); i++) {
            Thread.sleep(20);
        }
        expect(FaultTry.isGone(worker), "a worker that dies with its parent");
        run.tester(SHORT_RUN);
        run.end(0, 3);
    }

    /**
     * Halts a process for longer than any timeout of the tester. Runs start one after another, as each needs both CPUs
     * until it is halted.
     */
    static void isHalted(FaultTry run, String who) throws Exception {
        long target;
        synchronized (RunFaults.class) {
            long worker = startCounting(run, RUN, FEW * run.longer);
            target = who.equals("worker") ? worker : who.equals("parent") ? run.pid() : -run.pid();
            signal("STOP", target);
        }
        tooLateIf(run.isOver());
        Thread.sleep(36_000);
        signal("CONT", target);
        expectAnswer(run);
    }

    /** Inherited options do not change the verdicts. */
    static void optionsAreInherited(FaultTry run, String variable) throws Exception {
        String option = OPTIONS.get((run.setup.quick() ? draw(OPTIONS.size()) : run.number) % OPTIONS.size());
        // A worker that inherited this port could not start, because its parent uses it.
        List<String> before = List.of(variable + "=" + option.replace("PORT", String.valueOf(20_000 + draw(10_000))));
        List<String> jvm = List.of("-Djava.io.tmpdir=" + run.file("tmp"));
        run.start(before, jvm, "run --offset 60 --write plain --read plain");
        run.finish(1);
        run.expectSaid(OUT, "^TORN");
        // Looks for FAULT only at the start of a line, because PrintFlagsFinal may print any word.
        run.expectUnsaid("^FAULT|says nothing about the CPU", OUT);
        run.expectTidy();
        run.start(before, jvm, "run --memory bytebuffer --write plain --read plain --changes 100000 --offset",
            9 + draw(7));
        run.finish(0);
        run.expectSaid(OUT, "^NOT SEEN");
        run.expectTidy();
    }

    static void oneCpu(FaultTry run, List<String> before, String... jvm) throws Exception {
        run.start(before, run.jvm(jvm), "run --offset 60 --write ordered --read volatile --changes 100000");
        run.end(3);
        run.expectSaid(OUT, "one CPU only");
    }

    /** Returns the start of a command whose process limit counts only its own processes. */
    static List<String> lonely() {
        return Tools.succeeds(concat(OTHER_USER, "true")) ? OTHER_USER : NAMESPACE;
    }

    /** A failed start must not be reported as a fault or a tear. */
    static void fewThreads(FaultTry run, int limit) throws Exception {
        Files.setPosixFilePermissions(run.file("tmp"), PosixFilePermissions.fromString("rwxrwxrwx"));
        run.start(concat(lonely(), "bash", "-c", "ulimit -u " + limit + "; exec \"$0\" \"$@\""), run.jvm(),
            "--offset 60 --json");
        if (run.finish(0, 1, 3, 4) == 1 && !run.says(OUT, "\"verdict\" : \"torn\"")) {
            // There is no verdict if the parent's JVM cannot start threads.
            run.expectSaid(OUT, "^Error occurred during initialization of VM");
        } else {
            run.expectUnsaid("\"verdict\" : \"fault\"", OUT);
        }
    }
}
