// SPDX-License-Identifier: Apache-2.0
package org.tearline.bench.jmh;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.agrona.UnsafeApi;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.tearline.bench.result.Layout;

/** Remedies, counters, increments and layouts do what they are called, by one thread. */
class SharedStateTest {
    private static final int PAGE_BYTES = 4096;
    private static final long EVERY_BYTE = 0x0101010101010101L;

    private long memory;
    private long page;

    @BeforeEach
    void allocate() {
        memory = UnsafeApi.allocateMemory(2 * PAGE_BYTES);
        page = (memory + PAGE_BYTES - 1) & -PAGE_BYTES;
        UnsafeApi.setMemory(memory, 2 * PAGE_BYTES, (byte) 0);
    }

    @AfterEach
    void free() {
        UnsafeApi.freeMemory(memory);
    }

    @Test
    void shouldReadWhatWasWrittenThroughEveryRemedy() {
        for (String name : List.of("straddling", "aligned-field", "padded-field", "copied-to-slot", "seqlock",
            "synchronized", "two-agree", "cas-write", "locked-read", "cas-write-locked-read")) {
            UnsafeApi.setMemory(memory, 2 * PAGE_BYTES, (byte) 0);
            Remedy remedy = Remedy.of(name, page, 60);
            for (int generation = 0; generation < 256; generation++) {
                remedy.write(generation * EVERY_BYTE);
                assertEquals(generation * EVERY_BYTE, remedy.read(), name);
            }
            assertEquals(0, remedy.retries(), name);
        }
    }

    @Test
    void shouldCountEveryIncrementOfOneThread() {
        for (String name : List.of("racy", "racy-opaque", "racy-ordered", "racy-volatile", "synchronized",
            "reentrant-lock", "atomic-long", "long-adder", "getandadd", "cas-loop", "raw-getandadd",
            "raw-getandadd-straddling")) {
            UnsafeApi.setMemory(memory, 2 * PAGE_BYTES, (byte) 0);
            Counter counter = Counter.of(name, page, 60);
            for (int i = 0; i < 300; i++) {
                counter.add();
            }
            assertEquals(300, counter.value(), name);
        }
    }

    @Test
    void shouldIncrementMemoryFieldsAndElementsInEveryMode() {
        for (String mode : List.of("plain", "ordered", "volatile", "getandadd")) {
            long before = UnsafeApi.getLong(null, page);
            long[] array = new long[3];
            for (int i = 0; i < 300; i++) {
                Increment.of(mode).once(null, page);
                Increment.of(mode).once(array, UnsafeApi.arrayBaseOffset(long[].class));
                Increment.OfElement.of(mode).once(array, 2);
            }
            assertEquals(before + 300, UnsafeApi.getLong(null, page), mode);
            assertEquals(List.of(300L, 0L, 300L), List.of(array[0], array[1], array[2]), mode);
        }
    }

    @Test
    void shouldPlaceCountersAsTheLayoutsSay() {
        for (String layout : List.of("fields", "objects")) {
            List<Layouts.Place> places = Layouts.places(layout, 2, 64);
            assertEquals(places.get(0).address() / 64, places.get(1).address() / 64, layout + " share a line");
        }
        for (String layout : List.of("padded-by-hand", "padded-by-inheritance", "contended")) {
            List<Layouts.Place> places = Layouts.places(layout, Layouts.MOST_THREADS, 64);
            long[] addresses = places.stream().mapToLong(Layouts.Place::address).sorted().toArray();
            assertEquals(Layouts.MOST_THREADS, addresses.length);
            for (int i = 1; i < addresses.length; i++) {
                assertTrue(addresses[i] - addresses[i - 1] >= 128, layout + ": " + (addresses[i] - addresses[i - 1]));
            }
        }
    }

    @Test
    void shouldDescribeEveryLayoutByItsCounters() {
        List<Layout> layouts = Layouts.all();
        assertEquals(List.of("fields", "padded-by-hand", "padded-by-inheritance", "contended", "objects"),
            layouts.stream().map(Layout::layout).toList());
        for (Layout layout : layouts) {
            boolean alone = layout.layout().equals("objects") || layout.layout().equals("padded-by-inheritance");
            assertEquals(alone ? 1 : Layouts.MOST_THREADS, layout.fields().size(), layout.layout());
            assertTrue(layout.text().size() < 60, layout.layout() + ": padding is not left out");
        }
    }
}
