// SPDX-License-Identifier: Apache-2.0
package org.tearline.archive;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.tearline.archive.CpuDesign.Standing;
import org.tearline.file.Copy;
import org.tearline.file.Environment;
import org.tearline.file.ResultFile;
import org.tearline.machine.CpuModel;
import org.tearline.page.Runs;
import org.tearline.trial.Architecture;

/** Two accounts may confirm a CPU that the project lacks, but never stand before one that it has. */
class IdentityTest {
    private static final CpuModel ZEN_4 = Runs.zen4().withDesign();

    /** A file of two colluding accounts that resembles the project's Zen 4. */
    private enum Shadow {
        OTHER_INSTRUCTION_SET(file -> Runs.on("aarch64", file)),
        /** A CPU without numbers, whose key reads like the id of Zen 4. */
        OTHER_VENDOR(file -> with(file, "key", "zen-4", "vendor", "Zen", "brand", "Zen 4", "family", null,
            "model", null, "stepping", null)),
        KEY_WITH_INSTRUCTION_SET(file -> with(file, "key", "zen-4-aarch64", "vendor", "Zen", "brand", "4 aarch64",
            "family", null, "model", null, "stepping", null)),
        /** A key leaves out the space. */
        SAME_KEY(file -> with(file, "vendor", "Authentic AMD")),
        OTHER_FAMILY(file -> with(file, "family", 0x19 + 1, "key", "authenticamd-1a-61-03"));

        private final UnaryOperator<ResultFile> change;

        Shadow(UnaryOperator<ResultFile> change) {
            this.change = change;
        }

        List<ResultFile> files() {
            List<ResultFile> files = new ArrayList<>();
            for (int i = 0; i < 2; i++) {
                // Everything tears.
                ResultFile file = Runs.run(ZEN_4, false, null, i, Runs.MANY, 0L, 9L, 9L, 9L);
                files.add(Copy.of(change.apply(file), "runId", UUID.randomUUID().toString().replace("-", "")));
            }
            return files;
        }

        private static ResultFile with(ResultFile file, Object... changes) {
            Environment environment = file.environment();
            return Copy.of(file, "environment", Copy.of(environment, "cpu", Copy.of(environment.cpu(), changes)));
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldNotStandBeforeTheProjectsCpu(Shadow shadow) {
        Archive alone = new Archive();
        alone.add("project.json", Submitter.PROJECT, project());
        KnownCpu before = KnownGranules.of(alone).of(Architecture.X86_64, ZEN_4).orElseThrow();
        Archive both = new Archive();
        List<ResultFile> files = shadow.files();
        both.add("a.json", new Submitter("alice"), files.get(0));
        both.add("b.json", new Submitter("bob"), files.get(1));
        both.add("project.json", Submitter.PROJECT, project());

        assertThat(both.designs()).hasSize(2).extracting(CpuDesign::standing)
            .containsExactly(Standing.PROJECT, Standing.TWO_HANDLES);
        assertThat(both.designs()).extracting(CpuDesign::id).startsWith("zen-4").doesNotHaveDuplicates();
        assertThat(KnownGranules.of(both).of(Architecture.X86_64, ZEN_4)).contains(before);
    }

    @ParameterizedTest
    @CsvSource({"GenuineIntel, 6, 106, 6, Ice Lake", "GenuineIntel, 6, 85, 7, Cascade Lake",
        "AuthenticAMD, 25, 17, 1, Zen 4"})
    void shouldFindAPublishedCpu(String vendor, int family, int model, int stepping, String name) {
        CpuModel cpu = CpuModel.numbered(vendor, family, model, stepping, null);

        assertThat(KnownGranules.load().of(Architecture.X86_64, cpu)).map(KnownCpu::name).contains(name);
    }

    /** Ids of unnamed designs must not equal those of designs that nobody has measured, either. */
    @Test
    void shouldKeepTheIdsOfNamesFree() {
        Archive archive = new Archive();
        List<ResultFile> files = Shadow.OTHER_VENDOR.files();
        archive.add("a.json", new Submitter("alice"), files.get(0));
        archive.add("b.json", new Submitter("bob"), files.get(1));

        assertThat(archive.designs()).singleElement().satisfies(design -> {
            assertThat(design.id()).isEqualTo("key.zen-4");
            assertThat(design.named()).isFalse();
        });
    }

    /** Keys leave out what ids would need to tell vendors apart. */
    @Test
    void shouldGiveEveryDesignAnIdOfItsOwn() {
        Archive archive = new Archive();
        int number = 0;
        for (String vendor : List.of("Acme", "acme", "A.c-m e", "AC_ME")) {
            ResultFile file = Runs.run(ZEN_4, false, null, number++, Runs.MANY, 0L, 0L, 7L, 7L);
            archive.add(vendor, new Submitter("alice"), Shadow.with(file, "vendor", vendor, "key", "acme-19-61-03"));
        }

        assertThat(archive.designs()).hasSize(4).extracting(CpuDesign::id).doesNotHaveDuplicates();
    }

    @Test
    void shouldCountOnlyFilesThatDecide() {
        Archive archive = new Archive();
        archive.add("project.json", Submitter.PROJECT, project());
        archive.add("a.json", new Submitter("alice"), Runs.run(ZEN_4, false, null, 1, Runs.MANY, 0L, 0L, 7L, 7L));
        archive.add("b.json", Submitter.ANONYMOUS, Runs.run(Runs.skylake(), false, null, 2, Runs.MANY, 0L, 0L, 7L, 7L));
        archive.add("c.json", Submitter.PROJECT, Runs.jcstress(ZEN_4, 3));

        assertThat(archive.files()).isEqualTo(4);
        assertThat(archive.deciding()).isEqualTo(1);
    }

    private static ResultFile project() {
        return Runs.run(ZEN_4, false, null, 9, Runs.MANY, 0L, 0L, 7L, 7L);
    }
}
