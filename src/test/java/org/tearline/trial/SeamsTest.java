// SPDX-License-Identifier: Apache-2.0
package org.tearline.trial;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.BitSet;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.tearline.trial.Generations.Seams;

class SeamsTest {
    @Test
    void shouldMixValuesOfDifferentWritersToo() {
        Generations generations = Generations.alternating(2, 1, Width.LONG);
        assertThat(Seams.candidates(generations, bits(4), ByteOrder.LITTLE_ENDIAN)).hasSize(4 * 3);
    }

    static Stream<Arguments> everySeamOfEveryWidth() {
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

    private static BitSet bits(int... set) {
        BitSet bits = new BitSet();
        IntStream.of(set).forEach(bits::set);
        return bits;
    }
}
