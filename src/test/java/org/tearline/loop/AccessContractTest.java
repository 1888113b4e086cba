// SPDX-License-Identifier: Apache-2.0
package org.tearline.loop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.Arrays;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.agrona.UnsafeApi;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.tearline.trial.AccessRules;
import org.tearline.trial.Architecture;
import org.tearline.trial.Geometry;
import org.tearline.trial.Memory;
import org.tearline.trial.ReadMode;
import org.tearline.trial.Tier;
import org.tearline.trial.TrialSpec;
import org.tearline.trial.TrialSpec.Processes;
import org.tearline.trial.Width;
import org.tearline.trial.WriteMode;

/** Tests every access: each memory, width and mode, aligned and misaligned within a line. */
class AccessContractTest {
    private static final long OLD = 0x0505050505050505L;
    private static final long NEW = 0x8909090909090909L;
    private static final boolean X86 = System.getProperty("os.arch").equals("amd64");
    private static final AccessRules RULES = new AccessRules(X86 ? Architecture.X86_64 : Architecture.OTHER,
        new Geometry(64, UnsafeApi.pageSize()), true);

    private static final Class<?>[] REFUSALS = {IllegalStateException.class, IllegalArgumentException.class,
        UnsupportedOperationException.class};

    /** Reused because creating a region on the heap takes several garbage collections. */
    private static final Map<Memory, Region> REGIONS = new EnumMap<>(Memory.class);

    /** Returns a cleared region. Replaces a region on the heap if a garbage collection has moved it. */
    private static Region region(Memory memory) {
        Region region = REGIONS.get(memory);
        if (region == null || !region.inPlace()) {
            region = Region.open(memory, UnsafeApi.pageSize());
            REGIONS.put(memory, region);
        }
        region.initialize();
        return region;
    }

    @AfterAll
    static void closeRegions() {
        REGIONS.values().forEach(Region::close);
    }

    static Stream<TrialSpec> writes() {
        return byMemory(Arrays.stream(WriteMode.values()).flatMap(mode -> allowed(mode, ReadMode.PLAIN)));
    }

    static Stream<TrialSpec> reads() {
        return byMemory(Arrays.stream(ReadMode.values()).flatMap(mode -> allowed(WriteMode.PLAIN, mode)));
    }

    /** Otherwise, the two regions on the heap would move each other with each mode. */
    private static Stream<TrialSpec> byMemory(Stream<TrialSpec> trials) {
        return trials.sorted(Comparator.comparing(TrialSpec::memory));
    }

    static Stream<TrialSpec> compareAndSets() {
        return allowed(WriteMode.CAS, ReadMode.PLAIN);
    }

    private static Stream<TrialSpec> allowed(WriteMode write, ReadMode read) {
        return places(write, read).filter(trial -> available(trial.memory()) && !RULES.refused(trial));
    }

    /** Misaligned offsets are used on x86 only, since they may crash the JVM on other architectures. */
    private static Stream<TrialSpec> places(WriteMode write, ReadMode read) {
        return Memory.TRIED.stream().flatMap(memory -> Width.scalars().stream()
            .flatMap(width -> IntStream.range(16, X86 ? 25 : 17).mapToObj(offset -> new TrialSpec(memory, width, offset,
                write, read, 1, 1, Processes.ONE, Tier.INTERPRETER, 1))));
    }

    @ParameterizedTest
    @MethodSource("writes")
    void shouldStoreExactlyTheBytesOfTheValue(TrialSpec trial) {
        Region region = region(trial.memory());
        put(region, trial, OLD);
        assertThat(write(region, trial, OLD)).isTrue();
        assertThat(stored(region, trial)).isEqualTo(NEW & trial.width().mask());
        assertThat(region.guardsIntact(trial.offset(), trial.width())).isTrue();
    }

    @ParameterizedTest
    @MethodSource("reads")
    void shouldReadMemoryWithoutChangingIt(TrialSpec trial) {
        Region region = region(trial.memory());
        put(region, trial, NEW);
        assertThat(read(MemoryAccesses.of(trial.memory()), region, trial) & trial.width().mask())
            .isEqualTo(NEW & trial.width().mask());
        assertThat(stored(region, trial)).isEqualTo(NEW & trial.width().mask());
        assertThat(region.guardsIntact(trial.offset(), trial.width())).isTrue();
    }

    @ParameterizedTest
    @EnumSource
    void shouldRefuseAPairIfOneSideIsRefused(Memory memory) {
        assumeTrue(available(memory), memory + " needs a newer JDK");
        Region region = region(memory);
        Accesses accesses = MemoryAccesses.of(memory);
        for (WriteMode write : WriteMode.values()) {
            for (ReadMode read : ReadMode.values()) {
                places(write, read).filter(trial -> trial.memory() == memory).forEach(trial ->
                    assertThat(RULES.refused(trial)).as("%s", trial).isEqualTo(
                        isRefused(() -> write(region, trial, OLD)) || isRefused(() -> read(accesses, region, trial))));
            }
        }
    }

    private static boolean isRefused(ThrowingCallable access) {
        Throwable thrown = catchThrowable(access);
        if (thrown != null) {
            assertThat(thrown).isInstanceOfAny(REFUSALS);
        }
        return thrown != null;
    }

    @ParameterizedTest
    @MethodSource("compareAndSets")
    void shouldFailACompareAndSetWithAnotherExpectedValue(TrialSpec trial) {
        Region region = region(trial.memory());
        put(region, trial, OLD);
        assertThat(write(region, trial, NEW)).isFalse();
        assertThat(stored(region, trial)).isEqualTo(OLD & trial.width().mask());
    }

    private static boolean available(Memory memory) {
        return memory.problem(Runtime.version().feature()) == null;
    }

    private static boolean write(Region region, TrialSpec trial, long last) {
        return MemoryAccesses.of(trial.memory()).write(trial.write()).write(trial.width().bytes(), region.object(),
            region.position(trial.offset()), last, NEW);
    }

    /** A cas reader returns NEW only if it finds NEW, but not OLD, in memory. */
    private static long read(Accesses accesses, Region region, TrialSpec trial) {
        int width = trial.width().bytes();
        long position = region.position(trial.offset());
        if (trial.read() == ReadMode.CAS) {
            Access cas = accesses.write(WriteMode.CAS);
            return cas.write(width, region.object(), position, NEW, NEW)
                && !cas.write(width, region.object(), position, OLD, OLD) ? NEW : OLD;
        }
        return accesses.read(trial.read()).read(width, region.object(), position, OLD);
    }

    private static void put(Region region, TrialSpec trial, long value) {
        Region.put(region.base() + trial.offset(), trial.width(), value);
    }

    private static long stored(Region region, TrialSpec trial) {
        return UnsafeApi.getLong(region.base() + trial.offset()) & trial.width().mask();
    }
}
