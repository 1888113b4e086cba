// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.programs;

import java.util.function.LongConsumer;
import java.util.function.LongSupplier;

/** Two variables of a kind, by which two threads may pass on a value at byte 60 of a line. */
final class Way {
    private static final int TIMES = 200;
    private static final int LINE = 64;
    private static long sum;

    private final long address = Memory.pages(1) + 60;
    private final LongConsumer send;
    private final LongSupplier sent;
    private final LongConsumer answer;
    private final LongSupplier answered;

    /**
     * Variables are read and written by lambdas of the program, so that each kind is accessed in its own way.
     *
     * @param send   writes the first variable, which {@code sent} reads
     * @param answer writes the second variable, which {@code answered} reads
     */
    Way(LongConsumer send, LongSupplier sent, LongConsumer answer, LongSupplier answered) {
        this.send = send;
        this.sent = sent;
        this.answer = answer;
        this.answered = answered;
    }

    /** Returns a way that passes nothing on, though the same variable is read. */
    static Way toMiss(LongConsumer send, LongSupplier sent) {
        return new Way(send, sent, value -> { }, sent);
    }

    /** What a thread does at one end of a way. */
    interface End {
        void use(boolean writes);
    }

    /** Uses both ends at once. */
    static void together(End end) {
        Turns.together(() -> end.use(true), () -> end.use(false));
    }

    /** Uses the end that writes and then, on another thread, the other one. */
    static void inTurn(End end) {
        for (int i = 0; i < 3; i++) {
            end.use(true);
            Turns.inTurn(() -> end.use(false));
        }
    }

    static long sum() {
        return sum;
    }

    /** Writes a value and passes it on, or waits for it and reads it. */
    void pass(boolean writes) {
        for (int i = 1; i <= TIMES; i++) {
            if (writes) {
                Memory.UNSAFE.putLong(address, i);
                send.accept(i);
                await(answered, i);
            } else {
                await(sent, i);
                sum += Memory.UNSAFE.getLong(address);
                answer.accept(i);
            }
        }
    }

    private static void await(LongSupplier variable, long value) {
        while (variable.getAsLong() != value) {
            Thread.yield();
        }
    }

    /** The same with another value, but reads the other variable, and does not wait. */
    void miss(boolean writes) {
        if (writes) {
            Memory.UNSAFE.putLong(address + LINE, 1);
            send.accept(1);
        } else {
            sum += answered.getAsLong() + Memory.UNSAFE.getLong(address + LINE);
        }
    }
}
