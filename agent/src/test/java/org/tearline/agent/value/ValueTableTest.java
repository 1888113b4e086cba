// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.value;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.ref.Reference;
import java.lang.ref.WeakReference;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.tearline.agent.access.Access.Operation;
import org.tearline.agent.order.Cells;
import org.tearline.agent.order.Clock;
import org.tearline.agent.order.Mappings;
import org.tearline.agent.site.PairTable;

class ValueTableTest {
    @Test
    void shouldTrackHalfATableOfValuesAndThenASample() {
        ValueTable table = new ValueTable(new Mappings(), new Cells());
        Set<Integer> slots = new HashSet<>();
        int refused = 0;
        for (long key = 1; key <= 2L * ValueTable.LIMIT; key++) {
            int slot = table.slot(key * 8 + 4);
            if (slot < 0) {
                refused++;
                assertThat(key).isGreaterThan(ValueTable.LIMIT / 2);
            } else {
                assertThat(slots.add(slot)).isTrue();
                assertThat(table.slot(key * 8 + 4)).isEqualTo(slot);
            }
        }
        assertThat(slots.size() + refused).isEqualTo(2 * ValueTable.LIMIT);
        assertThat(slots).hasSizeBetween(ValueTable.LIMIT / 2 + 256, ValueTable.LIMIT * 3 / 4);
        assertThat(table.size()).isEqualTo(slots.size());
    }

    /** Two threads, each of which touches one of two values that share bytes, at the same moment. */
    @Test
    void shouldJoinValuesInNoCycle() throws InterruptedException {
        int pairs = ValueTable.LIMIT / 8;
        for (int round = 0; round < 30; round++) {
            ValueTable table = new ValueTable(new Mappings(), new Cells());
            AtomicInteger[] arrived = Stream.generate(AtomicInteger::new).limit(pairs).toArray(AtomicInteger[]::new);
            Thread other = new Thread(() -> touchPairs(table, arrived, 4, 2));
            other.start();
            touchPairs(table, arrived, 0, 1);
            other.join();
            for (int i = 0; i < pairs; i++) {
                assertThat(table.value(table.slot(64L * i + 64))).isEqualTo(table.value(table.slot(64L * i + 68)));
            }
        }
    }

    private static void touchPairs(ValueTable table, AtomicInteger[] arrived, int offset, int thread) {
        Clock clock = new Clock(thread);
        for (int i = 0; i < arrived.length; i++) {
            int slot = table.slot(64L * i + 64 + offset);
            arrived[i].incrementAndGet();
            while (arrived[i].get() < 2) {
                Thread.yield();
            }
            table.touch(slot, clock, Operation.WRITE, Long.BYTES);
        }
    }

    @Test
    void shouldBeginAnewWithAnObjectWhoseHashCodeAnotherHad() throws Exception {
        ValueTable table = new ValueTable(new Mappings(), new Cells());
        long key = Long.MIN_VALUE | 12;
        WeakReference<Object> first = new WeakReference<>(new Object());
        int slot = table.slot(key, first.get());
        table.touch(slot, new Clock(1), Operation.WRITE, 8);
        Object second = new Object();
        while (first.get() != null) {
            assertThat(table.slot(key, second)).as("while the first one lives").isBetween(-1, slot);
            System.gc();
        }
        assertThat(table.slot(key, second)).isEqualTo(slot);
        table.touch(slot, new Clock(2), Operation.READ, 8);
        assertThat(table.evidence(slot)).isEqualTo(Evidence.ONE_THREAD);
        assertThat(table.slot(key, new Object())).as("while the second one lives").isEqualTo(-1);
        Reference.reachabilityFence(second);
    }

    @Test
    void shouldCountThreadsUpToItsLimit() {
        ValueTable table = new ValueTable(new Mappings(), new Cells());
        int slot = table.slot(60);
        for (int round = 0; round < 2; round++) {
            for (int thread = 1; thread <= 20; thread++) {
                table.touch(slot, new Clock((int) thread), Operation.READ, Long.BYTES);
                assertThat(table.threads(slot))
                    .isEqualTo(round == 0 ? (int) Math.min(thread, ValueTable.THREADS) : ValueTable.THREADS);
            }
        }
    }

    /** Accesses by two threads: "1w 2u" is a plain write by the first and then an update by the second. */
    @ParameterizedTest
    @CsvSource({"1w 1u, ONE_THREAD", "1u 2u 1u, LOCKED", "1u 1w 2u 1u, UNORDERED", "1u 2u 1w, UNORDERED",
        "1w 2r 1r, UNORDERED", "1r 2r, ORDERED", "1r 1w 1r, ONE_THREAD", "1r 2w, UNORDERED", "1w 2w, UNORDERED",
        "1r 2u, UNORDERED"})
    void shouldSayHowThreadsShareAValue(String accesses, Evidence evidence) {
        ValueTable table = new ValueTable(new Mappings(), new Cells());
        int slot = table.slot(60);
        for (String access : accesses.split(" ")) {
            table.touch(slot, new Clock(access.charAt(0)), access.charAt(1) == 'w' ? Operation.WRITE
                : access.charAt(1) == 'r' ? Operation.READ : Operation.UPDATE, Long.BYTES);
        }
        assertThat(table.evidence(slot)).isEqualTo(evidence);
    }

    /** A dozen threads get the value in turn. One that gets nothing from the thread before it may meet that one. */
    @ParameterizedTest
    @CsvSource({"0, ORDERED", "11, UNORDERED", "12, UNORDERED"})
    void shouldKnowTheOrderOfManyThreads(int stranger, Evidence evidence) {
        ValueTable table = new ValueTable(new Mappings(), new Cells());
        int slot = table.slot(60);
        int[] passed = {};
        for (int thread = 1; thread <= 12; thread++) {
            Clock clock = new Clock(thread);
            if (thread != stranger) {
                clock.take(passed, null);
            }
            table.touch(slot, clock, Operation.READ, Long.BYTES);
            table.touch(slot, clock, Operation.WRITE, Long.BYTES);
            passed = clock.snapshot();
        }
        assertThat(table.evidence(slot)).isEqualTo(evidence);
    }

    /** A thread copies twice, and passes on neither, the first or both. The reader knows that a copy was passed on. */
    @ParameterizedTest
    @CsvSource({"0, UNORDERED", "1, ORDERED", "2, ORDERED"})
    void shouldNoticeThatNoCopyWasPassedOn(int passedOn, Evidence evidence) {
        ValueTable table = new ValueTable(new Mappings(), new Cells());
        Clock writer = new Clock(1);
        Clock reader = new Clock(2);
        for (int copy = 1; copy <= 2; copy++) {
            table.written(4096, 200, writer);
            if (copy == passedOn) {
                reader.take(writer.snapshot(), null);
            }
        }
        int slot = table.slot(4156);
        table.touch(slot, reader, Operation.READ, Long.BYTES);
        assertThat(table.evidence(slot)).isEqualTo(evidence);
    }

    /** Two threads update the value, and then one knows what the other has done. */
    @ParameterizedTest
    @CsvSource({"true, ORDERED", "false, UNORDERED"})
    void shouldTakeNoUpdatesForARace(boolean known, Evidence evidence) {
        ValueTable table = new ValueTable(new Mappings(), new Cells());
        int slot = table.slot(60);
        Clock one = new Clock(1);
        Clock other = new Clock(2);
        for (Clock clock : new Clock[] {one, other, one, other}) {
            table.touch(slot, clock, Operation.UPDATE, Long.BYTES);
        }
        if (known) {
            one.take(other.snapshot(), null);
        }
        table.touch(slot, one, Operation.READ, Long.BYTES);
        assertThat(table.evidence(slot)).isEqualTo(evidence);
    }

    /** What threads 2 and 3 read in turn after thread 1 has written, by letter. */
    @ParameterizedTest
    @CsvSource({"aaaa, ORDERED", "aaab, UNSEEN_WRITER", "abbb, UNSEEN_WRITER"})
    void shouldNoticeThatAPublishedValueChanged(String read, Evidence evidence) {
        ValueTable table = new ValueTable(new Mappings(), new Cells());
        int slot = table.slot(60);
        Clock writer = new Clock(1);
        table.touch(slot, writer, Operation.WRITE, Long.BYTES);
        for (int i = 0; i < read.length(); i++) {
            Clock reader = new Clock(2 + i % 2);
            reader.take(writer.snapshot(), null);
            table.touch(slot, reader, Operation.READ, Long.BYTES);
            table.saw(slot, read.charAt(i), Long.BYTES);
        }
        assertThat(table.evidence(slot)).isEqualTo(evidence);
    }

    /** A thread has copied 400 bytes to 4200, which others read at 4212 and 4572 after a part was allocated again. */
    @ParameterizedTest
    @CsvSource({"4100, 100, 3, 3", "4600, 8, 3, 3",
        "4096, 112, 3, 3", "4584, 100, 3, 3",
        "4096, 120, 2, 3", "4300, 8, 2, 3",
        "4500, 8, 3, 2", "4576, 100, 3, 2",
        "4200, 400, 2, 2", "4000, 9000, 2, 2"})
    void shouldForgetACopyWhereMemoryIsAllocated(long address, long bytes, int first, int second) {
        ValueTable table = new ValueTable(new Mappings(), new Cells());
        table.written(4200, 400, new Clock(1));
        table.allocated(address, bytes);
        assertThat(threadsOfReaders(table, 4212)).isEqualTo(first);
        assertThat(threadsOfReaders(table, 4572)).isEqualTo(second);
    }

    @Test
    void shouldForgetACopyInTheMiddleOfALargeAllocation() {
        ValueTable table = new ValueTable(new Mappings(), new Cells());
        table.written(1 << 25, 64, new Clock(1));
        table.allocated(1 << 12, 1 << 26);
        assertThat(threadsOfReaders(table, (1 << 25) + 4)).isEqualTo(2);
    }

    /** Returns 3 if the table knows the thread that made the copy, and 2 if it only knows the readers. */
    private static int threadsOfReaders(ValueTable table, long address) {
        int slot = table.slot(address);
        for (int thread = 2; thread <= 3; thread++) {
            table.touch(slot, new Clock(thread), Operation.READ, Long.BYTES);
        }
        return table.threads(slot);
    }

    @Test
    void shouldAgreeOnASlotAmongThreads() throws InterruptedException {
        ValueTable values = new ValueTable(new Mappings(), new Cells());
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
