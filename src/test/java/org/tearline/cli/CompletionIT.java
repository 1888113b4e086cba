// SPDX-License-Identifier: Apache-2.0
package org.tearline.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.tearline.kernel.Stressor;
import org.tearline.plan.ReadMode;
import org.tearline.plan.WriteMode;

/** What a real bash offers after it has read the script, by the functions that it calls when TAB is pressed. */
class CompletionIT {
    private static final Path BASH = Path.of("/bin/bash");

    @TempDir
    private static Path folder;

    @BeforeAll
    static void writeScript() throws Exception {
        assumeTrue(Files.isExecutable(BASH), "bash is not here");
        Jar.Result printed = Jar.run(System.getProperty("java.home"), "completion", "bash");
        assertThat(printed.exitCode()).isZero();
        assertThat(printed.err()).isEmpty();
        Files.writeString(folder.resolve("script"), printed.out());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "sw|sweep",
        "'asm --tier '|c2 c1 interpreter",
        "--unt|--until",
        "'run --until '|first budget",
        "'sweep --profile '|quick default long wide",
        "'run --case '|agrona-counter chronicle-queue chronicle-position ipc-ping",
        "help com|compare completion",
        "'completion '|bash zsh"})
    void shouldOfferWhatMayFollow(String typed, String offered) throws Exception {
        assertThat(offers(typed)).containsExactlyInAnyOrder(offered.split(" "));
    }

    @Test
    void shouldOfferEveryModeToItsOwnSide() throws Exception {
        String[] writes = names(WriteMode.values());
        String[] reads = names(ReadMode.values());
        assertThat(offers("run --write ")).containsExactly(writes);
        assertThat(offers("--read ")).containsExactly(reads);
        assertThat(offers("sweep --read ")).containsExactly(reads);
        assertThat(offers("asm --write ")).containsExactly(writes);
    }

    private static String[] names(Object[] values) {
        return Arrays.stream(values).map(Object::toString).toArray(String[]::new);
    }

    @Test
    void shouldOfferEveryStressor() throws Exception {
        assertThat(offers("run --stressor ")).containsAll(Stressor.names()).contains("auto", "each");
    }

    /** The words as bash splits them, the last one being typed. */
    private static String[] offers(String typed) throws Exception {
        String script = "source \"$1\"\nCOMP_LINE=\"tester $2\"\nCOMP_POINT=${#COMP_LINE}\n"
            + "read -ra COMP_WORDS <<<\"$COMP_LINE\"\n[[ $COMP_LINE == *' ' ]] && COMP_WORDS+=('')\n"
            + "COMP_CWORD=$((${#COMP_WORDS[@]} - 1))\n"
            + "function=$(complete -p tester | sed -n 's/.*-F \\([^ ]*\\) .*/\\1/p')\n$function\n"
            + "printf '%s\\n' \"${COMPREPLY[@]}\"\n";
        Process bash = new ProcessBuilder(BASH.toString(), "-c", script, "bash", folder.resolve("script").toString(),
            typed).start();
        String offered = new String(bash.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        bash.waitFor();
        return offered.strip().split("\\s+");
    }
}
