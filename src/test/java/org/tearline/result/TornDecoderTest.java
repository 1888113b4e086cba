package org.tearline.result;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteOrder;
import java.util.BitSet;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.tearline.plan.Generations;
import org.tearline.plan.Seams;
import org.tearline.plan.Width;

class TornDecoderTest {
    private final Generations generations = Generations.cycling(1, 1);

    static Stream<Arguments> seams() {
        return IntStream.range(1, 8).boxed().flatMap(seam -> Stream.of(ByteOrder.LITTLE_ENDIAN, ByteOrder.BIG_ENDIAN)
            .map(order -> Arguments.of(seam, order)));
    }

    @ParameterizedTest
    @MethodSource("seams")
    void shouldFindTheSeamAndTheTwoWrites(int seam, ByteOrder order) {
        TornDecoder decoder = decoder(64 - seam, false, order);
        long older = generations.table(0)[10];
        long newer = generations.table(0)[11];
        long seen = Seams.mix(newer, older, seam, order);
        assertThat(decoder.seam(seen)).isEqualTo(seam);
        assertThat(decoder.witness(older, seen, seam)).isEqualTo(new Witness(older, newer, seen, seam));
        assertThat(decoder.witness(generations.table(0)[5], seen, seam).before())
            .as("the order of the generations tells where the read before does not").isEqualTo(older);
    }

    @Test
    void shouldCallAForeignSeamAlien() {
        TornDecoder decoder = decoder(60, false, ByteOrder.LITTLE_ENDIAN);
        long seen = Seams.mix(generations.table(0)[1], generations.table(0)[2], 3, ByteOrder.LITTLE_ENDIAN);
        assertThat(decoder.seam(seen)).isEqualTo(TornDecoder.ALIEN);
    }

    @Test
    void shouldCallAByteThatNobodyWroteAlien() {
        TornDecoder decoder = decoder(60, false, ByteOrder.LITTLE_ENDIAN);
        long seen = Seams.mix(generations.table(0)[1], 0L, 4, ByteOrder.LITTLE_ENDIAN);
        assertThat(decoder.seam(seen)).isEqualTo(TornDecoder.ALIEN);
    }

    @Test
    void shouldAllowThreeWritesInPiecesOnly() {
        long two = Seams.mix(generations.table(0)[1], generations.table(0)[2], 4, ByteOrder.LITTLE_ENDIAN);
        long three = Seams.mix(generations.table(0)[3], two, 2, ByteOrder.LITTLE_ENDIAN);
        assertThat(decoder(60, false, ByteOrder.LITTLE_ENDIAN).seam(three)).isEqualTo(TornDecoder.ALIEN);
        assertThat(decoder(60, true, ByteOrder.LITTLE_ENDIAN).seam(three)).isEqualTo(2);
    }

    private TornDecoder decoder(int offset, boolean piecewise, ByteOrder order) {
        BitSet legal = Seams.legal(offset, Width.LONG, piecewise);
        return new TornDecoder(generations, legal, piecewise, order);
    }
}
