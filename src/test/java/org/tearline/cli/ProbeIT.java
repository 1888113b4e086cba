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
        assertThat(run.out()).contains("JVM\n", "java.vm.name", "page bytes", "Promises for a long")
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
        assertThat(Output.isValid("probe", run.out().replace("\"schemaVersion\" : 1", "\"hostName\" : \"x\"")))
            .isFalse();
        assertThat(root.get("live").asBoolean()).isFalse();
        assertThat(root.get("facts").has("jvm")).isFalse();
        assertThat(root.at("/facts/memory/pageBytes").isMissingNode()).isTrue();
        assertThat(root.at("/facts/splitLocks/finding").isMissingNode()).isTrue();
        JsonNode promises = root.get("promises");
        assertThat(promises.get("rules").size()).isPositive();
        assertThat(promises.get("rules").valueStream()).allSatisfy(rule -> {
            assertThat(rule.get("sentence").asString()).endsWith(".");
            assertThat(rule.get("urls").size()).isPositive();
        });
        assertThat(promises.get("pairs").valueStream().filter(pair -> pair.get("place").asString()
            .equals("aligned"))).isNotEmpty().allMatch(pair -> pair.get("promise").asString().equals("atomic"));
    }

    @Test
    void shouldPrintThePromisesOfTheGivenWidth() throws Exception {
        String machine = Sysroot.unpack("x86-hybrid", folder).toString();
        Jar.Result run = Jar.loaded("probe", "--json", "--width", "4", "--sysroot", machine);
        Output.assertFollows("probe", run.out());
        assertThat(JsonMapper.shared().readTree(run.out()).at("/promises/widthBytes").asInt()).isEqualTo(4);
        Jar.Result wrong = Jar.loaded("probe", "--width", "3");
        assertThat(wrong.exitCode()).isEqualTo(2);
        assertThat(wrong.err()).contains("'3' is not one of", "2, 4, 8, 16, 32, 64").hasLineCount(1);
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
    void shouldUseOnlyOneTableOfOshiAtTheStartOfARun() throws Exception {
        Path loaded = folder.resolve("loaded");
        Jar.run(Jdks.first(), builder -> builder.command().add(1, "-Xlog:class+load:file=" + loaded), "run",
            "--duration=1ms", "--no-split-locks");

        assertThat(Files.readString(loaded)).contains("org.tearline.machine.Machine")
            .doesNotContain(" oshi.SystemInfo").doesNotContain(" oshi.hardware.platform.")
            .doesNotContain(" com.sun.jna.").doesNotContain(" org.tearline.machine.Windows");
    }
}
