// SPDX-License-Identifier: Apache-2.0
package org.tearline.file;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Collections;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.tearline.machine.Emulated;
import org.tearline.machine.KernelFiles;
import org.tearline.machine.Machine;
import org.tearline.machine.Machines;
import org.tearline.machine.SplitLockCost;
import org.tearline.machine.SplitLockCost.Means;
import org.tearline.machine.SplitLockCost.Singles;
import org.tearline.machine.Sysroot;
import org.tearline.promise.CpuTraits;
import org.tearline.promise.MachinePromises;
import org.tearline.trial.Architecture;
import org.tearline.trial.Memory;
import org.tearline.trial.ReadMode;
import org.tearline.trial.Tier;
import org.tearline.trial.TrialSpec;
import org.tearline.trial.TrialSpec.Processes;
import org.tearline.trial.Width;
import org.tearline.trial.WriteMode;

class PublishedMachineTest {
    private static final Machine HERE = Machine.live();

    @ParameterizedTest
    @CsvSource({
        "x86-hybrid,       amd64,   X86_64,  GenuineIntel, 6, avx",
        "x86-cpuinfo-only, amd64,   X86_64,  AuthenticAMD, 15, ''",
        "arm-cpuset,       aarch64, AARCH64, ARM,          ,  uscat",
        "power-128,        ppc64le, PPC64,   IBM,          9,  ",
        "s390-256,         s390x,   S390X,   IBM,     ,  ''"})
    void shouldPublishOnlyFeaturesThatPromisesDependOn(String machine, String arch, Architecture architecture,
                                                    String vendor, Integer family, String features,
                                                    @TempDir Path folder) {
        Machine probed = Machines.withJvm(new KernelFiles(Sysroot.unpack(machine, folder)), arch);
        Environment published = PublishedMachine.of(probed, SplitLockCost.notTimed("a captured machine"), false,
            jvm(probed));
        CpuTraits traits = new MachinePromises(probed).traits();

        assertThat(traits.architecture()).isEqualTo(architecture);
        assertThat(CpuTraits.of(published.architecture(), published.cpu())).isEqualTo(traits);
        assertThat(traits.vendor()).isEqualTo(vendor);
        assertThat(traits.family()).isEqualTo(family);
        assertThat(published.cpu().features() == null ? null : String.join(" ", published.cpu().features().stream()
            .map(Object::toString).toList())).isEqualTo(features);
    }

    /** Publishes the mean of a series, or the fastest single lock if the kernel slows split locks. */
    @Test
    void shouldPublishTheTimesOfSplitLocks() {
        assertPublished(SplitLockCost.timed(new Singles(2_000, 1_500, 9_000), new Means(5, 1_400L)),
            1_400L, 5L, 2_000L, 9_000L, false);
        assertPublished(SplitLockCost.timed(new Singles(10_000_000, 9_000, 12_000_000),
            new Means(5, null)), 9_000L, 5L, 10_000_000L, 12_000_000L, true);
        assertPublished(SplitLockCost.fatal("why"), null, null, null, null, false);
        assertPublished(SplitLockCost.notTimed("why"), null, null, null, null, false);
    }

    /** A run and its published result must be judged by the same promises. */
    @ParameterizedTest
    @EnumSource
    void shouldApplyTheSamePromisesToARunAndItsResult(Emulated emulated) {
        Machine machine = Machines.x86(emulated);
        Environment published = PublishedMachine.of(machine, SplitLockCost.notTimed("a sample"), false,
            jvm(machine));
        Predicate<TrialSpec> promised = new MachinePromises(machine).atomic(machine.rules());
        for (WriteMode write : WriteMode.values()) {
            for (ReadMode read : ReadMode.values()) {
                for (int offset : new int[] {0, 1, 12, 28, 56, 57, 60, 64, 4_092}) {
                    TrialSpec trial = new TrialSpec(Memory.UNSAFE, Width.LONG, offset, write, read, 1, 1,
                        Processes.ONE, Tier.C2, 1);
                    assertThat(promised.test(trial)).as("%s", trial).isEqualTo(published.promises(trial));
                    assertThat(promised.test(trial.at(0))).isEqualTo(emulated != Emulated.YES);
                }
            }
        }
    }

    private static Environment.Java jvm(Machine machine) {
        return PublishedMachine.jvm(machine.jvm(), Collections.emptySortedMap());
    }

    private static void assertPublished(SplitLockCost cost, Long nanos, Long aligned, Long first, Long worst,
                                        boolean throttled) {
        Environment.SplitLockTimes found = PublishedMachine.of(HERE, cost, true, jvm(HERE)).splitLocks();
        assertThat(found).isEqualTo(new Environment.SplitLockTimes(found.policy(), nanos, aligned, first, worst,
            throttled));
    }
}
