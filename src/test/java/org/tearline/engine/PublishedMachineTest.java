package org.tearline.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.tearline.plan.Architecture;
import org.tearline.platform.Kernel;
import org.tearline.platform.Platform;
import org.tearline.platform.Probe;
import org.tearline.platform.SplitLockCost;
import org.tearline.platform.Sysroot;
import org.tearline.promise.CpuTraits;
import org.tearline.result.file.Environment;
import org.tearline.result.file.Pinning;

class PublishedMachineTest {
    @ParameterizedTest
    @CsvSource({
        "x86-hybrid,       amd64,   X86_64,  GenuineIntel, 6, avx",
        "x86-cpuinfo-only, amd64,   X86_64,  AuthenticAMD, 15, ''",
        "arm-cpuset,       aarch64, AARCH64, ARM,          ,  uscat",
        "power-128,        ppc64le, PPC64,   unknown,      ,  ",
        "s390-256,         s390x,   S390X,   IBM/S390,     ,  ''"})
    void shouldPublishWhatPromisesDependOnAndNoMore(String machine, String arch, Architecture architecture,
                                                    String vendor, Integer family, String features,
                                                    @TempDir Path folder) {
        Probe probe = new Probe(new Kernel(Sysroot.unpack(machine, folder)), false);
        Environment published = PublishedMachine.of(probe, new Platform("cpu", arch, 64, 4096, "jvm", "os", null),
            SplitLockCost.notTimed("a captured machine"), new Pinning(false, false));
        CpuTraits traits = PublishedMachine.traits(probe, architecture);

        assertThat(published.traits()).isEqualTo(traits);
        assertThat(traits.vendor()).isEqualTo(vendor);
        assertThat(traits.family()).isEqualTo(family);
        assertThat(published.cpu().features() == null ? null : String.join(" ", published.cpu().features().stream()
            .map(Object::toString).toList())).isEqualTo(features);
    }
}
