// SPDX-License-Identifier: Apache-2.0
package org.tearline.tools;

import static org.tearline.tools.FaultTry.ERR;
import static org.tearline.tools.FaultTry.draw;
import static org.tearline.tools.FaultTry.expect;
import static org.tearline.tools.FaultTry.lines;
import static org.tearline.tools.FaultTry.moment;
import static org.tearline.tools.FaultTry.signal;
import static org.tearline.tools.FaultTry.text;
import static org.tearline.tools.FaultTry.tooLateIf;

import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.StandardOpenOption;
import java.util.List;

/** Cases with faults during a sweep. The journal omits stopped trials, and a resumed sweep is complete. Stateless. */
final class SweepFaults {
    private static final String SWEEP = "sweep --no-split-locks --profile quick --memory unsafe --write plain,ordered"
        + " --read volatile --offsets 0..4,60 --out";
    private static final String RESULT = "r.json";
    private static final String JOURNAL = "r.json.journal";
    /**
     * Only every fifth try finishes its sweep, because finishing takes several times as long as the trials before the
     * fault. The other tries are stopped after a few more trials.
     */
    private static final int TRIES_TO_AN_END = 5;

    private SweepFaults() {
    }

    static void endsBy(FaultTry sweep, String signal, int code) throws Exception {
        start(sweep, 2);
        moment(600);
        signal(signal, -sweep.pid());
        int ended = sweep.end(code, 0);
        tooLateIf(ended == 0);
        if (!isWritten(sweep)) {
            sweep.expectUnsaid("\"reason\":\"|\"changes\":0,\"torn\":0}}}", JOURNAL);
            expectResumed(sweep);
        }
    }

    static void endsEarlyBy(FaultTry sweep, String signal, int code) throws Exception {
        sweep.tester(SWEEP, sweep.file(RESULT));
        sweep.await("a JVM", sweep::isJava);
        moment(700);
        signal(signal, -sweep.pid());
        sweep.endEarly(code, 0);
    }

    static void isKilled(FaultTry sweep) throws Exception {
        start(sweep, 2);
        moment(600);
        signal("KILL", sweep.pid());
        tooLateIf(sweep.finish(137, 0) == 0);
        if (!isWritten(sweep)) {
            // Simulates a kill while a line is being written.
            try (FileChannel journal = FileChannel.open(sweep.file(JOURNAL), StandardOpenOption.WRITE)) {
                journal.truncate(journal.size() - draw(40));
            }
            expectResumed(sweep);
        }
    }

    static void workerIsKilled(FaultTry sweep) throws Exception {
        start(sweep, 2);
        moment(600);
        tooLateIf(!sweep.hasWorker());
        signal("KILL", sweep.worker());
        long lines = lines(sweep.file(JOURNAL));
        tooLateIf(lines == 0);
        expectWhole(sweep, lines + 3);
    }

    private static void start(FaultTry sweep, int trials) throws Exception {
        sweep.tester(SWEEP, sweep.file(RESULT));
        sweep.await("trials in the journal", () -> lines(sweep.file(JOURNAL)) >= trials);
    }

    private static void expectResumed(FaultTry sweep) throws Exception {
        List<String> before = whole(sweep);
        sweep.tester(SWEEP, sweep.file(RESULT), "--resume");
        expectWhole(sweep, before.size() + 2);
        if (Files.exists(sweep.file(JOURNAL))) {
            expect(whole(sweep).subList(0, before.size()).equals(before), "a journal that starts as before");
        }
    }

    /** Returns the complete lines of the journal. */
    private static List<String> whole(FaultTry sweep) {
        return text(sweep.file(JOURNAL)).lines().limit(lines(sweep.file(JOURNAL))).toList();
    }

    /** Continues a sweep to its end or to a number of lines; its cells must not show the fault. */
    private static void expectWhole(FaultTry sweep, long lines) throws Exception {
        boolean toTheEnd = sweep.number % TRIES_TO_AN_END == TRIES_TO_AN_END - 1;
        if (!toTheEnd && sweep.until(() -> lines(sweep.file(JOURNAL)) >= lines)) {
            signal("INT", -sweep.pid());
        }
        sweep.end(0, 3, 130);
        sweep.expectUnsaid("\"(fault|control-missing|stopped|worker-died)", RESULT, JOURNAL);
    }

    /** Whether the sweep finished before the signal: there is no journal, and the result is valid. */
    private static boolean isWritten(FaultTry sweep) throws Exception {
        if (Files.exists(sweep.file(JOURNAL))) {
            return false;
        }
        sweep.tester("validate", sweep.file(RESULT));
        sweep.finish(0);
        return true;
    }

    /** Changes a field of the journal's header, such as the machine. */
    static void otherJournal(FaultTry sweep, String field) throws Exception {
        stop(sweep, 2);
        Files.writeString(sweep.file(JOURNAL), text(sweep.file(JOURNAL)).replaceFirst("\"" + field + "\":\"",
            "$0another "), StandardCharsets.ISO_8859_1);
        expectRefused(sweep, "is the journal of another");
    }

    static void otherJvmResumes(FaultTry sweep) throws Exception {
        stop(sweep, 3);
        sweep.useJava(sweep.setup.other());
        expectRefused(sweep, "another JVM");
    }

    private static void stop(FaultTry sweep, int trials) throws Exception {
        start(sweep, trials);
        signal("INT", -sweep.pid());
        sweep.finish(130);
    }

    private static void expectRefused(FaultTry sweep, String why) throws Exception {
        String journal = text(sweep.file(JOURNAL));
        sweep.tester(SWEEP, sweep.file(RESULT), "--resume");
        sweep.end(2);
        sweep.expectSaid(ERR, why);
        expect(text(sweep.file(JOURNAL)).equals(journal), "the same journal");
    }

    static void withLittleMemory(FaultTry sweep) throws Exception {
        sweep.start(List.of(), sweep.jvm("-Xmx12m"), SWEEP, sweep.file(RESULT));
        if (sweep.finish(0, 4) == 4) {
            sweep.expectSaid(ERR, "out of memory");
            sweep.expectUnsaid("^\\s+at ", ERR);
        }
    }
}
