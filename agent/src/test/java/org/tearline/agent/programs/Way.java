// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.programs;

import java.util.function.LongConsumer;
import java.util.function.LongSupplier;
import org.tearline.agent.programs.Table.Value;

/**
 * Two variables of a kind, by which two threads may pass on a value. Variables are accessed by lambdas of the program,
 * so that each kind is accessed in its own way. {@code sent} reads what {@code send} has written, {@code answered} what
 * {@code answer} has.
 */
record Way(LongConsumer send, LongSupplier sent, LongConsumer answer, LongSupplier answered) {
    private static final int TIMES = 200;

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
