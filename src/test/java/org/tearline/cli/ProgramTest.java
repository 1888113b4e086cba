// SPDX-License-Identifier: Apache-2.0
package org.tearline.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.tearline.trial.Memory;

/** Tests command lines that start no trial; RunIT runs trials. */
class ProgramTest {
    private final Properties properties = new Properties();
    private Jar.Result run;

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', value = {
        "--offset 8185|8185 is not within 0..8184",
        "--offset sixty|'sixty' is not a whole number within 0..8184, such as 60, 0x3c, 1_000_000 or 1e6",
        "--width 3|'3' is not one of 2, 4, 8, 16, 32, 64",
        "validate --pr . --base nosuch|--base nosuch: no such folder",
        "--write seqlock|--write seqlock requires --read seqlock and vice versa, not --write seqlock with --read"
            + " volatile",
        "--write seqlock --read seqlock --writers 2|--write seqlock allows one writer, not --writers 2",
        "--processes 2|--memory mapped, not --memory unsafe",
        "--width 16 --write cas|--processes 1 and --tier c2, not --write cas",
        "--width 64 --memory unsafe|which requires --memory bytebuffer",
        "--width 64 --offset 64 --stressor store-both|a vector of 64 bytes at offset 64 with its guards leaves none",
        "sweep --widths 8,32 --memories unsafe,direct|--processes 1 and --tier c2, not --memory unsafe,direct",
        "--write locked|'locked' is not one of plain, opaque, ordered, volatile, cas, getandset, getandadd, seqlock",
        "--read release|'release' is not one of plain, opaque, acquire, volatile, cas, exchange, getandadd, agree,"
            + " masked, seqlock",
        "--memory stack|'stack' is not one of unsafe, direct, bytebuffer, heap, heapbuffer, mapped, segment",
        "--duration 10|'10' is not a duration of 1ms or more, such as 500ms, 10s, 2m, 1h or forever",
        "--changes 0|0 is not within 1..9223372036854775807",
        "--writers 33|33 is not within 1..32",
        "--write getandadd --writers 2|getandadd allows one writer",
        "--stressor magic|'magic' is not one of auto, each, none, spin",
        "--stressor writeback-second --tier c1|--stressor writeback-second needs write-back of cache lines",
        "--cpus 3-1|'3-1' is neither auto, none nor a list of CPUs such as 0-3,8",
        "--cpus 60000|this process may not use CPU 60000",
        "sweep --out=|Invalid value for option '--out': '' is not a file name",
        "sweep --out=pom.xml|already exists",
        "sweep --out=/nowhere/at/all.json|no such folder", "sweep --out=/|is a folder, not a file",
        "sweep --out=/tmp|is a folder, not a file", "sweep --out=/tmp/new.json/|is a folder, not a file",
        "sweep --out=/dev/null|is not a regular file",
        "sweep --write seqlock|no trial of this profile has these writes, reads, processes and offsets",
        "sweep --profile fast|'fast' is not one of quick, default, long, wide",
        "sweep --write plain,foo|'foo' is not one of",
        "sweep --offsets x|'x' is not a list of offsets and ranges such as 0..63,4089..4095, all within 0..8184",
        "help swep|Unknown subcommand 'swep'",
        "--frobnicate|Unknown option: '--frobnicate'",
        "--ofset 8|--ofset is not an option; did you mean --offset?",
        "-Doffset=60|-Doffset=60 must precede -jar: java -Doffset=60 -jar tester.jar; or use --offset=60",
        "-Dofset=60|-Dofset=60 must precede -jar: java -Doffset=60 -jar tester.jar; or use --offset=60",
        "-Djava.io.tmpdir=/x|-Djava.io.tmpdir=/x must precede -jar: java -Djava.io.tmpdir=/x -jar tester.jar",
        "--offset \u0666\u0660|'\u0666\u0660' is not a whole number within 0..8184",
        "--duration \u0661ms|'\u0661ms' is not a duration of 1ms or more",
        "swep|'swep' is not a command; did you mean sweep?",
        "granules --offset 5|--offset is not an option of granules, but of run",
        "granules --write=cas|--write is not an option of granules, but of run",
        "granules --width=16 --memory=heap|--memory bytebuffer", "granules --cpus=0|two different CPUs",
        "report --format pdf|'pdf' is not one of md, html, granules, csv, json",
        "rn|'rn' is not a command; did you mean run?",
        "foo|'foo' is not a command; give one of run, granules, sweep, ",
        "sweep foo|Unmatched argument at index 1: 'foo'",
        "accept pom.xml|tester: Missing required argument",
        "asm --duration 1s|--duration has no effect on machine code; give --offset, ",
        "asm --offset 60 --cpus 0,1|--cpus has no effect on machine code"})
    void shouldReportABadValueInOneLine(String arguments, String complaint) {
        assertThat(execute(arguments.split(" "))).isEqualTo(ExitCode.USAGE);
        assertThat(run.err().lines()).hasSize(1);
        assertThat(run.err()).startsWith("tester: ").contains(complaint);
        assertThat(run.out()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"--memory segment", "run --json --memory segment", "asm --memory segment",
        "sweep --memory heap,segment", "sweep --dry-run --memory segment"})
    void shouldReportTheRequiredJdkOfAMemory(String arguments) {
        assumeTrue(Runtime.version().feature() < Memory.SEGMENT.firstJava(), "this JDK has memory segments");
        assertThat(execute(arguments.split(" "))).isEqualTo(ExitCode.USAGE);
        assertThat(run.err().lines()).hasSize(1);
        assertThat(run.err()).startsWith("tester: --memory segment needs JDK 22 or newer, but this is ");
        assertThat(run.out()).isEmpty();
    }

    @Test
    void shouldReportABadProperty() {
        properties.setProperty("offset", "99999");
        assertThat(execute()).isEqualTo(ExitCode.USAGE);
        assertThat(run.err()).contains("99999 is not within 0..8184");
    }

    /** Neither a file nor the environment can contain options. */
    @ParameterizedTest
    @ValueSource(strings = {"@%s", "run @%s", "run --offset 28 @%s", "granules @%s", "sweep --dry-run @%s",
        "run @@%s", "-- @%s", "run -- --tier"})
    void shouldNotReadOptionsFromAFile(String arguments, @TempDir Path folder) throws IOException {
        Path file = Files.writeString(folder.resolve("options"), "--help");
        String given = arguments.replace("%s", file.toString());
        assertThat(execute(given.split(" "))).isEqualTo(ExitCode.USAGE);
        assertThat(run.err().lines()).hasSize(1);
        assertThat(run.err()).matches("(?s)tester: (Unmatched argument at index|Unknown option|.* is not a command).*")
            .contains(given.substring(given.lastIndexOf(' ') + 1));
        assertThat(run.out()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"${env:PATH}", "${sys:user.dir}", "${bundle:x}", "$${env:PATH}", "a$$b$",
        "${COMMAND-NAME}", "@x"})
    void shouldTakeAPropertyAsItIs(String value) {
        properties.setProperty("write", value);
        assertThat(execute("run")).isEqualTo(ExitCode.USAGE);
        assertThat(run.err()).startsWith("tester: Invalid value for option '--write': '" + value + "' is not one of ");
    }

    @ParameterizedTest
    @ValueSource(strings = {"--offse 28", "--verb", "gran", "--tie=interpreter"})
    void shouldNotCompleteAnAbbreviation(String arguments) {
        assertThat(execute(arguments.split(" "))).isEqualTo(ExitCode.USAGE);
        assertThat(run.err().lines()).hasSize(1);
    }

    @Test
    void shouldNotReplaceAPageBesideTheResult(@TempDir Path folder) throws IOException {
        Path page = Files.writeString(folder.resolve("r.html"), "my page");
        for (String option : List.of("--dry-run", "--json")) {
            assertThat(execute("sweep", option, "--out", folder + "/r.json")).isEqualTo(ExitCode.USAGE);
            assertThat(run.err()).contains("--out " + folder + "/r.json: the page " + page + " already exists");
        }
        assertThat(page).hasContent("my page");
    }

    @Test
    void shouldListOptionsDefaultsAndExitCodesInHelp() {
        assertThat(execute("run", "--help")).isZero();
        assertThat(run.out()).contains("--offset=BYTES", "Default: 60", "Default: ordered", "Exit codes:", "130")
            .contains("-Doffset=60 -Dwrite=cas").contains("memory order");
    }

    @Test
    void shouldPrintTheHelpOfEveryCommand() {
        execute("--help");
        List<String> commands = commands(run.out());
        assertThat(commands).contains("run", "sweep", "asm", "show", "help");
        for (String command : commands) {
            assertThat(execute("help", command)).as(command).isZero();
            String help = run.out();
            assertThat(execute(command, "--help")).as(command).isZero();
            assertThat(help).isEqualTo(run.out()).contains("Usage: tester " + command);
        }
        assertThat(execute("help")).isZero();
        assertThat(commands(run.out())).isEqualTo(commands);
    }

    private static List<String> commands(String help) {
        return help.substring(help.indexOf("Commands:")).lines().skip(1)
            .takeWhile(line -> !line.isBlank()).filter(line -> line.matches("  [a-z].*"))
            .map(line -> line.strip().split("[ ,]")[0]).toList();
    }

    @ParameterizedTest
    @CsvSource({"ofset,offset", "offsets,offset", "wirte,write", "write.type,write", "read.type,read",
        "streßor,stressor", "no-split-lock,no-split-locks"})
    void shouldRejectAMisspelledProperty(String key, String meant) {
        properties.setProperty(key, "60");
        properties.setProperty("no-split-locks", "");
        properties.setProperty("write", "cas");
        assertThat(execute()).isEqualTo(ExitCode.USAGE);
        assertThat(run.err()).contains("-D" + key + " is not an option; did you mean -D" + meant + "?");
        assertThat(run.out()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"foo, granules", "version, granules", "log4j, granules", "tier, run", "verbose, run", "offset, run"})
    void shouldRunATrialOnlyForAPropertyThatIsAnOption(String key, String command) {
        properties.setProperty(key, "x");
        assertThat(Program.withCommand(List.of(), properties)).containsExactly(command);
    }

    @ParameterizedTest
    @ValueSource(strings = {"0x3c", "60", "0_060", "6e1", "0 --offset=60"})
    void shouldAcceptNotationsOfNumbersAndUseTheLastValue(String offset) {
        assertThat(execute(("run --no-split-locks --write cas --offset=" + offset).split(" ")))
            .isEqualTo(ExitCode.NO_VERDICT);
        assertThat(run.out()).contains(" a long at 60, ");
        assertThat(run.err()).isEmpty();
    }

    private int execute(String... arguments) {
        run = Jar.here(properties, (Object[]) arguments);
        return run.exitCode();
    }
}
