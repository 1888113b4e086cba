package org.tearline.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.stream.Stream;
import org.agrona.UnsafeApi;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.tearline.memory.Region;
import org.tearline.plan.Memory;
import org.tearline.plan.ReadMode;
import org.tearline.plan.Width;
import org.tearline.plan.WriteMode;

/** One contract for every access of every memory, aligned and misaligned inside a line. */
class AccessContractTest {
    private static final long OLD = 0x0505050505050505L;
    private static final long NEW = 0x0909090909090909L;
    private static final boolean X86 = System.getProperty("os.arch").equals("amd64");

    static Stream<Arguments> writes() {
        return places().flatMap(place -> Arrays.stream(WriteMode.values())
            .map(mode -> Arguments.of(place.memory, place.offset, mode)));
    }

    static Stream<Arguments> reads() {
        return places().flatMap(place -> Arrays.stream(ReadMode.values())
            .map(mode -> Arguments.of(place.memory, place.offset, mode)));
    }

    static Stream<Arguments> compareAndSets() {
        return places().filter(place -> !refuses(place.memory, place.offset, false))
            .map(place -> Arguments.of(place.memory, place.offset));
    }

    /** Off x86-64 a misaligned access that orders or locks may fault, and this JVM would not survive it. */
    private static Stream<Place> places() {
        return Arrays.stream(Memory.values()).flatMap(memory -> (X86 ? Stream.of(16, 20) : Stream.of(16))
            .map(offset -> new Place(memory, offset)));
    }

    private record Place(Memory memory, int offset) {
    }

    @ParameterizedTest
    @MethodSource("writes")
    void shouldStoreAllBytesAndNoOthers(Memory memory, int offset, WriteMode mode) {
        try (Region region = Region.open(memory, UnsafeApi.pageSize())) {
            UnsafeApi.putLong(region.base() + offset, OLD);
            WriteAccess access = Accesses.of(memory, region).write(mode);
            if (refuses(memory, offset, mode == WriteMode.PLAIN)) {
                assertThatThrownBy(() -> access.write(region.position(offset), OLD, NEW))
                    .isInstanceOf(IllegalStateException.class);
                return;
            }
            assertThat(access.write(region.position(offset), OLD, NEW)).isTrue();
            assertThat(UnsafeApi.getLong(region.base() + offset)).isEqualTo(NEW);
            assertThat(region.guardsIntact(offset, Width.LONG)).isTrue();
        }
    }

    @ParameterizedTest
    @MethodSource("reads")
    void shouldReadWhatMemoryHoldsAndLeaveIt(Memory memory, int offset, ReadMode mode) {
        try (Region region = Region.open(memory, UnsafeApi.pageSize())) {
            UnsafeApi.putLong(region.base() + offset, NEW);
            Accesses accesses = Accesses.of(memory, region);
            long position = region.position(offset);
            if (refuses(memory, offset, mode == ReadMode.PLAIN)) {
                assertThatThrownBy(() -> read(accesses, mode, position)).isInstanceOf(IllegalStateException.class);
                return;
            }
            assertThat(read(accesses, mode, position)).isEqualTo(NEW);
            assertThat(UnsafeApi.getLong(region.base() + offset)).isEqualTo(NEW);
        }
    }

    @ParameterizedTest
    @MethodSource("compareAndSets")
    void shouldFailACompareAndSetOfAnotherValue(Memory memory, int offset) {
        try (Region region = Region.open(memory, UnsafeApi.pageSize())) {
            UnsafeApi.putLong(region.base() + offset, OLD);
            assertThat(Accesses.of(memory, region).write(WriteMode.CAS).write(region.position(offset), NEW, NEW))
                .isFalse();
            assertThat(UnsafeApi.getLong(region.base() + offset)).isEqualTo(OLD);
        }
    }

    /** The cas reader has no read: it is right about the value that is there and about one that is not. */
    private static long read(Accesses accesses, ReadMode mode, long position) {
        if (mode == ReadMode.CAS) {
            return accesses.cas().holds(position, NEW) && !accesses.cas().holds(position, OLD) ? NEW : OLD;
        }
        return accesses.read(mode).read(position, OLD);
    }

    private static boolean refuses(Memory memory, int offset, boolean plain) {
        return memory == Memory.BYTEBUFFER && offset % 8 != 0 && !plain;
    }
}
