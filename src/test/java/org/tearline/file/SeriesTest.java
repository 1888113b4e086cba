// SPDX-License-Identifier: Apache-2.0
package org.tearline.file;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.tearline.machine.Emulated;
import org.tearline.machine.JvmFlag;
import org.tearline.machine.Virtualization.Hypervisor;
import org.tearline.trial.CpuDistance;
import org.tearline.trial.Geometry;
import org.tearline.trial.Memory;
import org.tearline.trial.ReadMode;
import org.tearline.trial.Tier;
import org.tearline.trial.Width;
import org.tearline.trial.WriteMode;
import org.tearline.verdict.CellReason;
import org.tearline.verdict.Verdict;

class SeriesTest {
    private static final Environment.Java JVM = new Environment.Java("vendor", "25", "vm",
        new TreeMap<>());
    private static final Profile PROFILE = new Profile("default", 500_000, 20_000, 10_000, 10_000_000);

    @Test
    void shouldDeriveStatesFromCountsAndNotes() {
        Series series = series(Memory.UNSAFE, Tier.C2, List.of(0, 1, 2, 60),
            List.of(500_000L, 499_999L, 0L, 9L), List.of(0L, 0L, 0L, 5L));

        assertThat(Cell.of(series, PROFILE, environment().rules())).extracting(Cell::state,
            Cell::reason).map(Object::toString)
            .containsExactly("(none, null)", "(inconclusive, too-few-changes)", "(fault, sigbus)", "(torn, null)");
    }

    @Test
    void shouldNeedFewerChangesForSplitLocks() {
        Series series = series(Memory.UNSAFE, Tier.C2, List.of(0), List.of(1L), List.of(0L));

        assertThat(PROFILE.leastChanges(series.trial(60), environment().rules())).isEqualTo(2_000);
        assertThat(PROFILE.leastChanges(series.trial(12), environment().rules())).isEqualTo(100_000);
    }

    @Test
    void shouldTreatAccessesAsPiecewiseIfTheJvmAvoidsUnalignedOnes() {
        Environment without = environment("x86_64", new Environment.Java("a", "17", "b",
            new TreeMap<>(Map.of(JvmFlag.USE_UNALIGNED_ACCESSES, "false"))));
        for (Tier tier : Tier.values()) {
            Series buffer = new Series(Memory.BYTEBUFFER, 8, 1, WriteMode.PLAIN, ReadMode.PLAIN, CpuDistance.SAME_L3,
                tier, null, null, List.of(8, 12), List.of(1L, 1L), List.of(1L, 1L), List.of(), List.of(),
                new TreeMap<>(), new TreeMap<>(), new TreeMap<>(), new TreeMap<>(),
                List.of(), List.of(), List.of(), new TreeMap<>());
            assertThat(without.rules().piecewise(buffer.trial(12))).isTrue();
            assertThat(without.rules().piecewise(buffer.trial(8))).isFalse();
            assertThat(environment().rules().piecewise(buffer.trial(12))).isEqualTo(tier == Tier.INTERPRETER);
        }
    }

    @Test
    void shouldPublishWitnessesInsideLinesFirst() {
        List<Series.Tear> all = new ArrayList<>();
        IntStream.of(63, 62, 61, 60, 59, 58, 57, 57, 4095, 4094, 4, 3, 5).forEach(offset ->
            all.add(new Series.Tear(offset, 8 - offset % 8, "a", "b", "c")));

        assertThat(SeriesCells.witnesses(all, Width.LONG, new Geometry(64, 4096))).extracting(Series.Tear::offset)
            .containsExactly(3, 4, 5, 57, 58, 59, 60, 61, 62, 63, 4094);
    }

    private static Series series(Memory memory, Tier tier, List<Integer> offsets, List<Long> changes,
                                 List<Long> torn) {
        return new Series(memory, 8, 1, WriteMode.CAS, ReadMode.VOLATILE, CpuDistance.SAME_L3, tier, null, null,
            offsets, changes, torn, List.of(), List.of(), new TreeMap<>(), new TreeMap<>(), new TreeMap<>(),
            new TreeMap<>(),
            List.of(new Series.Note(List.of(2), Verdict.FAULTS, CellReason.SIGBUS)), List.of(), List.of(),
            new TreeMap<>());
    }

    private static Environment environment() {
        return environment(Environment.X86_64, JVM);
    }

    private static Environment environment(String arch, Environment.Java jvm) {
        return new Environment(arch, null, null, 64, 4096, null, Hypervisor.NONE, Emulated.NO, null, null, jvm);
    }
}
