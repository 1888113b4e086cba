// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.value;

import static org.assertj.core.api.Assertions.assertThat;
import static org.tearline.agent.access.Access.JDK;
import static org.tearline.agent.access.Access.Operation.READ;
import static org.tearline.agent.access.Access.Operation.UPDATE;
import static org.tearline.agent.access.Access.Operation.WRITE;
import static org.tearline.agent.access.Access.PLAIN;
import static org.tearline.agent.access.Access.UNSAFE;
import static org.tearline.agent.order.Passed.NOTHING;
import static org.tearline.agent.value.Evidence.ONE_THREAD;
import static org.tearline.agent.value.Evidence.ORDERED;
import static org.tearline.agent.value.Evidence.UNORDERED;
import static org.tearline.agent.value.ValueTable.LIMIT;

import java.lang.ref.Reference;
import java.lang.ref.WeakReference;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.tearline.agent.access.Access;
import org.tearline.agent.access.Access.Operation;
import org.tearline.agent.access.Lines;
import org.tearline.agent.order.Cells;
import org.tearline.agent.order.Clock;
import org.tearline.agent.order.Mappings;
import org.tearline.agent.order.Passed;
import org.tearline.agent.site.Frames;
import org.tearline.agent.site.PairTable;
import org.tearline.agent.site.Site;
import org.tearline.agent.site.SiteState;
import org.tearline.agent.site.Sites;

class ValueTableTest {
    private final ValueTable table = new ValueTable(new Mappings());
    private final Cells cells = new Cells();

    private Reader thread(int number) {
        return new Reader(new Clock(number), cells);
    }

    private static Access access(Operation operation) {
        return new Access(JDK, "", "", operation, PLAIN, Long.BYTES, false, false);
    }

    private void touch(long key, Reader by, Operation operation) {
        table.touch(table.get(key), by, access(operation), Long.BYTES);
    }

    @Test
    void shouldTrackHalfATableOfValuesAndThenASample() {
        Set<Integer> slots = new HashSet<>();
        int refused = 0;
        for (long key = 1; key <= 2L * LIMIT; key++) {
            int slot = table.slot(key * 8 + 4);
            if (slot < 0) {
                refused++;
                assertThat(key).isGreaterThan(LIMIT / 2);
            } else {
                assertThat(slots.add(slot)).isTrue();
                assertThat(table.slot(key * 8 + 4)).isEqualTo(slot);
            }
        }
        assertThat(slots.size() + refused).isEqualTo(2 * LIMIT);
        assertThat(slots).hasSizeBetween(LIMIT / 2 + 256, LIMIT * 3 / 4);
        assertThat(table.size()).isEqualTo(slots.size());
    }

    /** Two threads, each of which touches one of two values that share bytes, at the same moment. */
    @Test
    void shouldCompareValuesThatShareBytes() throws InterruptedException {
        int pairs = LIMIT / 8;
        for (int round = 0; round < 4; round++) {
            ValueTable values = new ValueTable(new Mappings());
            AtomicInteger[] arrived = Stream.generate(AtomicInteger::new).limit(pairs).toArray(AtomicInteger[]::new);
            Thread other = new Thread(() -> touchPairs(values, arrived, 4, 2));
            other.start();
            touchPairs(values, arrived, 0, 1);
            other.join();
            for (int i = 0; i < pairs; i++) {
                assertThat(evidence(values, 64L * i + 64, 64L * i + 68)).containsOnly(UNORDERED);
            }
        }
    }

    /** A write and a read of all widths, up to nine bytes apart. Whole accesses to aligned values do not conflict. */
    @Test
    void shouldCompareAccessesThatShareBytes() {
        for (int written : List.of(2, 4, 8)) {
            for (int read : List.of(2, 4, 8)) {
                for (int distance = -9; distance <= 9; distance++) {
                    ValueTable values = new ValueTable(new Mappings());
                    Value one = values.get(64);
                    Value other = values.get(64 + distance);
                    values.touch(one, thread(1), access(WRITE), written);
                    values.touch(other, thread(2), access(READ), read);
                    boolean shared = distance < written && distance > -read;
                    Evidence ofShared = distance % read == 0 ? ORDERED : UNORDERED;
                    assertThat(other.evidence()).as("%s, %s at %s", written, read, distance)
                        .isEqualTo(one.evidence()).isEqualTo(shared ? ofShared : ONE_THREAD);
                }
            }
        }
    }

    @Test
    void shouldForgetWhatSharedTheBytesOfFreedMemory() {
        touch(61, thread(1), WRITE);
        touch(66, thread(1), WRITE);
        table.replaced(64, 64, false);
        touch(61, thread(2), READ);
        assertThat(table.get(61).evidence()).isEqualTo(UNORDERED);
        assertThat(table.get(66).threads()).isZero();
    }

    /** Of three values, the first and the last share bytes with the second, but not with each other. */
    @Test
    void shouldCompareNoBytesThatDiffer() {
        Reader writer = thread(1);
        Reader reader = thread(2);
        touch(61, writer, WRITE);
        touch(66, writer, WRITE);
        reader.take(writer.snapshot(), null);
        touch(71, writer, WRITE);

        touch(61, reader, READ);

        assertThat(evidence(table, 61, 66)).containsOnly(ORDERED);
        assertThat(evidence(table, 71)).containsAnyOf(ONE_THREAD, ORDERED);
        touch(66, reader, READ);
        assertThat(evidence(table, 61, 66, 71))
            .containsExactly(ORDERED, UNORDERED, UNORDERED);
    }

    private static Stream<Evidence> evidence(ValueTable values, long... keys) {
        return LongStream.of(keys).mapToObj(key -> values.get(key).evidence());
    }

    private void touchPairs(ValueTable values, AtomicInteger[] arrived, int offset, int number) {
        Reader thread = thread(number);
        for (int i = 0; i < arrived.length; i++) {
            Value value = values.get(64L * i + 64 + offset);
            arrived[i].incrementAndGet();
            while (arrived[i].get() < 2) {
                Thread.yield();
            }
            values.touch(value, thread, access(WRITE), Long.BYTES);
        }
    }

    @Test
    void shouldBeginAnewWithAnObjectWhoseHashCodeAnotherHad() throws Exception {
        long key = Long.MIN_VALUE | 12;
        WeakReference<Object> first = new WeakReference<>(new Object());
        Value value = table.get(key, first.get());
        touch(key, thread(1), WRITE);
        Object second = new Object();
        while (first.get() != null) {
            assertThat(table.get(key, second)).as("while the first one lives").isIn(null, value);
            System.gc();
        }
        assertThat(table.get(key, second)).isSameAs(value);
        touch(key, thread(2), READ);
        assertThat(value.evidence()).isEqualTo(ONE_THREAD);
        assertThat(table.get(key, new Object())).as("while the second one lives").isNull();
        Reference.reachabilityFence(second);
    }

    @Test
    void shouldCountThreadsUpToItsLimit() {
        for (int round = 0; round < 2; round++) {
            for (int thread = 1; thread <= 20; thread++) {
                touch(60, thread(thread), READ);
                assertThat(table.get(60).threads())
                    .isEqualTo(round == 0 ? Math.min(thread, Value.THREADS) : Value.THREADS);
            }
        }
    }

    /**
     * Accesses by threads: "1w 2u" is a plain write by the first and then an update by the second. The value at 8192 is
     * aligned: each access to it is one instruction, but a fill, "f", or copy, "c". With digits, these touch the bytes
     * from the first number to the second. Before "l", a read, a class with an acquire fence is loaded.
     */
    @ParameterizedTest
    @CsvSource({"60, 1w 1u, ONE_THREAD", "60, 1u 2u 1u, LOCKED", "60, 1u 1w 2u 1u, UNORDERED",
        "60, 1u 2u 1w, UNORDERED", "60, 1u 2u 1u 2u 1r, UNORDERED",
        "60, 1w 2r 1r, UNORDERED", "60, 1r 2r, ORDERED", "60, 1r 1w 1r, ONE_THREAD",
        "60, 1r 2w, UNORDERED", "60, 1w 2w, UNORDERED", "60, 1r 2u, UNORDERED",
        "8192, 1w 2r, ORDERED", "8192, 1w 2r 3f, UNORDERED", "8192, 3f 3w 1r, UNORDERED",
        "60, 1f04 2f48, ORDERED", "60, 1f05 2f48, UNORDERED", "60, 1f04 1f48 2f37, UNORDERED",
        "60, 1f04 2f48 1c04 2c48, ORDERED", "60, 1c04 2f48, ORDERED", "60, 1c05 2f48, UNORDERED",
        "60, 1f04 1w 2f48, UNORDERED", "60, 1f04 2r, UNORDERED", "60, 1r 2f48, UNORDERED", "60, 1u 2f48, UNORDERED",
        "8192, 1f04 2f48, ORDERED", "8192, 1f04 2r, UNORDERED", "8192, 1f04 2f, UNORDERED",
        "60, 1w 2r 3l, UNVALIDATED", "60, 1r 2w 3l, UNVALIDATED", "60, 1r 2l 3w, UNVALIDATED",
        "60, 1r 2w 1w 3l, UNORDERED", "8192, 1f04 2r 3l, UNVALIDATED", "8192, 1c04 2f 3l, UNVALIDATED"})
    void shouldSayHowThreadsShareAValue(long key, String accesses, Evidence evidence) {
        for (String access : accesses.split(" ")) {
            Reader by = thread(access.charAt(0));
            if (access.length() > 2) {
                by.copies(access.charAt(2) - '0', access.charAt(3) - '0');
            }
            Access made = switch (access.charAt(1)) {
                case 'w' -> access(WRITE);
                case 'r' -> access(READ);
                case 'f' -> Access.ofBulk(UNSAFE, "", "", WRITE);
                case 'c' -> Access.ofBulk(UNSAFE, "", "", READ);
                case 'l' -> {
                    cells.defer();
                    yield access(READ);
                }
                default -> access(UPDATE);
            };
            table.touch(table.get(key), by, made, Long.BYTES);
        }
        assertThat(table.get(key).evidence()).isEqualTo(evidence);
    }

    /** A dozen threads get the value in turn. One that gets nothing from the thread before it may meet that one. */
    @ParameterizedTest
    @CsvSource({"0, ORDERED", "11, UNORDERED", "12, UNORDERED"})
    void shouldKnowTheOrderOfManyThreads(int stranger, Evidence evidence) {
        Passed passed = NOTHING;
        for (int thread = 1; thread <= 12; thread++) {
            Reader clock = thread(thread);
            if (thread != stranger) {
                clock.take(passed, null);
            }
            touch(60, clock, READ);
            touch(60, clock, WRITE);
            passed = clock.snapshot();
        }
        assertThat(table.get(60).evidence()).isEqualTo(evidence);
    }

    /** A thread copies twice, and passes on neither, the first or both. The reader knows that a copy was passed on. */
    @ParameterizedTest
    @CsvSource({"0, UNORDERED", "1, ORDERED", "2, ORDERED"})
    void shouldNoticeThatNoCopyWasPassedOn(int passedOn, Evidence evidence) {
        Reader writer = thread(1);
        Reader reader = thread(2);
        for (int copy = 1; copy <= 2; copy++) {
            table.written(4096, 200, writer);
            if (copy == passedOn) {
                reader.take(writer.snapshot(), null);
            }
        }
        touch(4156, reader, READ);
        assertThat(table.get(4156).evidence()).isEqualTo(evidence);
    }

    /** Two threads update a packed long, one after the other reads it, and then both write an int in its place. */
    @Test
    void shouldKnowWhatIsNoRace() {
        Reader one = thread(1);
        Reader other = thread(2);
        for (Reader clock : List.of(one, other, one, other)) {
            touch(60, clock, UPDATE);
        }
        one.take(other.snapshot(), null);
        touch(60, one, READ);
        other.take(one.snapshot(), null);
        for (Reader clock : List.of(one, other)) {
            table.touch(table.get(60), clock, access(WRITE), 4);
        }
        assertThat(table.get(60).evidence()).isEqualTo(ORDERED);
    }

    /** What threads 2 and 3 read in turn after thread 1 has written, by letter. */
    @ParameterizedTest
    @CsvSource({"aaaa, ORDERED", "aaab, UNSEEN_WRITER", "abbb, UNSEEN_WRITER"})
    void shouldNoticeThatAPublishedValueChanged(String read, Evidence evidence) {
        Reader writer = thread(1);
        touch(60, writer, WRITE);
        for (int i = 0; i < read.length(); i++) {
            Reader reader = thread(2 + i % 2);
            reader.take(writer.snapshot(), null);
            touch(60, reader, READ);
            table.get(60).saw(read.charAt(i), Long.BYTES);
        }
        assertThat(table.get(60).evidence()).isEqualTo(evidence);
    }

    /** A thread has copied 400 bytes to 4200, which others read at 4212 and 4572 after a part was allocated again. */
    @ParameterizedTest
    @CsvSource({"4100, 100, 3, 3", "4600, 8, 3, 3",
        "4096, 112, 3, 3", "4584, 100, 3, 3",
        "4096, 120, 2, 3", "4300, 8, 2, 3",
        "4500, 8, 3, 2", "4576, 100, 3, 2",
        "4200, 400, 2, 2", "4000, 9000, 2, 2", "16, 536870912, 2, 2"})
    void shouldForgetACopyWhereMemoryIsAllocated(long address, long bytes, int first, int second) {
        table.written(4200, 400, thread(1));
        table.replaced(address, bytes, false);
        assertThat(threadsOfReaders(4212)).isEqualTo(first);
        assertThat(threadsOfReaders(4572)).isEqualTo(second);
    }

    /** Before the program starts, the agent calls each check once, with zeros. */
    @Test
    void shouldTrackNothingAtAddressZero() {
        assertThat(table.touched(0)).isNull();
        for (long key = 1; key <= LIMIT; key++) {
            Value value = table.get(key);
            assertThat(value == null ? key : value.key()).isEqualTo(key);
        }
    }

    @Test
    void shouldRememberCopiesToManyPages() {
        for (long page = 1; page <= 1 << 13; page++) {
            table.written(page << 12, 64, thread(1));
        }
        assertThat(threadsOfReaders((1 << 12) + 4)).isEqualTo(3);
    }

    /** Returns 3 if the table knows the thread that made the copy, and 2 if it only knows the readers. */
    private int threadsOfReaders(long address) {
        for (int thread = 2; thread <= 3; thread++) {
            touch(address, thread(thread), READ);
        }
        return table.get(address).threads();
    }

    @Test
    void shouldAgreeOnASlotAmongThreads() throws Exception {
        PairTable pairs = new PairTable();
        ExecutorService pool = Executors.newFixedThreadPool(4);
        List<Future<int[]>> found = pool.invokeAll(Collections.nCopies(4, () -> IntStream.range(0, 1000).map(i -> {
            int value = table.slot(i * 64L + 60);
            return value + pairs.slot(value, 1, 7) * LIMIT;
        }).toArray()));
        pool.shutdown();
        assertThat(found).map(Future::get).allSatisfy(slots -> assertThat(slots).isEqualTo(found.get(0).get()));
    }

    /** A file that is mapped twice has two addresses for one value. */
    @Test
    void shouldCountAValueOnceThatASiteTouchesAtTwoAddresses() {
        Value value = table.get(12);
        Value same = table.get(4096 + 12);
        StackTraceElement frame = new StackTraceElement("Program", "main", null, 1);
        Sites sites = new Sites(new Lines(64, 4096, 1), new Mappings());
        Site site = sites.get(new Frames.Walk(access(WRITE), List.of(frame), 0), null, 12);
        PairTable pairs = sites.pairs();
        for (Value each : List.of(value, same)) {
            touch(each.key(), thread(1), WRITE);
            pairs.addSite(pairs.slot(each.slot(), 1, 0), each.slot(), site.number());
        }
        same.join(value);
        assertThat(SiteState.of(sites, table)).singleElement()
            .extracting(SiteState::values).isEqualTo(1);
    }
}
