// SPDX-License-Identifier: Apache-2.0
package org.tearline.cli.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tearline.machine.CpuFeature;
import org.tearline.machine.KernelFiles;
import org.tearline.machine.Machine;
import org.tearline.machine.SplitLockCost;
import org.tearline.machine.Sysroot;
import org.tearline.promise.CpuTraits;
import org.tearline.promise.Guarantees.PairPromise;
import org.tearline.promise.Guarantees;
import org.tearline.promise.Rule.Promise;
import org.tearline.trial.AccessClass;
import org.tearline.trial.Alignment;
import org.tearline.trial.Architecture;
import org.tearline.verdict.Samples;
import org.tearline.words.Sentences;

class ProbeTextTest {
    @TempDir
    private Path folder;

    @Test
    void shouldBeginWithPromisedAndPublishedAnswers() {
        String text = Output.printed(screen -> new ProbeText(Samples.MACHINE, null).print(screen));

        assertThat(text).startsWith("promised: whole within 64 bytes (Intel, I5, I8) for an ordinary access to a long;")
            .contains("published: Cascade Lake: a store is whole within 64 bytes, a load within 64;");
    }

    @Test
    void shouldPrintJsonThatFollowsTheSchema() {
        SplitLockCost cost = SplitLockCost.notTimed("only x86 has split locks");
        String json = new ProbeText(Samples.MACHINE, cost).json();

        Output.assertFollows("probe", json);
        Output.assertFollows("probe", new ProbeText(Machine.of(new KernelFiles(Sysroot.unpack("arm-cpuset", folder)),
            null), null).json());
        assertThat(Output.isValid("probe", json.replace("\"source\"", "\"sauce\""))).isFalse();
    }

    @Test
    void shouldSayThatNobodyPublishedAResult() {
        assertThat(printed("arm-cpuset")).contains("published: no result for this CPU");
    }

    @Test
    void shouldOmitUnknownFacts() {
        List<String> facts = printed("x86-cpuinfo-only").lines().filter(line -> !line.isEmpty()).skip(2).toList();

        assertThat(facts).extracting(line -> line.strip().split(" {2,}")[0]).containsExactly("CPU", "key", "vendor",
            "family", "model", "stepping", "brand", "microarchitecture", "features", "Topology",
            "online", "System", "hypervisor", "emulated", "Split locks", "split lock detect", "bus lock detect");
    }

    @Test
    void shouldPrintArmNumbersInHex() {
        assertThat(printed("arm-cpuset")).containsPattern("\n  implementer +0x41 ")
            .containsPattern("\n  part +0xd40 ");
    }

    @Test
    void shouldNotRevealTheCommandLine() {
        assertThat(printed("x86-hybrid")).containsPattern("\n  command line +fatal +/proc/cmdline\n")
            .doesNotContain("secret-disk", "somebody");
    }

    @Test
    void shouldNameASourceForEveryFact() {
        SplitLockCost cost = SplitLockCost.timed(new SplitLockCost.Singles(900, 500, 2_000),
            new SplitLockCost.Means(10, 500L));

        String text = Output.printed(screen -> new ProbeText(Machine.live(), cost).print(screen));

        assertThat(text.lines().filter(line -> line.startsWith("  "))).hasSizeGreaterThan(20)
            .allMatch(line -> line.strip().split(" {2,}").length == 3);
    }

    @Test
    void shouldKeepAllTextOnANarrowScreen() {
        Machine machine = Machine.of(new KernelFiles(Sysroot.unpack("s390-256", folder)), null);

        String narrow = Output.printed(50, screen -> new ProbeText(machine, null).print(screen));

        assertThat(narrow.lines()).allMatch(line -> line.length() <= 50);
        assertThat(narrow).isEqualToIgnoringWhitespace(
            Output.printed(screen -> new ProbeText(machine, null).print(screen)));
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
                            assertThat(Sentences.promised(promise)).as("%s %s %s", cpu, placement, promise)
                                .startsWith(promise.atomic() ? "is promised to be whole (" : "")
                                .contains(promise.promise() != Promise.NO_RULE ? " ("
                                    : promise.asked().isEmpty() ? "no vendor rule" : "unknown here: ")
                                .doesNotContain("()").doesNotContain("null");
                        }
                    }
                }
            }
        }
    }

    private String printed(String machine) {
        return Output.printed(screen -> new ProbeText(
            Machine.of(new KernelFiles(Sysroot.unpack(machine, folder)), null), null).print(screen));
    }

    private static CpuTraits cpu(Architecture architecture, String vendor, Set<CpuFeature> features) {
        return new CpuTraits(architecture, vendor, architecture == Architecture.X86_64 ? 6 : null, features);
    }
}
