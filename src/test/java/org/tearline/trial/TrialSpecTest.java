// SPDX-License-Identifier: Apache-2.0
package org.tearline.trial;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.tearline.trial.TrialSpec.Processes;

class TrialSpecTest {
    /** Walks all offsets. Otherwise, the side of a vector that tears across a line could seem not to tear. */
    @ParameterizedTest
    @EnumSource(names = {"VECTOR_16", "VECTOR_32", "VECTOR_64"})
    void shouldPutTheLockedLongWhereTheVectorCrossesItsLargestBoundary(Width width) {
        for (int offset = 0; offset <= Geometry.USUAL.maxOffset(width); offset++) {
            TrialSpec vector = new TrialSpec(Memory.BYTEBUFFER, width, offset, WriteMode.PLAIN, ReadMode.PLAIN, 1, 1,
                Processes.ONE, Tier.C2, 1);
            TrialSpec side = vector.withLockedRead().acrossLargest(Geometry.USUAL);
            assertThat(Geometry.USUAL.boundary(side)).as("at %d", offset)
                .isEqualTo(Geometry.USUAL.boundary(offset, width));
            assertThat(side.seenOffset()).as("at %d", offset).isBetween(offset, offset + width.bytes() - Long.BYTES);
            assertThat(vector.acrossLargest(Geometry.USUAL)).as("not one-sided").isEqualTo(vector);
        }
    }
}
