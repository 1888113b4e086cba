// SPDX-License-Identifier: Apache-2.0
package org.tearline.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.tearline.Jdks;
import org.tearline.cli.text.Output;
import org.tearline.machine.Sysroot;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Prints facts and promises with the packaged jar. */
class ProbeIT {
    @TempDir
    private Path folder;

    @Test
    void shouldPrintThisMachineWithSources() throws Exception {
        Jar.Result run = Jar.run(Jdks.first(), "probe");

        assertThat(run.err()).isEmpty();
        assertThat(run.exitCode()).isZero();
        assertThat(run.out()).contains("JVM\n", "java.vm.name", "page bytes", "promised: a long")
            .doesNotContain("null");
    }

    @ParameterizedTest
    @ValueSource(strings = {"x86-hybrid", "arm-cpuset", "s390-256"})
    void shouldOmitLiveFactsOfACapturedMachine(String machine) throws Exception {
        Jar.Result run = Jar.loaded("probe", "--json", "--sysroot", Sysroot.unpack(machine, folder).toString());

        assertThat(run.err()).isEmpty();
        assertThat(run.exitCode()).isZero();
        Output.assertFollows("probe", run.out());
        JsonNode root = JsonMapper.shared().readTree(run.out());
        assertThat(Output.isValid("probe", run.out().replace("\"schemaVersion\" : 2", "\"hostName\" : \"x\"")))
            .isFalse();
        assertThat(root.get("live").asBoolean()).isFalse();
        assertThat(root.get("facts").has("jvm")).isFalse();
        assertThat(root.at("/facts/memory/pageBytes").isMissingNode()).isTrue();
        assertThat(root.at("/facts/splitLocks/finding").isMissingNode()).isTrue();
    }

    @Test
    void shouldReportABadSysrootInOneLine() throws Exception {
        for (Path wrong : List.of(folder, folder.resolve("missing"), Files.createFile(folder.resolve("file")))) {
            Jar.Result run = Jar.loaded("probe", "--sysroot", wrong.toString());

            assertThat(run.exitCode()).isEqualTo(2);
            assertThat(run.out()).isEmpty();
            assertThat(run.err()).startsWith("tester: --sysroot " + wrong).hasLineCount(1);
        }
    }

    @Test
    void shouldLoadOnlyOneTableOfOshiForARun() throws Exception {
        Path loaded = folder.resolve("loaded");
        Jar.run(Jdks.first(), builder -> builder.command().add(1, "-Xlog:class+load:file=" + loaded), "run",
            "--duration=1ms", "--no-split-locks");

        assertThat(Files.readString(loaded)).contains("org.tearline.machine.Machine")
            .doesNotContain(" oshi.SystemInfo").doesNotContain(" oshi.hardware.platform.")
            .doesNotContain(" com.sun.jna.").doesNotContain(" org.tearline.machine.Windows");
    }
}
