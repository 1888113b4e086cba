// SPDX-License-Identifier: Apache-2.0
package org.tearline.tools;

import static org.tearline.tools.FaultTry.ERR;
import static org.tearline.tools.FaultTry.OUT;
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

/** Faults of a sweep: what is stopped is in no journal, and what is resumed is whole. Stateless. */
final class SweepFaults {
    private static final String SWEEP = "sweep --no-split-locks --profile quick --memory unsafe --write plain,ordered"
        + " --read volatile --offsets 0..7,60 --out";
    private static final String RESULT = "r.json";
    private static final String JOURNAL = "r.json.journal";
    /**
     * The end of a sweep takes several times as long as the trials of this one, so only every fifth try goes there; the
     * others are stopped after some more trials.
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

    /** Before there is a journal. */
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
            // It may have died in the middle of a line.
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
            expect(whole(sweep).subList(0, before.size()).equals(before), "a journal that begins as before");
        }
    }

    /** The lines of the journal that have an end. */
    private static List<String> whole(FaultTry sweep) {
        return text(sweep.file(JOURNAL)).lines().limit(lines(sweep.file(JOURNAL))).toList();
    }

    /** Lets a sweep go on, to its end or until it has so many lines; nothing of what was done to it is in its cells. */
    private static void expectWhole(FaultTry sweep, long lines) throws Exception {
        if (sweep.number % TRIES_TO_AN_END != 0 && sweep.until(() -> lines(sweep.file(JOURNAL)) >= lines)) {
            signal("INT", -sweep.pid());
        }
        sweep.end(0, 3, 130);
        sweep.expectUnsaid("\"(fault|control-missing|stopped|worker-died)", RESULT, JOURNAL);
    }

    /** A sweep that had its result when the signal came has no journal any more, and the result is whole. */
    private static boolean isWritten(FaultTry sweep) throws Exception {
        if (Files.exists(sweep.file(JOURNAL))) {
            return false;
        }
        sweep.tester("validate", sweep.file(RESULT));
        sweep.finish(0);
        return true;
    }

    /** Of another machine, say: a field of the journal's header is. */
    static void otherJournal(FaultTry sweep, String field) throws Exception {
        stop(sweep, 2);
        Files.writeString(sweep.file(JOURNAL), text(sweep.file(JOURNAL)).replaceFirst("\"" + field + "\":\"",
            "$0another "), StandardCharsets.ISO_8859_1);
        expectRefused(sweep, "is the journal of another");
    }

    static void otherJvmResumes(FaultTry sweep) throws Exception {
        stop(sweep, 3);
        sweep.change(sweep.setup.other(), sweep.file(OUT));
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
        sweep.start(List.of(), sweep.jvm("-Xmx8m"), SWEEP, sweep.file(RESULT));
        if (sweep.finish(0, 4) == 4) {
            sweep.expectSaid(ERR, "out of memory");
            sweep.expectUnsaid("^\\s+at ", ERR);
        }
    }
}
