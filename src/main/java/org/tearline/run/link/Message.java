// SPDX-License-Identifier: Apache-2.0
package org.tearline.run.link;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.Collection;
import java.util.List;
import java.util.function.Consumer;
import org.tearline.loop.Stressor;
import org.tearline.machine.JvmFlag;
import org.tearline.machine.MappedFile;
import org.tearline.machine.SplitLockCost;
import org.tearline.trial.AccessRules;
import org.tearline.trial.Budget;
import org.tearline.trial.Geometry;
import org.tearline.trial.Memory;
import org.tearline.trial.ReadMode;
import org.tearline.trial.SplitLocks;
import org.tearline.trial.ThreadCpus;
import org.tearline.trial.Tier;
import org.tearline.trial.TrialSpec;
import org.tearline.trial.Width;
import org.tearline.trial.WriteMode;
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

    /** Runs only the aligned control of a trial. */
    record RunControl(TrialRequest like) implements Message {
    }

    /** Ends the running trial; its outcome follows. */
    record Stop() implements Message {
    }

    /** Times aligned locked operations and split locks. */
    record TimeSplitLock(Geometry geometry) implements Message {
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

    /** Answers {@link TrialRequest}. */
    record Finished(TrialOutcome outcome) implements Message {
    }

    /** The task failed, and this worker must not be used again. */
    record Failed(String words, CellReason reason) implements Message {
    }

    /** Answers {@link RunControl}. */
    record ControlDone(Seen aligned) implements Message {
    }

    /** Answers {@link TimeSplitLock}. */
    record SplitLockTimed(SplitLockCost cost) implements Message {
    }

    /** Answers {@link CompileRequest}. */
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

    /**
     * A loop as compiled by the worker. Exactly one of write and read is given.
     *
     * @param className the loop's hidden class, as the JVM prints it; null if the API refused the access
     * @param problem   why there is no code in the requested tier, or null
     */
    record CompiledLoop(WriteMode write, ReadMode read, String className, String problem) {
    }

    /**
     * Loops to compile without running a trial.
     *
     * @param offset the worker uses only the offset within an aligned long, so that no split lock can result
     */
    record CompileRequest(Memory memory, Width width, Tier tier, int offset, Geometry geometry,
                          List<WriteMode> writes, List<ReadMode> reads, String stressor) implements Message {
    }

    /**
     * Runs a trial.
     *
     * @param rules    the rules for this machine; the worker adds its JVM's version, kind and unaligned-access flag
     * @param stressor the name of a stressor, {@link Stressor#AUTO}, {@link Stressor#EACH} or {@link Stressor#MIX}
     * @param file     the file that mapped memory uses, or null for a temporary one; ignored for other memory
     * @param controls whether to calibrate and run controls if nothing tears; a sweep runs its controls separately
     * @param without  stressors to leave out, because they or similar ones have killed a worker
     */
    record TrialRequest(TrialSpec trial, Budget budget, ThreadCpus threadCpus, AccessRules rules, String stressor,
                        SplitLocks splitLocks, MappedFile.Name file, boolean controls, List<Stressor> without)
        implements Message {

        /** Creates a request that leaves out no stressor. */
        public TrialRequest(TrialSpec trial, Budget budget, ThreadCpus threadCpus, AccessRules rules, String stressor,
                            SplitLocks splitLocks, MappedFile.Name file, boolean controls) {
            this(trial, budget, threadCpus, rules, stressor, splitLocks, file, controls, List.of());
        }

        public TrialRequest without(Collection<Stressor> stressors) {
            return new TrialRequest(trial, budget, threadCpus, rules, stressor, splitLocks, file, controls,
                List.copyOf(stressors));
        }

        /**
         * Returns a request for another trial with the same CPUs, rules and file. It asks for no controls and leaves
         * out no stressor.
         */
        public TrialRequest with(TrialSpec newTrial, Budget newBudget, String newStressor) {
            return new TrialRequest(newTrial, newBudget, threadCpus, rules, newStressor, splitLocks, file, false);
        }
    }

    /**
     * The parent's connection to a worker; tests replace it with a fake. One thread sends and receives; any thread may
     * call {@link #stop()} and {@link #close()}.
     */
    interface WorkerLink extends AutoCloseable {
        /** A worker reports ten times a second, but may compile for seconds on an overloaded machine. */
        int SILENCE_SECONDS = 30;

        /** Creates connections to new workers. */
        @FunctionalInterface
        interface Starter {
            /** Starts a worker that compiles to this tier, with the Vector API if {@code vectors} is set. */
            WorkerLink start(Tier tier, boolean vectors) throws IOException;
        }

        /** Does nothing if the worker has died; {@link #receive} then reports why. */
        void send(Message message);

        /**
         * Waits for the next message.
         *
         * @throws TrialFailed  if the worker has died or was silent for too long
         * @throws IOException if the worker's log is incomplete or its jar was replaced, so that its messages cannot be
         *                     trusted
         */
        Message receive() throws IOException;

        /** Sets the listener to notify if a signal stops the worker; {@link #receive} then keeps waiting. */
        default void onHalt(Consumer<String> notice) {
        }

        /** Ends the running trial early; does nothing if the worker has died. */
        default void stop() {
            send(new Stop());
        }

        @Override
        void close();
    }

    /**
     * Thrown if a worker has died, failed or was silent for too long, and inside a worker if an access threw, the heap
     * array moved or the readers' process failed. Any counts are invalid. The message says how.
     */
    final class TrialFailed extends IOException {
        private static final long serialVersionUID = 1L;

        private final CellReason reason;

        public TrialFailed(String message, CellReason reason) {
            super(message);
            this.reason = reason;
        }

        public CellReason reason() {
            return reason;
        }
    }
}
