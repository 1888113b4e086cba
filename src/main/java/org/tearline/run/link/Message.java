// SPDX-License-Identifier: Apache-2.0
package org.tearline.run.link;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.List;
import org.tearline.loop.Stressor;
import org.tearline.machine.Jvm.JvmFlag;
import org.tearline.machine.SplitLockCost;
import org.tearline.trial.AccessRules;
import org.tearline.trial.AccessRules.SplitLocks;
import org.tearline.trial.Budget;
import org.tearline.trial.Geometry;
import org.tearline.trial.Memory;
import org.tearline.trial.ThreadCpus;
import org.tearline.trial.TrialSpec;
import org.tearline.trial.TrialSpec.ReadMode;
import org.tearline.trial.TrialSpec.Side;
import org.tearline.trial.TrialSpec.Tier;
import org.tearline.trial.TrialSpec.WriteMode;
import org.tearline.trial.Width;
import org.tearline.verdict.CellReason;
import org.tearline.verdict.Controls;
import org.tearline.verdict.Tally;
import org.tearline.verdict.Tally.Witness;
import org.tearline.verdict.TrialResult.TrialOutcome;

/**
 * What parent and worker say to each other, and the two workers of a trial in two processes. One frame is a marker, a
 * byte for the kind, and the record. Whatever stands between two frames is skipped: an agent or the JVM itself may have
 * printed it to standard output.
 */
public sealed interface Message {

    /**
     * Parent to worker: run this trial.
     *
     * @param without stressors that have killed a worker
     */
    record Assignment(TrialRequest request, List<Stressor> without) implements Message {
    }

    /** Parent to worker: end the trial that is running and report what there is. */
    record Stop() implements Message {
    }

    /** Worker to parent: this stressor is used for the first time; with null, the one before has done no harm. */
    record Trying(Stressor stressor) implements Message {
    }

    /** Worker to parent: still counting. */
    record Progress(long nanos, long changes, long torn, String stressor) implements Message {
    }

    /** Worker to parent: the first tear, as soon as it was seen. */
    record FirstTear(Witness witness, long nanos) implements Message {
    }

    /** Worker to parent: the trial is over. */
    record Finished(TrialOutcome outcome) implements Message {
    }

    /** Worker to parent: the trial failed and the worker is not to be trusted any more. */
    record Failed(String words, CellReason reason) implements Message {
    }

    /** Where a round is: at the trial itself, or apart from it, also with mixtures planted for a cas reader. */
    enum Where {
        TESTED, APART, PLANTED, PING_PONG
    }

    /** Worker to worker: read at this place until there is enough. The stressor is null for the ping-pong. */
    record Read(Assignment like, TrialSpec trial, Where where, int slot, Stressor stressor, long nanos, long changes,
                boolean atFirstTear, int maxBatch) implements Message {
    }

    /**
     * Worker to worker: what was read.
     *
     * @param firstTornNanos when the first tear was seen, or -1
     * @param problem        why it did not run in the wanted tier, or null
     * @param placed         whether all readers had their CPUs
     */
    record HasRead(Tally tally, long nanos, long firstTornNanos, String problem, boolean placed) implements Message {
    }

    /** Parent to worker: time locked operations inside a line and across one. */
    record TimeSplitLock(Geometry geometry) implements Message {
    }

    /** Worker to parent: what they take. */
    record SplitLockTimed(SplitLockCost cost) implements Message {
    }

    /** Parent to worker: run the controls of this trial, and nothing else of it. */
    record RunControls(Assignment like) implements Message {
    }

    /** Worker to parent: what the controls counted. */
    record ControlsDone(Controls controls) implements Message {
    }

    /** Worker to parent: the result, should the worker not survive what comes after a tear. */
    record Provisional(TrialOutcome outcome) implements Message {
    }

    /** Parent to worker: compile these loops, run no trial. */
    record Compile(CompileRequest request) implements Message {
    }

    /** Worker to parent: the loops are compiled. */
    record Compiled(List<CompiledLoop> loops) implements Message {
    }

    /** Where a frame begins: eight bytes that no text has, since UTF-8 has no fe and no ff. */
    long FRAME = 0xff00_fe01_fe02_fe03L;

    /** Parent to worker: name the flags of your JVM. */
    record AskFlags() implements Message {
    }

    /** Worker to parent: the flags of its JVM that a result names. */
    record Flags(List<FlagValue> flags) implements Message {
    }

    /** A flag of HotSpot. */
    record FlagValue(JvmFlag flag, String value) {
    }

    /** The kinds in the order of their codes. */
    List<Class<? extends Record>> KINDS = List.of(Assignment.class, Stop.class, Progress.class, FirstTear.class,
        Finished.class, Failed.class, TimeSplitLock.class, SplitLockTimed.class, RunControls.class,
        ControlsDone.class, Provisional.class, Compile.class, Compiled.class, AskFlags.class, Flags.class,
        Trying.class, Read.class, HasRead.class);

    /** Sends one frame; callers on several threads must hold the stream's monitor. */
    static void send(DataOutputStream out, Message message) throws IOException {
        out.writeLong(FRAME);
        out.writeByte(KINDS.indexOf(message.getClass()));
        Wire.write(out, (Record) message);
        out.flush();
    }

    /** Waits for the next frame; throws an EOFException if the other side is gone. */
    static Message receive(DataInputStream in) throws IOException {
        for (long seen = 0; seen != FRAME;) {
            seen = seen << Byte.SIZE | in.readUnsignedByte();
        }
        int kind = in.readUnsignedByte();
        if (kind >= KINDS.size()) {
            throw new IOException("no message has the code " + kind);
        }
        return (Message) Wire.read(in, KINDS.get(kind));
    }

    /**
     * A loop as a worker compiled it.
     *
     * @param className the hidden class that has the loop, as the JVM's own prints name it; null if the API refused
     * @param problem   why there is no code of the wanted tier, or null
     */
    record CompiledLoop(Side side, String mode, String className, String problem) {
    }

    /**
     * Loops to compile without running a trial.
     *
     * @param offset where the value would begin; only its place within an aligned long matters, so no lock is split
     */
    record CompileRequest(Memory memory, Width width, Tier tier, int offset, Geometry geometry,
                                 List<WriteMode> writes, List<ReadMode> reads, String stressor) {

        /** Bare loops. */
        public CompileRequest(Memory memory, Width width, Tier tier, int offset, Geometry geometry,
                              List<WriteMode> writes, List<ReadMode> reads) {
            this(memory, width, tier, offset, geometry, writes, reads, Stressor.NONE.toString());
        }
    }

    /**
     * A trial, and how it is to be run.
     *
     * @param rules    what an access comes to on this machine; the worker puts in its own JVM's flag
     * @param stressor the name of a stressor, {@link Stressor#AUTO}, {@link Stressor#EACH} or {@link Stressor#MIX}
     * @param file     what mapped memory maps; null for every other
     * @param controls whether a negative result is followed by controls and calibration; a sweep runs them apart
     */
    record TrialRequest(TrialSpec trial, Budget budget, ThreadCpus threadCpus, AccessRules rules, String stressor,
                               SplitLocks splitLocks, String file, boolean controls) {
    }
}
