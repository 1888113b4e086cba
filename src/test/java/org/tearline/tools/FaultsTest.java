// SPDX-License-Identifier: Apache-2.0
package org.tearline.tools;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Replaces the tester with shell scripts, some of which misbehave. */
class FaultsTest {
    @TempDir
    private Path folder;

    @BeforeEach
    void requireSetsid() {
        assumeTrue(Files.isExecutable(Path.of("/usr/bin/setsid")), "needs setsid");
    }

    @Test
    void shouldListEachCaseOnceAndSkipUnavailableOnes() throws Exception {
        List<FaultCase> all = new ArrayList<>(FaultCase.halts(5));
        all.addAll(FaultCase.signals(5));
        all.addAll(FaultCase.surroundings(tester(""), 5, folder.resolve("mount")));

        assertThat(all).extracting(FaultCase::name).doesNotHaveDuplicates().hasSize(68);
        assertThat(all.stream().filter(FaultCase::quick)).hasSize(35);
        assertThat(all).filteredOn(fault -> fault.name().equals("10 journal of another JVM")).extracting(
            FaultCase::tries).containsExactly(0);
    }

    @ParameterizedTest
    @ValueSource(strings = {"exit 7", "echo java.lang.Exception", "echo FAULT >&2", "mkdir \"$tmp/left\"",
        "kill -KILL $$", "echo nothing"})
    void shouldDetectAnIncorrectTester(String what) throws Exception {
        assertThat(right("tmp=${2#*=}\n[ $1 = -XX:TieredStopAtLevel=1 ] && echo NOT SEEN")).isTrue();
        assertThat(right("tmp=${2#*=}\n" + what + (what.endsWith("nothing") ? "" : "\necho NOT SEEN"))).isFalse();
    }

    @Test
    void shouldRetryWithALongerRunIfTheFaultCameTooLate() throws Exception {
        List<Integer> lengths = new ArrayList<>();

        assertThat(Faults.play(new FaultCase("late", 1, true, run -> {
            lengths.add(run.longer);
            FaultTry.tooLateIf(run.longer < 4);
        }), tester(""), folder)).isTrue();
        assertThat(Faults.play(new FaultCase("always late", 1, true, run -> FaultTry.tooLateIf(true)), tester(""),
            folder)).isFalse();

        assertThat(lengths).containsExactly(1, 2, 4);
    }

    private boolean right(String script) throws Exception {
        return Faults.play(new FaultCase("a run", 2, true, run -> {
            run.tester("run");
            run.end(0, 3);
            run.expectSaid(FaultTry.OUT, "^NOT SEEN");
        }), tester(script), folder);
    }

    private FaultTry.Setup tester(String script) throws IOException {
        Path java = Files.writeString(folder.resolve("java"), "#!/bin/sh\n" + script + "\n");
        Files.setPosixFilePermissions(java, PosixFilePermissions.fromString("rwx------"));
        return new FaultTry.Setup(java, java, java, null, true, ConcurrentHashMap.newKeySet());
    }
}
