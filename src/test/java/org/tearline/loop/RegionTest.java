// SPDX-License-Identifier: Apache-2.0
package org.tearline.loop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import java.util.zip.Deflater;
import org.agrona.UnsafeApi;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.tearline.trial.Geometry;
import org.tearline.trial.Memory;
import org.tearline.trial.Width;

class RegionTest {
    private static final int PAGE = UnsafeApi.pageSize();
    private static final int JAVA = Runtime.version().feature();
    private static final byte[] NUMBERS = new Random(1).ints(1 << 18, 0, 10).mapToObj(Integer::toString)
        .collect(Collectors.joining()).getBytes(StandardCharsets.US_ASCII);

    @ParameterizedTest
    @EnumSource
    void shouldBePageAlignedAndAccessTheSameBytes(Memory memory) {
        assumeTrue(memory.problem(JAVA) == null, memory + " needs a newer JDK");
        try (Region region = Region.open(memory, PAGE)) {
            assertThat(region.base() % PAGE).isZero();
            UnsafeApi.putLong(region.base() + 60, 0x1122334455667788L);
            long through = switch (memory) {
                case UNSAFE, HEAP, MAPPED -> UnsafeApi.getLong(region.object(), region.position(60));
                case DIRECT -> ((UnsafeBuffer) region.object()).getLong((int) region.position(60));
                case BYTEBUFFER, HEAPBUFFER -> ((ByteBuffer) region.object()).getLong((int) region.position(60));
                case HEAPVIEW -> throw new IllegalArgumentException();
                case SEGMENT -> {
                    VarHandles view = (VarHandles) region.object();
                    yield view.read(view.longs().plain().read(), region.position(60));
                }
            };
            assertThat(through).isEqualTo(0x1122334455667788L);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {-8, -1, 8, 15})
    void shouldDetectOverwrittenGuards(int beside) {
        try (Region region = Region.open(Memory.UNSAFE, PAGE)) {
            UnsafeApi.putLong(region.base() + 60, 7L);
            assertThat(region.guardsIntact(60, Width.LONG)).isTrue();
            UnsafeApi.putByte(region.base() + 60 + beside, (byte) 9);
            assertThat(region.guardsIntact(60, Width.LONG)).isFalse();
            region.initialize();
            assertThat(region.guardsIntact(60, Width.LONG)).isTrue();
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {64, 128, 256})
    void shouldKeepStressorsAwayFromValueAndGuards(int lineBytes) {
        Geometry geometry = new Geometry(lineBytes, PAGE);
        try (Region region = Region.open(Memory.UNSAFE, PAGE)) {
            for (Width width : Width.values()) {
                for (int i = 0; i <= geometry.maxOffset(width) * Region.SLOTS; i++) {
                    checkTarget(region, i % Region.SLOTS, i / Region.SLOTS, width, geometry);
                }
            }
        }
    }

    private static void checkTarget(Region region, int slot, int offset, Width width, Geometry geometry) {
        Target target = Target.of(region, slot, offset, width, geometry);
        boolean room = Target.hasRoom(offset, width, geometry);
        assertThat(room).isEqualTo(width.bytes() < geometry.lineBytes() || leavesRoom(offset, geometry));
        long start = region.base() + region.slot(slot) + offset;
        long end = start + width.bytes();
        assertThat(UnsafeApi.getByte(target.zeros())).as("the line of zeros").isZero();
        for (long free : new long[] {target.inFirstLine(), target.inLastLine(), target.zeros()}) {
            assertThat(!room && free != target.zeros() || free < start - Region.GUARD_BYTES
                || free >= end + Region.GUARD_BYTES).as("offset %d: %d", offset, free - start).isTrue();
        }
        assertThat(target.inFirstLine() / geometry.lineBytes()).isEqualTo(start / geometry.lineBytes());
        assertThat(target.inLastLine() / geometry.lineBytes()).isEqualTo((end - 1) / geometry.lineBytes());
    }

    /** A vector as long as a line leaves room if its guards fill neither of its two lines. */
    private static boolean leavesRoom(int offset, Geometry geometry) {
        int inLine = offset % geometry.lineBytes();
        return inLine > Region.GUARD_BYTES && inLine + Region.GUARD_BYTES < geometry.lineBytes();
    }

    /** The array moves when the collector frees the memory below it. */
    @Test
    void shouldDetectAMovedArray() {
        byte[][] below = {new byte[16 << 20]};
        System.gc();
        try (Region region = Region.open(Memory.HEAP, PAGE)) {
            assertThat(region.inPlace()).isTrue();
            for (long value = 1; value <= 4; value++) {
                below[0] = null;
                System.gc();
                UnsafeApi.putLong(region.object(), region.position(60), value);
                assertThat(UnsafeApi.getLong(region.base() + 60) == value).isEqualTo(region.inPlace());
            }
            assertThat(region.inPlace()).as("in place after 16 MB below it were freed").isFalse();
        }
    }

    /** Compression holds arrays in critical regions of JNI, during which the JVM defers collections. */
    @RepeatedTest(10)
    void shouldWaitForADeferredCollection() throws InterruptedException {
        AtomicBoolean over = new AtomicBoolean();
        byte[] compressed = new byte[NUMBERS.length];
        Thread compressing = new Thread(() -> {
            Deflater deflater = new Deflater();
            while (!over.get()) {
                deflater.setInput(NUMBERS);
                deflater.deflate(compressed);
                deflater.reset();
            }
            deflater.end();
        });
        compressing.start();
        try (Region region = Region.open(Memory.HEAP, PAGE)) {
            over.set(true);
            compressing.join();
            int garbage = 0;
            for (int i = 0; i < 100_000; i++) {
                garbage += new byte[4_000].length;
            }
            assertThat(region.inPlace()).as("after %,d bytes of garbage", garbage).isTrue();
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldFillTheBytesAfterEverySlot(Memory memory) {
        assumeTrue(memory.problem(JAVA) == null, memory + " needs a newer JDK");
        try (Region region = Region.open(memory, PAGE)) {
            long lastByte = region.base() + region.slot(2 * Region.CONTROL_SLOT) - 1;
            for (int behind = 1; behind <= Region.BEHIND_BYTES; behind++) {
                assertThat(UnsafeApi.getByte(lastByte + behind)).as("%d bytes after the last slot", behind)
                    .isEqualTo((byte) 1);
            }
        }
    }

    @Test
    void shouldGuardTheFirstAndTheLastOffset() {
        try (Region region = Region.open(Memory.DIRECT, PAGE)) {
            assertThat(region.guardsIntact(0, Width.LONG)).isTrue();
            assertThat(region.guardsIntact(2L * PAGE - 8, Width.LONG)).isTrue();
            long lastSlot = region.slot(Region.SLOTS - 1);
            assertThat(region.guardsIntact(lastSlot, Width.LONG)).isTrue();
            assertThat(region.guardsIntact(lastSlot + 2L * PAGE - 8, Width.LONG)).isTrue();
        }
    }
}
