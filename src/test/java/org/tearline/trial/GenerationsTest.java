// SPDX-License-Identifier: Apache-2.0
package org.tearline.trial;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashSet;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.tearline.trial.Generations.Seams;

class GenerationsTest {
    private static final ByteOrder ORDER = ByteOrder.nativeOrder();

    static Stream<Arguments> writersAndSeams() {
        return Arrays.stream(Width.values()).flatMap(width -> (width.isVector() ? Stream.of(1, 2, 32)
            : IntStream.rangeClosed(1, 32).boxed()).flatMap(writers ->
            IntStream.range(1, width.bytes()).mapToObj(seam -> Arguments.of(width, writers, seam))));
    }

    static Stream<Arguments> writersAndSeamsOfOneLong() {
        return writersAndSeams().filter(arguments -> !((Width) arguments.get()[0]).isVector());
    }

    @ParameterizedTest
    @MethodSource("writersAndSeams")
    void shouldStoreDifferentBytesPerWriterAndPlantOneInNine(Width width, int writers, int seam) {
        Generations generations = Generations.cycling(writers, 7, seam, width, ORDER);
        Set<Integer> taken = new HashSet<>();
        for (int writer = 0; writer < writers; writer++) {
            long[][] table = values(generations, writer);
            int[] perBlock = new int[table.length / Generations.PLANTED_BLOCK + 1];
            Set<Integer> own = new HashSet<>();
            for (int i = 0; i < table.length; i++) {
                assertThat(table[i]).as("every store changes the value").isNotEqualTo(table[(i + 1) % table.length]);
                boolean planted = !whole(table[i], width);
                perBlock[i / Generations.PLANTED_BLOCK] += planted ? 1 : 0;
                byte[] bytes = inMemoryOrder(table[i], width);
                assertThat(bytes).hasSize(width.bytes());
                int first = bytes[0] & 0xff;
                int last = bytes[width.bytes() - 1] & 0xff;
                own.add(first);
                own.add(last);
                assertThat(generations.contains(first)).isNotEqualTo(planted);
                assertThat(generations.plants(first, last)).isEqualTo(planted);
                assertThat(generations.stores(first) && generations.stores(last)).isTrue();
                if (planted) {
                    for (int at = 0; at < bytes.length; at++) {
                        assertThat(bytes[at] & 0xff).isEqualTo(at < seam ? first : last);
                    }
                }
            }
            assertThat(perBlock).as("none in the incomplete last block").endsWith(0);
            assertThat(Arrays.copyOf(perBlock, perBlock.length - 1)).containsOnly(1);
            assertThat(whole(table[0], width)).as("no table starts with a planted value").isTrue();
            assertThat(own).hasSizeGreaterThanOrEqualTo(6).doesNotContain(0, 1);
            assertThat(taken).doesNotContainAnyElementsOf(own);
            taken.addAll(own);
        }
    }

    @Test
    void shouldShowEveryEntryToAReaderOfEveryNthStore() {
        long[] table = Generations.cycling(1, 1, 4, Width.LONG, ORDER).table(0);
        for (int stride = 1; stride < table.length; stride++) {
            Set<Long> seen = new HashSet<>();
            for (int i = 0; i < table.length; i++) {
                seen.add(table[i * stride % table.length]);
            }
            assertThat(seen).as("stride %s", stride).hasSize(91);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 32})
    void shouldAlternateBetweenAValueAndItsInverse(int writers) {
        Generations generations = Generations.alternating(writers, 3, Width.LONG);
        Set<Long> seen = new HashSet<>();
        for (int writer = 0; writer < writers; writer++) {
            long[] table = generations.table(writer);
            assertThat(table).hasSize(2);
            assertThat(table[0] ^ table[1]).isEqualTo(-1L);
            assertThat(seen.add(table[0]) && seen.add(table[1])).isTrue();
            assertThat(table[0] & 0xff).isBetween(2L, 253L);
            assertThat(generations.plants((int) table[0] & 0xff, (int) table[1] & 0xff)).isFalse();
        }
    }

    @ParameterizedTest
    @MethodSource("writersAndSeamsOfOneLong")
    void shouldPlantAMixtureOfTheFirstPairForACasReader(Width width, int writers, int seam) {
        Generations bare = Generations.alternating(writers, 3, width);
        Generations generations = Generations.cyclingWithPlantedPair(writers, 3, seam, width, ORDER);
        long[] pair = bare.table(0);
        long planted = Seams.mix(pair[0], pair[1], seam, width, ORDER);
        for (int writer = 0; writer < writers; writer++) {
            long[] table = generations.table(writer);
            assertThat(Arrays.stream(table).distinct()).doesNotContain(pair[0], pair[1]).contains(planted)
                .as("successive random reads rarely see the same value")
                .hasSize(1 + Math.min(90, 252 / writers));
            assertThat(Arrays.stream(table).filter(value -> value != planted)).allMatch(value ->
                generations.contains(value.intValue() & 0xff));
            assertThat(Arrays.stream(table).filter(value -> value == planted).count())
                .isEqualTo(table.length / Generations.PLANTED_BLOCK);
            assertThat(generations.plants((int) pair[0] & 0xff, (int) pair[1] & 0xff)).isTrue();
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3, 32})
    void shouldReturnTheLaterOfTwoWrites(int writers) {
        Generations generations = Generations.cycling(writers, 1, 4, Width.LONG, ORDER);
        long[] table = generations.table(writers - 1);
        int first = (int) table[0] & 0xff;
        int second = (int) table[1] & 0xff;
        assertThat(generations.later(first, second)).isEqualTo(1);
        assertThat(generations.later(second, first)).isEqualTo(-1);
        assertThat(generations.later(first, first)).isZero();
        assertThat(generations.later(first, 0)).as("an unused byte").isZero();
    }

    @Test
    void shouldPlantAtVaryingDistances() {
        long[] table = Generations.cycling(1, 1, 4, Width.LONG, ORDER).table(0);
        Set<Integer> places = new HashSet<>();
        for (int i = 0; i < table.length; i++) {
            if (table[i] != Long.rotateLeft(table[i], 8)) {
                places.add(i % Generations.PLANTED_BLOCK);
            }
        }
        assertThat(places).hasSizeGreaterThan(3);
    }

    @Test
    void shouldDependOnTheSeed() {
        assertThat(Generations.cycling(1, 5, 4, Width.LONG, ORDER).table(0)).isEqualTo(Generations.cycling(1, 5, 4,
            Width.LONG, ORDER).table(0))
            .isNotEqualTo(Generations.cycling(1, 6, 4, Width.LONG, ORDER).table(0));
    }

    @Test
    void shouldMixValuesOfDifferentWriters() {
        Generations generations = Generations.alternating(2, 1, Width.LONG);
        assertThat(generations.candidates(BitSet.valueOf(new long[] {1 << 4}), ByteOrder.LITTLE_ENDIAN))
            .hasSize(4 * 3);
    }

    public static Stream<Arguments> everySeamOfEveryWidth() {
        return Arrays.stream(Width.values()).flatMap(width -> IntStream.range(1, width.bytes()).boxed().flatMap(seam ->
            Stream.of(ByteOrder.LITTLE_ENDIAN, ByteOrder.BIG_ENDIAN).map(order -> Arguments.of(width, seam, order))));
    }

    @ParameterizedTest
    @MethodSource("everySeamOfEveryWidth")
    void shouldMixTheBytesOfTwoWritesAtTheSeam(Width width, int seam, ByteOrder order) {
        byte[] bytes = new byte[width.bytes()];
        Arrays.fill(bytes, 0, seam, (byte) 0x53);
        Arrays.fill(bytes, seam, bytes.length, (byte) 0xa7);
        ByteBuffer memory = ByteBuffer.wrap(bytes).order(order);
        long[] expected = switch (width) {
            case SHORT -> new long[] {memory.getShort() & 0xffffL};
            case INT -> new long[] {memory.getInt() & 0xffff_ffffL};
            case LONG, VECTOR_16, VECTOR_32, VECTOR_64 -> {
                long[] lanes = new long[bytes.length / 8];
                memory.asLongBuffer().get(lanes);
                yield lanes;
            }
        };
        assertThat(Seams.mixed(Generations.replicate(0x53), Generations.replicate(0xa7), seam, width, order))
            .isEqualTo(expected);
    }

    /** Returns the values of a table, each as an array of longs. */
    private static long[][] values(Generations generations, int writer) {
        int words = generations.width().words();
        long[] table = generations.table(writer);
        return IntStream.range(0, table.length / words)
            .mapToObj(i -> Arrays.copyOfRange(table, i * words, (i + 1) * words)).toArray(long[][]::new);
    }

    private static byte[] inMemoryOrder(long[] value, Width width) {
        ByteBuffer all = ByteBuffer.allocate(Long.BYTES * value.length).order(ORDER);
        Arrays.stream(value).forEach(all::putLong);
        int unused = all.capacity() - width.bytes();
        return ORDER == ByteOrder.LITTLE_ENDIAN ? Arrays.copyOf(all.array(), width.bytes())
            : Arrays.copyOfRange(all.array(), unused, all.capacity());
    }

    private static boolean whole(long[] value, Width width) {
        byte[] bytes = inMemoryOrder(value, width);
        return IntStream.range(1, bytes.length).allMatch(i -> bytes[i] == bytes[0]);
    }
}
