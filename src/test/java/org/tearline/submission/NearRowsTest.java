// SPDX-License-Identifier: Apache-2.0
package org.tearline.submission;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.tearline.Sample;
import org.tearline.plan.Geometry;
import org.tearline.plan.OffsetList;
import org.tearline.plan.ReadMode;
import org.tearline.plan.WriteMode;

class NearRowsTest {
    private static final Geometry LINES = new Geometry(64, 4096);
    private static final List<Integer> USUAL = OffsetList.usual(LINES);
    private static final SeriesShape SHAPE = shape(USUAL);
    private static final int FILES = 1_100;
    private static final int SERIES = 2;
    private static final int FROM = 20_000;
    private static final int APART = 8;

    private final Random random = Sample.random();
    /** Nearly all of it mapped. */
    private final NearRows rows = new NearRows(new GrowingMemory(1 << 16), SHAPE);
    private final List<char[]> all = new ArrayList<>();

    NearRowsTest() {
        for (int i = 0; i < FILES * SERIES; i++) {
            all.add(counts());
            rows.add(i / SERIES, i % SERIES, all.get(i));
        }
    }

    @Test
    void shouldFindNothingThatHonestRowsFollow() {
        List<NearLooks> honest = IntStream.range(0, 50).mapToObj(i -> looks(counts())).toList();

        assertThat(rows.followed(honest)).hasSize(50).containsOnlyNulls();
    }

    /** Wherever in whichever block it lies, and wherever the comparison begins. */
    @Test
    void shouldFindTheRowThatACopyFollowsAndNoOther() {
        for (int original : IntStream.concat(random.ints(40, 0, all.size()), IntStream.of(0, 7, 8, all.size() - 1))
            .toArray()) {
            NearRows.Found found = rows.followed(List.of(looks(counts()), looks(near(original, 0)))).get(1);

            assertThat(found).isEqualTo(new NearRows.Found(original / SERIES, original % SERIES, USUAL.size(),
                USUAL.size()));
        }
    }

    /** A quarter of the counts are others. One in seven of those with half near is missed, of these few. */
    @Test
    void shouldFindACopyThatWasPartlyEdited() {
        long found = IntStream.range(0, 100).filter(i ->
            rows.followed(List.of(looks(near(random.nextInt(all.size()), USUAL.size() / 4)))).get(0) != null).count();

        assertThat(found).isGreaterThan(85);
    }

    /** Where a row has no count the others are asked. */
    @Test
    void shouldFindACopyWithGaps() {
        char[] gaps = all.get(5).clone();
        IntStream.range(0, 3).forEach(i -> gaps[i * 20] = 0);
        char[] copy = gaps.clone();
        IntStream.range(0, copy.length).filter(i -> copy[i] > 0).forEach(i -> copy[i]++);
        NearRows ours = new NearRows(new GrowingMemory(), SHAPE);
        ours.add(3, 1, gaps);

        assertThat(ours.followed(List.of(looks(copy))).get(0)).matches(found -> found.file() == 3
            && found.near() == found.common() && found.common() < USUAL.size() - 3);
    }

    /** Of other offsets those are compared that both have. */
    @Test
    void shouldCompareWhatTwoShapesHaveInCommon() {
        SeriesShape other = shape(USUAL.subList(3, USUAL.size()));
        char[] counts = near(12, 0);
        NearLooks looks = NearLooks.of(new NearCopies.Row(0, null, other, Arrays.copyOfRange(counts, 3,
            counts.length)), SHAPE, random.nextInt(1 << 16));

        assertThat(rows.followed(List.of(looks))).containsExactly(new NearRows.Found(12 / SERIES, 0, other.size(),
            other.size()));
    }

    private NearLooks looks(char[] counts) {
        return NearLooks.of(new NearCopies.Row(0, null, SHAPE, counts), SHAPE, random.nextInt(1 << 16));
    }

    /** No two of them are so close that one off by one is as near to the other. */
    private char[] counts() {
        char[] counts = new char[SHAPE.size()];
        int[] distinct = random.ints(0, FROM / APART).distinct().limit(counts.length).toArray();
        for (int i = 0; i < counts.length; i++) {
            counts[i] = (char) (FROM + APART * distinct[i]);
        }
        return counts;
    }

    /** A row with every count a little off, and so many of them others. */
    private char[] near(int original, int others) {
        char[] counts = counts();
        List<Integer> offsets = new ArrayList<>(IntStream.range(0, counts.length).boxed().toList());
        Collections.shuffle(offsets, random);
        offsets.subList(others, offsets.size()).forEach(i -> counts[i] = (char) (all.get(original)[i] + 1));
        return counts;
    }

    private static SeriesShape shape(List<Integer> offsets) {
        return SeriesShape.of(new SeriesShape.Tried(WriteMode.PLAIN, ReadMode.PLAIN, Long.BYTES, 1, offsets, LINES));
    }
}
