// SPDX-License-Identifier: Apache-2.0
package org.tearline.loop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.lang.reflect.Modifier;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.agrona.UnsafeApi;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.tearline.loop.Accesses.Operand;
import org.tearline.loop.ReadKernel.ReadTally;
import org.tearline.loop.WriteKernel.WriteTally;
import org.tearline.trial.Generations.Seams;
import org.tearline.trial.Generations;
import org.tearline.trial.Geometry;
import org.tearline.trial.Memory;
import org.tearline.trial.ReadMode;
import org.tearline.trial.Width;
import org.tearline.trial.WriteMode;

class LoopTest {
    private static final Operand LONGS = new Operand(null, Width.LONG);
    private static final int OFFSET = 24;
    private static final long TORN = 0x0505050509090909L;

    private final Generations generations = Generations.cycling(1, 1, 4, Width.LONG, ByteOrder.nativeOrder());
    private Region region;
    private Accesses accesses;
    private Target target;

    @BeforeEach
    void openRegion() {
        region = Region.open(Memory.UNSAFE, UnsafeApi.pageSize());
        accesses = MemoryAccesses.of(Memory.UNSAFE);
        target = Target.of(region, 0, OFFSET, Width.LONG, new Geometry(64, UnsafeApi.pageSize()));
    }

    @AfterEach
    void closeRegion() {
        region.close();
    }

    @Test
    void shouldStoreGenerationsInOrder() {
        WriteKernel writer = Specialization.writer(accesses.write(WriteMode.ORDERED), volatileRead(), LONGS, List.of());
        WriteTally tally = new WriteTally();
        int length = generations.table(0).length;
        write(writer, length + 3, tally);
        assertThat(tally.writes).isEqualTo(length + 3);
        assertThat(tally.next).isEqualTo(3);
        assertThat(tally.last).isEqualTo(generations.table(0)[2]);
        assertThat(stored()).isEqualTo(generations.table(0)[2]);
        for (int i = 3; i < length; i++) {
            write(writer, 1, tally);
            assertThat(stored()).as("store %d", i).isEqualTo(generations.table(0)[i]);
        }
    }

    @Test
    void shouldResynchronizeAfterAFailedCompareAndSet() {
        UnsafeApi.putLong(region.base() + OFFSET, TORN);
        WriteKernel writer = Specialization.writer(accesses.write(WriteMode.CAS), volatileRead(), LONGS, List.of());
        WriteTally tally = new WriteTally();
        tally.last = generations.table(0)[5];
        write(writer, 4, tally);
        assertThat(tally.failed).isEqualTo(1);
        assertThat(tally.last).isEqualTo(generations.table(0)[2]);
    }

    @Test
    void shouldAddTheDifferenceToTheNextValue() {
        UnsafeApi.putLong(region.base() + OFFSET, generations.table(0)[0]);
        WriteKernel writer = Specialization.writer(accesses.write(WriteMode.GETANDADD), volatileRead(), LONGS,
            List.of());
        WriteTally tally = new WriteTally();
        tally.last = generations.table(0)[0];
        tally.next = 1;
        write(writer, 9, tally);
        assertThat(tally.failed).isZero();
        assertThat(stored()).isEqualTo(generations.table(0)[9]);
    }

    @Test
    void shouldCountChangesAndKeepTornValues() {
        ReadKernel reader = Specialization.reader(volatileRead(), LONGS, List.of());
        ReadTally tally = new ReadTally(10, Width.LONG);
        UnsafeApi.putLong(region.base() + OFFSET, generations.table(0)[0]);
        assertThat(read(reader, new long[1], tally)).isZero();
        UnsafeApi.putLong(region.base() + OFFSET, TORN);
        assertThat(read(reader, new long[1], tally)).isEqualTo(1);
        assertThat(tally.torn[0]).isEqualTo(generations.table(0)[0]);
        assertThat(tally.torn[1]).isEqualTo(TORN);
        assertThat(tally.changes).isEqualTo(2);
        assertThat(tally.reads).isEqualTo(20);
    }

    @ParameterizedTest
    @EnumSource(names = {"SHORT", "INT", "LONG"})
    void shouldKeepTornValuesOfEveryWidth(Width width) {
        List<Memory> here = Arrays.stream(Memory.values()).filter(memory ->
            memory.problem(Runtime.version().feature()) == null).toList();
        for (Memory memory : here) {
            try (Region any = Region.open(memory, UnsafeApi.pageSize())) {
                ReadKernel reader = Specialization.reader(MemoryAccesses.of(memory).read(ReadMode.PLAIN),
                    new Operand(any.object(), width), List.of());
                Target place = Target.of(any, 0, OFFSET, width, new Geometry(64, UnsafeApi.pageSize()));
                for (int seam = 1; seam < width.bytes(); seam++) {
                    ReadTally tally = new ReadTally(1, Width.LONG);
                    Region.put(any.base() + OFFSET, width, Generations.replicate(0x85, width));
                    assertThat(reader.run(place, new long[1], 1, tally)).isZero();
                    long torn = Seams.mix(Generations.replicate(0x85, width), Generations.replicate(0xf9, width), seam,
                        width, ByteOrder.nativeOrder());
                    Region.put(any.base() + OFFSET, width, torn);
                    assertThat(reader.run(place, new long[1], 1, tally)).as("%s at %d", memory, seam).isOne();
                    assertThat(tally.torn[1]).isEqualTo(torn);
                    assertThat(tally.changes).isEqualTo(2);
                }
            }
        }
    }

    @Test
    void shouldFindACandidateOnlyIfItIsInMemory() {
        Generations pair = Generations.alternating(1, 1, Width.LONG);
        long[] candidates = pair.candidates(middle(), ByteOrder.nativeOrder());
        ReadKernel reader = candidateReader();
        ReadTally tally = new ReadTally(10, Width.LONG);
        UnsafeApi.putLong(region.base() + OFFSET, pair.table(0)[0]);
        assertThat(read(reader, candidates, tally)).isZero();
        UnsafeApi.putLong(region.base() + OFFSET, candidates[1]);
        assertThat(read(reader, candidates, tally)).as("one tear if the torn value stays").isEqualTo(1);
        assertThat(tally.torn[1]).isEqualTo(candidates[1]);
    }

    @Test
    void shouldRetryAPlantedValue() {
        WriteKernel writer = Specialization.writer(accesses.write(WriteMode.CAS), volatileRead(), LONGS, List.of());
        WriteTally tally = new WriteTally();
        tally.last = generations.table(0)[0];
        int planted = IntStream.range(1, 9).filter(i -> generations.table(0)[i] != Long.rotateLeft(
            generations.table(0)[i], 8)).findFirst().orElseThrow();
        tally.next = planted;
        write(writer, 1, tally);
        assertThat(tally.failed).isEqualTo(1);
        assertThat(stored()).as("after the failed store").isNotEqualTo(generations.table(0)[planted]);
        write(writer, 1, tally);
        assertThat(stored()).as("after the retry").isEqualTo(generations.table(0)[planted]);
        ReadTally seen = new ReadTally(10, Width.LONG);
        assertThat(read(Specialization.reader(volatileRead(), LONGS, List.of()), new long[1], seen))
            .as("the planted value looks torn").isEqualTo(1);
    }

    @Test
    void shouldFindACandidateAlreadySeenByTheCountingRead() {
        Generations pair = Generations.alternating(1, 1, Width.LONG);
        long[] candidates = pair.candidates(middle(), ByteOrder.nativeOrder());
        ReadKernel reader = candidateReader();
        ReadTally tally = new ReadTally(10, Width.LONG);
        tally.last = pair.table(0)[0];
        UnsafeApi.putLong(region.base() + OFFSET, candidates[0]);
        assertThat(reader.run(target, new long[1], 1, tally)).as("another candidate").isZero();
        assertThat(tally.last).as("seen by the counting read").isEqualTo(candidates[0]);
        assertThat(tally.changes).isEqualTo(1);
        tally.last = pair.table(0)[1];
        assertThat(read(reader, candidates, tally)).isEqualTo(1);
        assertThat(tally.changes).as("at least as many changes as tears").isGreaterThanOrEqualTo(tally.confirmed);
    }

    @ParameterizedTest
    @MethodSource("actions")
    void shouldKeepStressActionsAwayFromValueAndGuards(StressAction action) {
        assumeTrue(!action.getClass().getSimpleName().startsWith("Writeback") || UnsafeApi.isWritebackEnabled(),
            "needs write-back");
        Geometry geometry = new Geometry(64, UnsafeApi.pageSize());
        WriteKernel writer = Specialization.writer(accesses.write(WriteMode.PLAIN), volatileRead(), LONGS,
            List.of(action));
        ReadKernel reader = Specialization.reader(volatileRead(), LONGS, List.of(action));
        for (int i = 0; i <= geometry.maxOffset(Width.LONG); i++) {
            int slot = i % Region.SLOTS;
            if (slot == 0) {
                region.initialize();
            }
            long offset = region.slot(slot) + i;
            Target near = Target.of(region, slot, i, Width.LONG, geometry);
            writer.run(near, generations.table(0), 3, new WriteTally());
            reader.run(near, new long[1], 3, new ReadTally(3, Width.LONG));
            assertThat(UnsafeApi.getLong(region.base() + offset)).as("at %d", i).isEqualTo(generations.table(0)[2]);
            assertThat(region.guardsIntact(offset, Width.LONG)).as("at %d", i).isTrue();
        }
    }

    @Test
    void shouldUseEveryStressActionInSomeStressor() {
        assertThat(actions().map(Object::getClass)).containsAll(Arrays.stream(StressAction.class.getDeclaredClasses())
            .filter(type -> type != StressAction.Idle.class && !Modifier.isAbstract(type.getModifiers()))
            .<Class<? extends StressAction>>map(type -> type.asSubclass(StressAction.class)).toList());
    }

    /** Returns one action of each class for each side. */
    static Stream<StressAction> actions() {
        return Stream.of(actions(Stressor::reader), actions(Stressor::writer)).flatMap(side -> side);
    }

    private static Stream<StressAction> actions(Function<Stressor, List<StressAction>> side) {
        Map<Class<?>, StressAction> actions = new LinkedHashMap<>();
        Arrays.stream(Stressor.values()).flatMap(stressor -> side.apply(stressor).stream())
            .forEach(action -> actions.putIfAbsent(action.getClass(), action));
        return actions.values().stream();
    }

    private long stored() {
        return UnsafeApi.getLong(region.base() + OFFSET);
    }

    private ReadKernel candidateReader() {
        return Specialization.candidateReader(accesses.write(WriteMode.CAS), volatileRead(), LONGS, List.of());
    }

    private Access volatileRead() {
        return accesses.read(ReadMode.VOLATILE);
    }

    private void write(WriteKernel writer, int count, WriteTally tally) {
        writer.run(target, generations.table(0), count, tally);
    }

    private int read(ReadKernel reader, long[] candidates, ReadTally tally) {
        return reader.run(target, candidates, 10, tally);
    }

    /** Returns the only seam of a long at offset 60. */
    private static BitSet middle() {
        BitSet seams = new BitSet();
        seams.set(4);
        return seams;
    }
}
