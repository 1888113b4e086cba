// SPDX-License-Identifier: Apache-2.0
package org.tearline.submission;

import java.util.stream.IntStream;

/**
 * Says at which offsets a row is compared with others, in what order, and what it has there. If too few of the first
 * are near, half of all hardly will be: of rows of which half are near, one in seven is missed, but a file has many.
 * Immutable.
 *
 * @param row     which one
 * @param counts  what it has at each of them, nowhere 0
 * @param theres  where other rows have that offset
 * @param befores where they have the one before it that lies alike
 * @param afters  and the one after it
 */
record NearLooks(NearCopies.Row row, int[] counts, int[] theres, int[] befores, int[] afters) {
    static final int FIRST = 8;
    static final int FIRST_NEAR = 3;
    static final int SECOND = 24;
    static final int SECOND_NEAR = 6;

    /**
     * Returns those of a row that is compared with rows of a shape.
     *
     * @param start decides where to begin
     */
    static NearLooks of(NearCopies.Row row, SeriesShape shape, int start) {
        int[][] common = row.shape().common(shape);
        int size = common[0].length;
        int[] looks = IntStream.range(0, size).map(look -> (start + look) % size)
            .filter(look -> row.counts()[common[0][look]] > 0).toArray();
        int[] theres = IntStream.of(looks).map(look -> common[1][look]).toArray();
        return new NearLooks(row, IntStream.of(looks).map(look -> row.counts()[common[0][look]]).toArray(), theres,
            IntStream.of(theres).map(there -> shape.before()[there]).toArray(),
            IntStream.of(theres).map(there -> shape.after()[there]).toArray());
    }

    int size() {
        return counts.length;
    }
}
