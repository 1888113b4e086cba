// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.record;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.tearline.agent.access.Access.Operation;

class TablesTest {
    @Test
    void shouldGiveEveryValueASlotOfItsOwnUntilThereAreNone() {
        ValueTable table = new ValueTable();
        Set<Integer> slots = new HashSet<>();
        int refused = 0;
        for (long key = 1; key <= 2L * ValueTable.LIMIT; key++) {
            int slot = table.slot(key * 8 + 4);
            if (slot < 0) {
                refused++;
            } else {
                assertThat(slots.add(slot)).isTrue();
                assertThat(table.slot(key * 8 + 4)).isEqualTo(slot);
            }
        }
        assertThat(slots.size() + refused).isEqualTo(2 * ValueTable.LIMIT);
        assertThat(slots).hasSizeGreaterThan(ValueTable.LIMIT * 9 / 10);
        assertThat(table.size()).isEqualTo(slots.size());
    }

    @Test
    void shouldTellThreadsApartUpToItsLimit() {
        ValueTable table = new ValueTable();
        int slot = table.slot(60);
        for (int round = 0; round < 2; round++) {
            for (long thread = 1; thread <= 20; thread++) {
                table.touch(slot, thread, Operation.READ, Long.BYTES);
                assertThat(table.threads(slot))
                    .isEqualTo(round == 0 ? (int) Math.min(thread, ValueTable.THREADS) : ValueTable.THREADS);
            }
        }
    }

    @Test
    void shouldAgreeOnASlotAmongThreads() throws InterruptedException {
        ValueTable values = new ValueTable();
        PairTable pairs = new PairTable();
        int[][] found = new int[4][1000];
        Thread[] threads = IntStream.range(0, found.length).mapToObj(number -> new Thread(() ->
            Arrays.setAll(found[number], i -> {
                int value = values.slot(i * 64L + 60);
                return value + pairs.slot(value, 1, 7) * ValueTable.LIMIT;
            }))).toArray(Thread[]::new);
        for (Thread thread : threads) {
            thread.start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        assertThat(found[1]).isEqualTo(found[0]);
        assertThat(found[2]).isEqualTo(found[0]);
        assertThat(found[3]).isEqualTo(found[0]);
    }
}
