package org.tearline.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.BitSet;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class SeamsTest {
    static Stream<Arguments> everyOffsetAndByteOrder() {
        return IntStream.range(0, 64).boxed().flatMap(offset -> Stream.of(ByteOrder.LITTLE_ENDIAN,
            ByteOrder.BIG_ENDIAN).map(order -> Arguments.of(offset, order)));
    }

    @ParameterizedTest
    @MethodSource("everyOffsetAndByteOrder")
    void shouldAskForEveryMixtureThatMemoryCanHold(int offset, ByteOrder order) {
        BitSet seams = offset % 8 == 0 ? bits() : bits(8 - offset % 8);
        Generations generations = Generations.alternating(1, offset);
        long[] candidates = Seams.candidates(generations, seams, order);
        assertThat(candidates).hasSize(2 * seams.cardinality());
        if (!seams.isEmpty()) {
            assertThat(candidates[0] ^ candidates[1]).as("the two mixtures are each other's inverse").isEqualTo(-1L);
            assertThat(candidates).containsExactlyInAnyOrder(
                inMemory(generations, 0, seams.nextSetBit(0), order),
                inMemory(generations, 1, seams.nextSetBit(0), order));
        }
    }

    @Test
    void shouldMixValuesOfDifferentWritersToo() {
        Generations generations = Generations.alternating(2, 1);
        assertThat(Seams.candidates(generations, bits(4), ByteOrder.LITTLE_ENDIAN)).hasSize(4 * 3);
    }

    /** Builds the mixture byte by byte in a buffer, which is what memory does. */
    private static long inMemory(Generations generations, int low, int seam, ByteOrder order) {
        ByteBuffer memory = ByteBuffer.allocate(Long.BYTES).order(order);
        for (int i = 0; i < Long.BYTES; i++) {
            memory.put(i, (byte) generations.table(0)[i < seam ? low : 1 - low]);
        }
        return memory.getLong(0);
    }

    private static BitSet bits(int... set) {
        BitSet bits = new BitSet();
        IntStream.of(set).forEach(bits::set);
        return bits;
    }
}
