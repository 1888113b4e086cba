// SPDX-License-Identifier: Apache-2.0
package org.tearline.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.tearline.Sample;
import org.tearline.cli.text.Output;
import org.tearline.cli.text.ProbeText;

/** Replaces single lines of captured files with invalid text, which must not cause an exception. */
class OddMachinesTest {
    private static final int CASES = 100;
    private static final List<String> ODD = List.of("", " ", "99999999999", "18446744073709551616", "-1", "65536", "0",
        "63", "0x", "letters", "0-", "0-99999999999", "\u0000", "5\u0000", "\u2028", ",", ":", "=", "- - -", "/");

    @TempDir
    private Path folder;

    /**
     * A change to one line of a file.
     *
     * @param whole whether the odd text replaces the whole line, or only the part after the last separator
     * @param ends  whether the changed file ends with a newline
     */
    private record Case(Path file, int line, String odd, boolean whole, boolean ends) {
        String of(List<String> lines) {
            List<String> changed = new ArrayList<>(lines);
            String kept = lines.get(line).replaceFirst("[^:= \\t]*$", "");
            changed.set(line, whole ? odd : kept + odd);
            return String.join("\n", changed) + (ends ? "\n" : "");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"arm-cpuset", "power-128", "s390-256", "x86-cpuinfo-only", "x86-hybrid"})
    void shouldNotThrowForInvalidLines(String machine) throws IOException {
        KernelFiles kernel = new KernelFiles(Sysroot.unpack(machine, folder));
        for (Case odd : Sample.of(CASES, cases()).toList()) {
            List<String> lines = Files.readAllLines(odd.file());
            Files.writeString(odd.file(), odd.of(lines));
            assertThatCode(() -> open(kernel)).as("%s", odd).doesNotThrowAnyException();
            Files.writeString(odd.file(), String.join("\n", lines) + "\n");
        }
    }

    private static void open(KernelFiles kernel) {
        Machine machine = Machine.of(kernel, null);
        Output.printed(screen -> new ProbeText(machine, null).print(screen));
        Machine live = Machines.withJvm(kernel, machine.architecture().toString());
        int line = live.geometry().lineBytes();
        assertThat(Integer.bitCount(line)).as("line of %d bytes", line).isOne();
        machine.topology().value().onePairEach(machine.usableOrNone());
        kernel.allowedCpus();
        machine.topology().value().online().forEach(kernel::coreOf);
        SplitLockPolicy.of(kernel).fatal();
    }

    private List<Case> cases() throws IOException {
        List<Case> cases = new ArrayList<>();
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.filter(Files::isRegularFile).sorted().toList()) {
                int lines = Files.readAllLines(file).size();
                for (int line = 0; line < lines; line++) {
                    for (String odd : ODD) {
                        for (int ways = 0; ways < 4; ways++) {
                            cases.add(new Case(file, line, odd, ways % 2 == 0, ways / 2 == 0));
                        }
                    }
                }
            }
        }
        return cases;
    }
}
