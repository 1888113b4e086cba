// SPDX-License-Identifier: Apache-2.0
package org.tearline.bench.queue;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashSet;
import java.util.stream.Stream;
import org.agrona.UnsafeApi;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** One contract for every queue, with one thread on both sides; then with two. */
class SubjectTest {
    private static final int LINE = 64;
    private static final int PAGE = 4096;
    private final long allocated = UnsafeApi.allocateMemory(Place.bytes() + PAGE);
    private final long memory = (allocated + PAGE - 1) & -PAGE;
    private final Received received = new Received();

    @AfterEach
    void free() {
        UnsafeApi.freeMemory(allocated);
    }

    @ParameterizedTest
    @MethodSource("all")
    void shouldBeAQueue(Subject subject) {
        Spsc queue = subject.make(memory, LINE, Element.pool());
        assertFalse(queue.poll(received));
        long in = 0;
        long out = 0;
        // Round and round, with all fillings from empty to full; with locks across a line, which delay whatever else
        // the machine does, a few and full.
        int stride = subject.id().startsWith("line-locked") ? 100 : 1;
        for (int step = 1; step < 200; step += stride) {
            while (in - out < Math.min(Spsc.CAPACITY - 1, step * 331L)) {
                assertTrue(queue.offer(in++), subject.id());
            }
            for (int i = 0; i < step * 170 && out < in; i++) {
                assertTrue(queue.poll(received), subject.id());
                assertEquals(out, received.sequence);
                assertEquals(Element.checksum(out++), received.checksum);
            }
        }
        while (queue.poll(received)) {
            assertEquals(out++, received.sequence);
        }
        assertEquals(in, out);
        while (in - out <= Spsc.CAPACITY && queue.offer(in)) {
            in++;
        }
        // Agrona's keeps one for itself.
        assertTrue(in - out == Spsc.CAPACITY || in - out == Spsc.CAPACITY - 1, in - out + " in " + subject.id());
        assertEquals(TornCounter.NONE, queue.torn());
    }

    @ParameterizedTest
    @MethodSource("sound")
    void shouldDamageNothingWithAlignedCounters(Subject subject) {
        QueueTally tally = new QueueRuns(LINE, 0, 3, 30).of(subject);
        assertTrue(tally.damage().messages() > 0);
        assertFalse(tally.damage().any(), tally.damage().toString());
        assertEquals(0, tally.torn().reads());
    }

    @ParameterizedTest
    @MethodSource("straddling")
    void shouldEndWhateverItsCountersSay(Subject subject) {
        long before = System.nanoTime();
        QueueTally tally = new QueueRuns(LINE, 0, 3, 10).of(subject);
        assertTrue(System.nanoTime() - before < 10_000_000_000L);
        assertTrue(tally.torn().ahead() <= tally.torn().reads());
        assertTrue(tally.damage().first() <= tally.damage().messages() + 1);
    }

    @Test
    void shouldPutTheCountersWhereItSays() {
        for (Counting counting : Counting.values()) {
            assertEquals(0, Place.ALIGNED.tail(counting, LINE) % LINE);
            assertEquals(LINE - counting.bytesBeforeSeam(), Place.LINE.tail(counting, LINE) % LINE);
            assertEquals(LINE - counting.bytesBeforeSeam(), Place.LINE.head(counting, LINE) % LINE);
            assertTrue(Place.LINE.tail(counting, LINE) % PAGE < PAGE - LINE);
            assertEquals(PAGE - counting.bytesBeforeSeam(), Place.PAGE.tail(counting, LINE) % PAGE);
            assertEquals(PAGE - counting.bytesBeforeSeam(), Place.PAGE.head(counting, LINE) % PAGE);
        }
    }

    @Test
    void shouldHaveNamesOfTheirOwnThatAFileMayHave() {
        Subject.list().forEach(subject -> assertTrue(subject.name().matches("[A-Za-z][A-Za-z0-9+-]{0,63}")));
        assertEquals(Subject.list().size(), new HashSet<>(all().map(Subject::id).toList()).size());
    }

    private static Stream<Subject> all() {
        return Subject.list().stream();
    }

    private static Stream<Subject> sound() {
        return all().filter(Subject::sound);
    }

    private static Stream<Subject> straddling() {
        return all().filter(subject -> !subject.sound() && !subject.lockedAcross());
    }
}
