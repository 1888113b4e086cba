// SPDX-License-Identifier: Apache-2.0
package org.tearline.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.tearline.trial.Generations;
import org.tearline.trial.Generations.Seams;
import org.tearline.trial.Memory;
import org.tearline.trial.ReadMode;
import org.tearline.trial.Tier;
import org.tearline.trial.TrialSpec;
import org.tearline.trial.TrialSpec.Processes;
import org.tearline.trial.Width;
import org.tearline.trial.WriteMode;

class TornDecoderTest {
    private static final String SEAMS = "org.tearline.trial.GenerationsTest#everySeamOfEveryWidth";
    private static final List<ByteOrder> ORDERS = List.of(ByteOrder.LITTLE_ENDIAN, ByteOrder.BIG_ENDIAN);

    @ParameterizedTest
    @MethodSource(SEAMS)
    void shouldFindTheSeamAndTheTwoWrites(Width width, int seam, ByteOrder order) {
        Generations generations = Generations.cycling(1, 1, seam, width, order);
        TornDecoder decoder = decoder(generations, 64 - seam, false, order);
        // The last entry of a block and the first of the next are never planted.
        long[] older = value(generations, 0, 17);
        long[] newer = value(generations, 0, 18);
        long[] seen = mix(newer, older, seam, width, order);
        assertThat(seam(decoder, seen)).isEqualTo(seam);
        assertThat(decoder.isEvidence(seen, 0)).isTrue();
        assertThat(witness(decoder, older, seen, seam))
            .isEqualTo(new Witness(width, list(older), list(newer), list(seen), seam));
        assertThat(witness(decoder, value(generations, 0, 0), seen, seam).before())
            .as("the older of the two writes").isEqualTo(list(older));
    }

    @ParameterizedTest
    @MethodSource(SEAMS)
    void shouldDistinguishPlantedFromTorn(Width width, int seam, ByteOrder order) {
        for (int writers = 1; writers <= 32; writers += width.isVector() ? 31 : 1) {
            Generations generations = Generations.cycling(writers, 3, seam, width, order);
            for (boolean pieces : new boolean[] {false, true}) {
                TornDecoder decoder = decoder(generations, 64 - seam, pieces, order);
                for (int writer = 0; writer < writers; writer++) {
                    long[] planted = planted(generations, writer);
                    long[] ordinary = value(generations, writer, 0);
                    long[] otherPlanted = planted(generations, (writer + 1) % writers);
                    assertThat(seam(decoder, planted)).isEqualTo(TornDecoder.PLANTED);
                    assertThat(seam(decoder, mix(planted, ordinary, seam, width, order))).isEqualTo(seam);
                    assertThat(seam(decoder, mix(ordinary, planted, seam, width, order))).isEqualTo(seam);
                    assertThat(decoder.isEvidence(mix(ordinary, planted, seam, width, order), 0)).isFalse();
                    assertThat(seam(decoder, mix(planted, otherPlanted, seam, width, order)))
                        .isEqualTo(writers == 1 ? TornDecoder.PLANTED : seam);
                }
            }
        }
    }

    @ParameterizedTest
    @MethodSource(SEAMS)
    void shouldFindOnlyPlantedTearsInAnAlignedValue(Width width, int seam, ByteOrder order) {
        Generations generations = Generations.cycling(1, 1, width.bytes() / 2, width, order);
        TornDecoder decoder = new TornDecoder(generations, new BitSet(), width.bytes() / 2, order);
        assertThat(seam(decoder, planted(generations, 0))).isEqualTo(TornDecoder.PLANTED);
        assertThat(seam(decoder, mix(value(generations, 0, 1), value(generations, 0, 9), seam, width, order)))
            .isEqualTo(TornDecoder.ALIEN);
        assertThat(seam(decoder, mix(planted(generations, 0), value(generations, 0, 9), seam, width, order)))
            .as("a planted value torn at an illegal seam").isEqualTo(TornDecoder.ALIEN);
    }

    @ParameterizedTest
    @MethodSource(SEAMS)
    void shouldCallIllegalSeamsAndUnknownBytesAlien(Width width, int seam, ByteOrder order) {
        for (int place = 1; place < width.bytes(); place++) {
            Generations generations = Generations.cycling(1, 1, place, width, order);
            TornDecoder decoder = decoder(generations, 64 - place, false, order);
            long[] some = value(generations, 0, 1);
            assertThat(seam(decoder, mix(some, value(generations, 0, 9), seam, width, order)))
                .isEqualTo(legal(width, place, seam) ? seam : TornDecoder.ALIEN);
            assertThat(seam(decoder, mix(some, new long[width.words()], seam, width, order)))
                .isEqualTo(TornDecoder.ALIEN);
            assertThat(seam(decoder, mix(whole(1, width), some, seam, width, order))).isEqualTo(TornDecoder.ALIEN);
        }
    }

    @ParameterizedTest
    @MethodSource(SEAMS)
    void shouldFindTheNewerEnd(Width width, int seam, ByteOrder order) {
        Generations generations = Generations.cycling(1, 1, seam, width, order);
        TornDecoder decoder = decoder(generations, 64 - seam, false, order);
        long[] older = value(generations, 0, 1);
        long[] newer = value(generations, 0, 9);
        assertThat(decoder.newer(mix(newer, older, seam, width, order), 0)).isNegative();
        assertThat(decoder.newer(mix(older, newer, seam, width, order), 0)).isPositive();
        assertThat(decoder.newer(mix(planted(generations, 0), newer, seam, width, order), 0))
            .as("a planted value has no age").isZero();
    }

    @Test
    void shouldAllowThreeWritesOnlyInASplitAccess() {
        Width width = Width.LONG;
        Generations generations = Generations.cycling(1, 1, 4, width, ByteOrder.LITTLE_ENDIAN);
        long two = Seams.mix(generations.table(0)[1], generations.table(0)[9], 4, width, ByteOrder.LITTLE_ENDIAN);
        long three = Seams.mix(generations.table(0)[18], two, 2, width, ByteOrder.LITTLE_ENDIAN);
        assertThat(seam(decoder(generations, 60, false, ByteOrder.LITTLE_ENDIAN), three)).isEqualTo(TornDecoder.ALIEN);
        assertThat(seam(decoder(generations, 60, true, ByteOrder.LITTLE_ENDIAN), three)).isEqualTo(2);
    }

    @Test
    void shouldNotMistakeThePlantedSeamForTheTear() {
        Generations generations = Generations.cycling(1, 1, 4, Width.LONG, ByteOrder.LITTLE_ENDIAN);
        BitSet legal = new BitSet();
        legal.set(4);
        legal.set(6);
        TornDecoder decoder = new TornDecoder(generations, legal, 4, ByteOrder.LITTLE_ENDIAN);
        assertThat(seam(decoder, mix(planted(generations, 0), value(generations, 0, 1), 6, Width.LONG,
            ByteOrder.LITTLE_ENDIAN))).isEqualTo(6);
    }

    /** A vector can tear at several seams, so a third write may lie between two others. */
    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.MATCH_ANY, names = "VECTOR_.*")
    void shouldAllowThreeWritesInAVector(Width width) {
        for (ByteOrder order : ORDERS) {
            Generations generations = Generations.cycling(1, 1, 4, width, order);
            TornDecoder decoder = decoder(generations, 60, false, order);
            long[] two = mix(value(generations, 0, 1), value(generations, 0, 9), 12, width, order);
            assertThat(seam(decoder, mix(value(generations, 0, 18), two, 8, width, order))).isEqualTo(8);
            assertThat(seam(decoder, mix(value(generations, 0, 18), two, 4, width, order))).isEqualTo(4);
            assertThat(seam(decoder, mix(value(generations, 0, 18), two, 5, width, order)))
                .isEqualTo(TornDecoder.ALIEN);
            long[] foreign = mix(whole(1, width), value(generations, 0, 9), 8, width, order);
            assertThat(seam(decoder, mix(value(generations, 0, 1), foreign, 4, width, order)))
                .as("a byte in the middle that no writer stored").isEqualTo(TornDecoder.ALIEN);
        }
    }

    /** A misaligned value can tear where the next aligned one starts; a vector can also tear between its longs. */
    private static boolean legal(Width width, int place, int seam) {
        return seam == place || width.isVector() && (seam % 8 == 0 || (seam - place) % 8 == 0);
    }

    private static Witness witness(TornDecoder decoder, long[] before, long[] seen, int seam) {
        long[] both = Arrays.copyOf(before, 2 * seen.length);
        System.arraycopy(seen, 0, both, seen.length, seen.length);
        return decoder.witness(both, 0, seen.length, seam);
    }

    private static List<Long> list(long[] value) {
        return Arrays.stream(value).boxed().toList();
    }

    private static long[] value(Generations generations, int writer, int index) {
        int words = generations.width().words();
        return Arrays.copyOfRange(generations.table(writer), index * words, (index + 1) * words);
    }

    private static long[] whole(int unsignedByte, Width width) {
        long[] value = new long[width.words()];
        Arrays.fill(value, Generations.replicate(unsignedByte, width));
        return value;
    }

    /** Returns a value with the bytes of {@code low} before the seam and those of {@code high} after it. */
    private static long[] mix(long[] low, long[] high, int seam, Width width, ByteOrder order) {
        if (!width.isVector()) {
            return new long[] {Seams.mix(low[0], high[0], seam, width, order)};
        }
        ByteBuffer memory = ByteBuffer.allocate(width.bytes()).order(order);
        memory.asLongBuffer().put(high);
        ByteBuffer first = ByteBuffer.allocate(width.bytes()).order(order);
        first.asLongBuffer().put(low);
        memory.put(0, first.array(), 0, seam);
        long[] mixed = new long[width.words()];
        memory.asLongBuffer().get(mixed);
        return mixed;
    }

    private static long[] planted(Generations generations, int writer) {
        return IntStream.range(0, generations.table(writer).length / generations.width().words())
            .mapToObj(i -> value(generations, writer, i))
            .filter(value -> !Arrays.equals(value, whole((int) value[0] & 0xff, generations.width()))).findFirst()
            .orElseThrow();
    }

    private static int seam(TornDecoder decoder, long... seen) {
        return decoder.seam(seen, 0);
    }

    private static TornDecoder decoder(Generations generations, int offset, boolean piecewise, ByteOrder order) {
        TrialSpec trial = new TrialSpec(Memory.BYTEBUFFER, generations.width(), offset, WriteMode.PLAIN,
            ReadMode.PLAIN, 1, 1, Processes.ONE, piecewise ? Tier.INTERPRETER : Tier.C2, 1);
        return new TornDecoder(generations, Samples.X86.legalSeams(trial), Samples.X86.plantedSeam(trial), order);
    }
}
