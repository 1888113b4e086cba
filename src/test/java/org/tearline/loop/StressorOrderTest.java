// SPDX-License-Identifier: Apache-2.0
package org.tearline.loop;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.tearline.machine.KernelFiles.X86Family;
import org.tearline.trial.AccessRules;
import org.tearline.trial.Architecture;
import org.tearline.trial.Geometry;
import org.tearline.trial.ReadMode;
import org.tearline.trial.TrialSpec;
import org.tearline.trial.WriteMode;

class StressorOrderTest {
    /** The published sweeps name the stressor that tore most changes of each family. */
    @ParameterizedTest
    @CsvSource({
        "INTEL,       CAS,     VOLATILE, STORE_FIRST_WRITEBACK_SECOND",
        "ZEN_3_AND_4, CAS,     VOLATILE, STORE_FIRST_WRITEBACK_SECOND",
        "ZEN_5,       CAS,     VOLATILE, EVICT_SECOND_WRITER_WRITEBACK_BOTH",
        "INTEL,       ORDERED, EXCHANGE, STORE_FIRST_WRITER_WRITEBACK_SECOND",
        "ZEN_3_AND_4, ORDERED, EXCHANGE, STORE_SECOND_WRITER_EVICT_SECOND",
        "ZEN_5,       ORDERED, EXCHANGE, STORE_SECOND_WRITER_EVICT_SECOND"})
    void shouldTryFirstWhatToreMostOnSuchACpu(X86Family family, WriteMode write, ReadMode read, Stressor first) {
        assertThat(order(family).likeliest(TrialSpec.USUAL.with(write, read)).get(0)).isEqualTo(first);
    }

    /** The first one gets a long slice before its changes per second are known. */
    @ParameterizedTest
    @EnumSource(X86Family.class)
    void shouldTryTheBareLoopsFirstInsideALine(X86Family family) {
        TrialSpec inside = TrialSpec.USUAL.at(28).with(WriteMode.ORDERED, ReadMode.EXCHANGE);
        assertThat(order(family).likeliest(inside)).isEmpty();
        assertThat(order(family).usable(inside).get(0)).isEqualTo(Stressor.NONE);
    }

    @Test
    void shouldTryTheBestOfEveryMeasuredFamilyFirstOnOtherCpus() {
        TrialSpec trial = TrialSpec.USUAL.with(WriteMode.CAS, ReadMode.VOLATILE);
        assertThat(order(X86Family.OTHER).likeliest(trial).subList(0, 2)).containsExactlyInAnyOrder(
            Stressor.STORE_FIRST_WRITEBACK_SECOND, Stressor.EVICT_SECOND_WRITER_WRITEBACK_BOTH);
    }

    private static StressorOrder order(X86Family family) {
        return new StressorOrder(new AccessRules(Architecture.X86_64, new Geometry(64, 4096), true), family);
    }
}
