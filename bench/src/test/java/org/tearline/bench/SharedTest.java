// SPDX-License-Identifier: Apache-2.0
package org.tearline.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.agrona.UnsafeApi;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class SharedTest {
    private static final int TIMES = 200_000;

    /** Excludes the remedies that can tear on some CPUs: "two-agree", and locking only one side. */
    @ParameterizedTest
    @ValueSource(strings = {"align", "own-line", "copy", "seqlock", "synchronized"})
    void shouldPassWholeValues(String name) throws InterruptedException {
        try (Pages pages = new Pages(Cost.PAGE_BYTES)) {
            Remedies.Remedy remedy = Remedies.of(name, pages, 60);
            RemedyCost.Reader reader = new RemedyCost.Reader();
            Thread writer = new Thread(() -> {
                for (int i = 1; i <= TIMES; i++) {
                    remedy.write((i & 0xff) * 0x0101010101010101L);
                }
            });

            writer.start();
            while (writer.isAlive()) {
                reader.take(remedy.read());
            }

            assertEquals(0, reader.torn);
            assertEquals((TIMES & 0xff) * 0x0101010101010101L, remedy.read());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"none", "two-agree", "cas-write", "locked-read", "both-locked"})
    void shouldWorkInOneThread(String name) {
        try (Pages pages = new Pages(Cost.PAGE_BYTES)) {
            Remedies.Remedy remedy = Remedies.of(name, pages, 28);

            remedy.write(1);
            remedy.write(0x0123456789abcdefL);

            assertEquals(0x0123456789abcdefL, remedy.read());
        }
    }

    @Test
    void shouldCountTornValues() {
        RemedyCost.Reader reader = new RemedyCost.Reader();

        Stream.of(0x0101010101010101L, 0x0202020202020202L, 0x0202020201010101L, 0x0202020202020202L)
            .forEach(reader::take);

        assertEquals(4, reader.changes);
        assertEquals(1, reader.torn);
    }

    @ParameterizedTest
    @ValueSource(strings = {"synchronized", "lock", "getandadd", "cas-loop", "atomic", "adder", "raw-aligned"})
    void shouldLoseNoIncrement(String name) throws InterruptedException {
        try (Pages pages = new Pages(Cost.PAGE_BYTES)) {
            Counters.Counter counter = Counters.of(name, pages, 60);

            together(() -> times(counter::add));

            assertEquals(2 * TIMES, counter.value());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"racy", "racy-opaque", "racy-ordered", "racy-volatile", "raw-across"})
    void shouldCountInOneThread(String name) {
        try (Pages pages = new Pages(Cost.PAGE_BYTES)) {
            Counters.Counter counter = Counters.of(name, pages, 28);

            for (int i = 0; i < 300; i++) {
                counter.add();
            }

            assertEquals(300, counter.value());
        }
    }

    static Stream<String> modes() {
        return Stream.of("plain", "ordered", "volatile", "getandadd");
    }

    @ParameterizedTest
    @MethodSource("modes")
    void shouldIncrementTwoSeparateCounters(String mode) throws InterruptedException {
        try (Pages pages = new Pages(Cost.PAGE_BYTES)) {
            SharingCost.Increment raw = SharingCost.Increment.ofRaw(mode);
            SharingCost.Increment ofArray = SharingCost.Increment.ofArray(mode);
            long[] array = new long[3];
            Thread other = new Thread(() -> times(() -> {
                raw.once(null, pages.at(8));
                ofArray.once(array, 1);
            }));

            other.start();
            times(() -> {
                raw.once(null, pages.at(0));
                ofArray.once(array, 0);
            });
            other.join();

            assertEquals(TIMES, UnsafeApi.getLong(null, pages.at(0)));
            assertEquals(TIMES, UnsafeApi.getLong(null, pages.at(8)));
            assertEquals(TIMES, array[0]);
            assertEquals(TIMES, array[1]);
            assertEquals(0, array[2]);
        }
    }

    @ParameterizedTest
    @CsvSource({"raw,8", "raw,256", "array,8", "array,256", "padded-array,64"})
    void shouldKeepTheDistance(String memory, int distanceBytes) {
        SharingCost.Shared shared = new SharingCost.Shared();
        shared.memory = memory;
        shared.mode = "plain";
        shared.distanceBytes = distanceBytes;
        shared.allocate(2);

        long apart = (shared.place(1) - shared.place(0)) * (memory.equals("raw") ? 1 : Long.BYTES);

        shared.free();
        assertEquals(distanceBytes, apart);
    }

    @ParameterizedTest
    @CsvSource({"objects,plain", "padded-objects,volatile", "statics-of-one-class,plain",
        "statics-of-one-class,volatile", "statics-of-two-classes,plain", "statics-of-two-classes,volatile"})
    void shouldIncrementTwoFields(String fields, String mode) throws InterruptedException {
        FieldCost cost = new FieldCost();
        cost.fields = fields;
        cost.mode = mode;
        cost.choose();
        long before = cost.sum();
        Thread other = new Thread(cost::other);

        other.start();
        cost.one();
        other.join();

        assertEquals(2 * SharingCost.TIMES, cost.sum() - before);
    }

    @Test
    void shouldKnowTheCpusOfAProcess(@TempDir Path folder) throws IOException {
        Path status = Files.writeString(folder.resolve("status"), "Name:\tx\nCpus_allowed_list:\t0-2,8\n");

        assertEquals(List.of(0, 1, 2, 8), Cores.allowed(status));
    }

    private static void together(Runnable task) throws InterruptedException {
        Thread other = new Thread(task);
        other.start();
        task.run();
        other.join();
    }

    private static void times(Runnable task) {
        for (int i = 0; i < TIMES; i++) {
            task.run();
        }
    }
}
