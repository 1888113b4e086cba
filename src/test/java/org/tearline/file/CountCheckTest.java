// SPDX-License-Identifier: Apache-2.0
package org.tearline.file;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.tearline.file.Examination.Finding;
import org.tearline.file.Examination.Findings;
import org.tearline.page.Runs;
import org.tearline.trial.AccessRules;
import org.tearline.trial.Architecture;
import org.tearline.trial.CpuDistance;
import org.tearline.trial.Geometry;
import org.tearline.trial.Memory;
import org.tearline.trial.ReadMode;
import org.tearline.trial.Tier;
import org.tearline.trial.TrialSpec;
import org.tearline.trial.TrialSpec.Processes;
import org.tearline.trial.Width;
import org.tearline.trial.WriteMode;

class CountCheckTest {
    private static final int OFFSETS = 64;
    private static final String BEFORE = "0x1111111111111111";
    private static final String AFTER = "0x2222222222222222";

    @ParameterizedTest
    @ValueSource(strings = {"x86_64", "aarch64", "riscv64", "ppc64le"})
    void shouldAllowLegalSeamsAndAlignedTears(String arch) {
        AccessRules rules = new AccessRules(Architecture.of(arch), new Geometry(64, 4096), true);
        for (int seam = 1; seam < Long.BYTES; seam++) {
            String seen = "0x" + "11".repeat(seam) + "22".repeat(Long.BYTES - seam);
            for (int offset = 0; offset < OFFSETS; offset++) {
                boolean legal = offset % Long.BYTES == 0
                    || rules.legalSeams(new TrialSpec(Memory.UNSAFE, Width.LONG, offset, WriteMode.PLAIN,
                    ReadMode.PLAIN, 1, 1, Processes.ONE, Tier.C2, 1)).get(seam);

                assertThat(check(arch, series(offset, seam, seen)).list()).extracting(Finding::rule)
                    .as("%s at %s", seam, offset).isEqualTo(legal ? List.of() : List.of(ValidationRule.SEAM_ILLEGAL));
            }
        }
    }

    @ParameterizedTest
    @CsvSource({
        "ppc64le, 2, 2, 0x1111222211112222, true",
        "ppc64le, 2, 2, 0x1111221111222222, false",
        "ppc64le, 4, 4, 0x1111111122222222, true",
        "ppc64le, 4, 4, 0x1111111122221111, false",
        "riscv64, 4, 1, 0x1122112211221122, true",
        "x86_64,  4, 4, 0x1111111122222211, false"})
    void shouldAllowSeveralSeamsInPiecewiseAccesses(String arch, int offset, int seam, String seen,
                                                                boolean allowed) {
        assertThat(check(arch, series(offset, seam, seen)).list().isEmpty()).isEqualTo(allowed);
    }

    private static Findings check(String arch, Series series) {
        ResultFile file = Runs.on(arch, Runs.run(Runs.zen4(), false, null, 1, List.of(series)));
        Findings findings = new Findings();
        CountCheck.check(file, findings);
        return findings;
    }

    private static Series series(int offset, int seam, String seen) {
        SortedMap<Integer, SortedMap<Integer, Long>> seams = new TreeMap<>();
        seams.put(offset, new TreeMap<>(Map.of(seam, 1L)));
        return new Series(Memory.UNSAFE, Long.BYTES, 1, WriteMode.PLAIN, ReadMode.VOLATILE, CpuDistance.SAME_L3,
            Tier.C2, null, new Series.Totals(99, 99, 0, 0, 0, 99, 0), List.of(offset), List.of(9L), List.of(1L),
            List.of(1L), List.of(1L), seams, new TreeMap<>(), new TreeMap<>(), new TreeMap<>(),
            List.of(), List.of(new Series.Tear(offset, seam, BEFORE, AFTER, seen)), List.of(), new TreeMap<>());
    }
}
