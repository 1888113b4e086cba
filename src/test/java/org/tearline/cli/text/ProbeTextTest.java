// SPDX-License-Identifier: Apache-2.0
package org.tearline.cli.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.tearline.machine.CpuModel.CpuFeature;
import org.tearline.promise.AccessClass;
import org.tearline.promise.Guarantees;
import org.tearline.promise.Guarantees.CpuTraits;
import org.tearline.promise.Guarantees.PairPromise;
import org.tearline.promise.Rule.Promise;
import org.tearline.trial.Architecture;
import org.tearline.trial.Geometry.Alignment;
import org.tearline.verdict.Samples;

class ProbeTextTest {
    @Test
    void shouldBeginWithPromisedAndPublishedAnswers() {
        String text = Output.printed(80, screen -> ProbeText.printSummary(Samples.MACHINE, null, screen));

        assertThat(text).startsWith("promised: a long, ordinary write and read:")
            .contains("across a line and across a page not guaranteed (I9)", "published: no result for this CPU");
        assertThat(text.lines()).allMatch(line -> line.length() <= 80);
    }

    /** Tests every vendor, place and pair of accesses. */
    @Test
    void shouldNameTheGuaranteeOfANegativeResultIfThereIsOne() {
        Guarantees guarantees = Guarantees.load();
        for (Architecture architecture : Architecture.values()) {
            for (String vendor : List.of("GenuineIntel", "AuthenticAMD", "0x41", "")) {
                CpuTraits cpu = cpu(architecture, vendor, Set.of());
                for (Alignment placement : Alignment.values()) {
                    for (AccessClass write : AccessClass.values()) {
                        for (AccessClass read : AccessClass.values()) {
                            PairPromise promise = guarantees.pair(cpu, Long.BYTES, placement, write, read);
                            assertThat(RunReasons.ofNone(promise)).as("%s %s %s", cpu, placement, promise)
                                .startsWith(promise.atomic() ? "promised to be whole ("
                                    : promise.promise() == Promise.NO_RULE
                                        ? promise.asked().isEmpty() ? "no rule found" : "unknown: " : "not promised (")
                                .doesNotContain("()").doesNotContain("null");
                        }
                    }
                }
            }
        }
    }

    private static CpuTraits cpu(Architecture architecture, String vendor, Set<CpuFeature> features) {
        return new CpuTraits(architecture, vendor, architecture == Architecture.X86_64 ? 6 : null, features);
    }
}
