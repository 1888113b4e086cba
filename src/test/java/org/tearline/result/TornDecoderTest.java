package org.tearline.result;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.tearline.plan.Generations;
import org.tearline.plan.Memory;
import org.tearline.plan.Processes;
import org.tearline.plan.ReadMode;
import org.tearline.plan.Seams;
import org.tearline.plan.Tier;
import org.tearline.plan.TrialSpec;
import org.tearline.plan.Width;
import org.tearline.plan.WriteMode;

class TornDecoderTest {
    private static final List<ByteOrder> ORDERS = List.of(ByteOrder.LITTLE_ENDIAN, ByteOrder.BIG_ENDIAN);

    static Stream<Arguments> seams() {
        return Arrays.stream(Width.values()).flatMap(width -> IntStream.range(1, width.bytes()).boxed()
            .flatMap(seam -> ORDERS.stream().map(order -> Arguments.of(width, seam, order))));
    }

    @ParameterizedTest
    @MethodSource("seams")
    void shouldFindTheSeamAndTheTwoWrites(Width width, int seam, ByteOrder order) {
        Generations generations = Generations.cycling(1, 1, seam, width, order);
        TornDecoder decoder = decoder(generations, 64 - seam, false, order);
        // The eighth and ninth of a block are never planted.
        long older = generations.table(0)[17];
        long newer = generations.table(0)[18];
        long seen = Seams.mix(newer, older, seam, width, order);
        assertThat(decoder.seam(seen)).isEqualTo(seam);
        assertThat(decoder.isEvidence(seen)).isTrue();
        assertThat(decoder.witness(older, seen, seam)).isEqualTo(new Witness(width, older, newer, seen, seam));
        assertThat(decoder.witness(generations.table(0)[0], seen, seam).before())
            .as("the order of the generations tells where the read before does not").isEqualTo(older);
    }

    @ParameterizedTest
    @MethodSource("seams")
    void shouldTellPlantedFromTornAtEveryPlace(Width width, int seam, ByteOrder order) {
        for (int writers = 1; writers <= 32; writers++) {
            Generations generations = Generations.cycling(writers, 3, seam, width, order);
            for (boolean pieces : new boolean[] {false, true}) {
                TornDecoder decoder = decoder(generations, 64 - seam, pieces, order);
                for (int writer = 0; writer < writers; writer++) {
                    long planted = planted(generations, writer);
                    long ordinary = generations.table(writer)[0];
                    long otherPlanted = planted(generations, (writer + 1) % writers);
                    assertThat(decoder.seam(planted)).isEqualTo(TornDecoder.PLANTED);
                    assertThat(decoder.seam(Seams.mix(planted, ordinary, seam, width, order))).isEqualTo(seam);
                    assertThat(decoder.seam(Seams.mix(ordinary, planted, seam, width, order))).isEqualTo(seam);
                    assertThat(decoder.isEvidence(Seams.mix(ordinary, planted, seam, width, order))).isFalse();
                    assertThat(decoder.seam(Seams.mix(planted, otherPlanted, seam, width, order)))
                        .isEqualTo(writers == 1 ? TornDecoder.PLANTED : seam);
                }
            }
        }
    }

    @ParameterizedTest
    @MethodSource("seams")
    void shouldFindThePlantedOfAnAlignedValueAndNothingElse(Width width, int seam, ByteOrder order) {
        Generations generations = Generations.cycling(1, 1, width.bytes() / 2, width, order);
        TornDecoder decoder = new TornDecoder(generations, new BitSet(), width.bytes() / 2, order);
        assertThat(decoder.seam(planted(generations, 0))).isEqualTo(TornDecoder.PLANTED);
        assertThat(decoder.seam(Seams.mix(generations.table(0)[1], generations.table(0)[9], seam, width, order)))
            .isEqualTo(TornDecoder.ALIEN);
        assertThat(decoder.seam(Seams.mix(planted(generations, 0), generations.table(0)[9], seam, width, order)))
            .as("a planted store that is torn where nothing may tear").isEqualTo(TornDecoder.ALIEN);
    }

    @ParameterizedTest
    @MethodSource("seams")
    void shouldCallForeignSeamsAndForeignBytesAlien(Width width, int seam, ByteOrder order) {
        for (int place = 1; place < width.bytes(); place++) {
            Generations generations = Generations.cycling(1, 1, place, width, order);
            TornDecoder decoder = decoder(generations, 64 - place, false, order);
            long some = generations.table(0)[1];
            assertThat(decoder.seam(Seams.mix(some, generations.table(0)[9], seam, width, order)))
                .isEqualTo(seam == place ? seam : TornDecoder.ALIEN);
            assertThat(decoder.seam(Seams.mix(some, 0L, seam, width, order))).isEqualTo(TornDecoder.ALIEN);
            assertThat(decoder.seam(Seams.mix(Generations.replicate(1, width), some, seam, width,
                order))).isEqualTo(TornDecoder.ALIEN);
        }
    }

    @Test
    void shouldAllowThreeWritesInPiecesOnly() {
        Width width = Width.LONG;
        Generations generations = Generations.cycling(1, 1, 4, width, ByteOrder.LITTLE_ENDIAN);
        long two = Seams.mix(generations.table(0)[1], generations.table(0)[9], 4, width, ByteOrder.LITTLE_ENDIAN);
        long three = Seams.mix(generations.table(0)[18], two, 2, width, ByteOrder.LITTLE_ENDIAN);
        assertThat(decoder(generations, 60, false, ByteOrder.LITTLE_ENDIAN).seam(three)).isEqualTo(TornDecoder.ALIEN);
        assertThat(decoder(generations, 60, true, ByteOrder.LITTLE_ENDIAN).seam(three)).isEqualTo(2);
    }

    private static long planted(Generations generations, int writer) {

        return Arrays.stream(generations.table(writer))
            .filter(value -> value != Generations.replicate((int) value & 0xff, generations.width())).findFirst()
            .orElseThrow();
    }

    private static TornDecoder decoder(Generations generations, int offset, boolean piecewise, ByteOrder order) {
        TrialSpec trial = new TrialSpec(Memory.BYTEBUFFER, generations.width(), offset, WriteMode.PLAIN,
            ReadMode.PLAIN, 1, 1, Processes.ONE, piecewise ? Tier.INTERPRETER : Tier.C2, 1);
        return new TornDecoder(generations, Samples.X86.legalSeams(trial), Samples.X86.plantedSeam(trial), order);
    }
}
