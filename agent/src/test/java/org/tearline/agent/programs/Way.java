// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.programs;

import java.util.function.IntToLongFunction;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;
import org.tearline.agent.programs.Table.Truth;
import org.tearline.agent.programs.Table.Value;

/**
 * Two variables of a kind, by which two threads may pass on a value. Variables are accessed by lambdas of the program,
 * so that each kind is accessed in its own way. {@code sent} reads what {@code send} has written, {@code answered} what
 * {@code answer} has.
 */
record Way(LongConsumer send, LongSupplier sent, LongConsumer answer, LongSupplier answered) {
    private static final int TIMES = 200;
    private static final int MISSES = 3;

    /** Writes one of two variables of a kind. */
    interface Writer {
        void write(int variable, long value);
    }

    static void row(Table table, String name, Writer write, IntToLongFunction read) throws Exception {
        row(table, name, v -> write.write(0, v), () -> read.applyAsLong(0), v -> write.write(1, v),
            () -> read.applyAsLong(1));
    }

    /**
     * Adds a row that passes its value on, and one that fails to, as it reads the other variable. Leaves 0 in the first
     * one, for which no row waits.
     */
    static void row(Table table, String name, LongConsumer send, LongSupplier sent, LongConsumer answer,
                    LongSupplier answered) throws Exception {
        table.row(name, Truth.ORDERED, new Way(send, sent, answer, answered)::pass);
        miss(table, name + "Missed", () -> send.accept(0), answered);
    }

    /** Adds a row that passes nothing on. */
    static void miss(Table table, String name, LongConsumer send, LongSupplier read) throws Exception {
        miss(table, name, () -> send.accept(1), read);
    }

    private static void miss(Table table, String name, Runnable send, LongSupplier read) throws Exception {
        table.row(name, Truth.UNORDERED, value -> Turns.alternate(MISSES, () -> {
            value.write();
            send.run();
        }, () -> {
            read.getAsLong();
            value.read();
        }));
    }

    void pass(Value value) throws Exception {
        Turns.startAndJoin(() -> {
            for (int i = 1; i <= TIMES; i++) {
                value.write(i);
                send.accept(i);
                await(answered, i);
            }
        }, () -> {
            for (int i = 1; i <= TIMES; i++) {
                await(sent, i);
                value.read();
                answer.accept(i);
            }
        });
    }

    private static void await(LongSupplier variable, long value) {
        while (variable.getAsLong() != value) {
            Thread.yield();
        }
    }
}
