// SPDX-License-Identifier: Apache-2.0
package org.tearline.run.link;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.List;
import org.tearline.loop.Stressor;
import org.tearline.machine.JvmFlag;
import org.tearline.machine.SplitLockCost;
import org.tearline.run.link.CompileRequest.CompiledLoop;
import org.tearline.trial.Geometry;
import org.tearline.trial.TrialSpec;
import org.tearline.verdict.CellReason;
import org.tearline.verdict.Seen;
import org.tearline.verdict.Tally;
import org.tearline.verdict.TrialOutcome;

/**
 * The messages between parent and worker, and between the two workers of a two-process trial. To another process, each
 * is sent in a frame, which consists of a marker, a byte for the message type, and the record. Bytes between frames are
 * skipped, because an agent or the JVM may have printed them to standard output. Thread-safe.
 */
public sealed interface Message {

    // From the parent to the worker.

    /** Runs a trial. */
    record RunTrial(TrialRequest request) implements Message {
    }

    /** Runs only the aligned control of a trial. */
    record RunControl(TrialRequest like) implements Message {
    }

    /** Ends the running trial; its outcome follows. */
    record Stop() implements Message {
    }

    /** Times aligned locked operations and split locks. */
    record TimeSplitLock(Geometry geometry) implements Message {
    }

    /** Compiles loops without running a trial. */
    record Compile(CompileRequest request) implements Message {
    }

    /** Requests the flags of the worker's JVM. */
    record AskFlags() implements Message {
    }

    // From the worker to the parent.

    /** The stressor that is about to run for the first time; null if the previous one did no harm. */
    record Trying(Stressor stressor) implements Message {
    }

    /** The counts so far. */
    record Progress(long nanos, long changes, long torn, String stressor) implements Message {
    }

    /**
     * The outcome so far. Sent at the first tear, and again before the control and side trials that follow it, which
     * may kill the worker.
     */
    record Provisional(TrialOutcome outcome) implements Message {
    }

    /** Answers {@link RunTrial}. */
    record Finished(TrialOutcome outcome) implements Message {
    }

    /** The task failed, and this worker must not be used again. */
    record Failed(String words, CellReason reason) implements Message {
        public static Failed of(Throwable thrown) {
            TrialFailed failed = TrialFailed.of(thrown);
            return new Failed(failed.getMessage(), failed.reason());
        }

        public TrialFailed exception() {
            return new TrialFailed(words, reason);
        }
    }

    /** Answers {@link RunControl}. */
    record ControlDone(Seen aligned) implements Message {
    }

    /** Answers {@link TimeSplitLock}. */
    record SplitLockTimed(SplitLockCost cost) implements Message {
    }

    /** Answers {@link Compile}. */
    record Compiled(List<CompiledLoop> loops) implements Message {
    }

    /** Answers {@link AskFlags} with the flags that this JVM has. */
    record Flags(List<SetFlag> flags) implements Message {
    }

    // Between the writers' and the readers' process.

    /** Runs the readers of one round. */
    record Read(TrialRequest like, TrialSpec trial, Where where, int slot, Stressor stressor, Limits limits)
        implements Message {
    }

    /**
     * The limits of a round; the first one reached ends it. The sizes of batches are limited because a stop takes
     * effect only between batches.
     */
    record Limits(long nanos, long changes, boolean atFirstTear, int writeBatch, int readBatch) {
    }

    /**
     * The readers' counts in a round.
     *
     * @param firstTornNanos counting time until the first tear, or -1
     * @param problem        why the loop did not run in the requested tier, or null
     * @param placed         whether all readers stayed on their CPUs
     */
    record HasRead(Tally tally, long nanos, long firstTornNanos, String problem, boolean placed) implements Message {
    }

    /**
     * Where a round runs: in the tested memory, in separate memory, or in separate memory with planted values for a CAS
     * reader.
     */
    enum Where {
        TESTED, APART, PLANTED
    }

    /** The marker of a frame. The bytes fe and ff never occur in UTF-8, so no text contains it. */
    long FRAME = 0xff00_fe01_fe02_fe03L;

    /** The message types in the order of their declaration. The index of a type is its code. */
    List<Class<?>> KINDS = List.of(Message.class.getPermittedSubclasses());

    /** Sends one frame; concurrent callers must hold the stream's monitor. */
    static void send(DataOutputStream out, Message message) throws IOException {
        out.writeLong(FRAME);
        out.writeByte(KINDS.indexOf(message.getClass()));
        Wire.write(out, (Record) message);
        out.flush();
    }

    /** Waits for the next frame; throws an EOFException if the stream has ended. */
    static Message receive(DataInputStream in) throws IOException {
        // Reads bytes until the last eight are the marker.
        for (long seen = 0; seen != FRAME;) {
            seen = seen << Byte.SIZE | in.readUnsignedByte();
        }
        int kind = in.readUnsignedByte();
        if (kind >= KINDS.size()) {
            throw new IOException("unknown message type " + kind);
        }
        return (Message) Wire.read(in, KINDS.get(kind).asSubclass(Record.class));
    }

    /** A flag with its value. */
    record SetFlag(JvmFlag flag, String value) {
    }
}
