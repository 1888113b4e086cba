// SPDX-License-Identifier: Apache-2.0
package org.tearline.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.tearline.machine.Linux;
import org.tearline.machine.Machines;
import org.tearline.run.link.Message.TrialRequest;
import org.tearline.trial.AccessRules;
import org.tearline.trial.AccessRules.SplitLocks;
import org.tearline.trial.Memory;
import org.tearline.trial.TrialSpec;
import org.tearline.trial.TrialSpec.ReadMode;
import org.tearline.trial.TrialSpec.WriteMode;
import org.tearline.trial.Width;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Compares the fast parser with picocli: it returns the same request or nothing. */
class RunWordsTest {
    private static final AccessRules RULES = Machines.x86().rules();

    @TempDir
    private Path folder;

    @Test
    void shouldReturnTheSameRequestAsPicocli() {
        for (WriteMode write : EnumSet.complementOf(EnumSet.of(WriteMode.SEQLOCK))) {
            for (ReadMode read : EnumSet.complementOf(EnumSet.of(ReadMode.SEQLOCK))) {
                assertSame(List.of("--write=" + write, "--read", read.toString()), properties("write", "cas"));
            }
        }
        for (Memory memory : List.of(Memory.UNSAFE, Memory.DIRECT, Memory.BYTEBUFFER, Memory.HEAP)) {
            assertSame(List.of("--memory", memory.toString()), properties("offset", "3"));
        }
        for (Width width : Width.scalars()) {
            assertSame(List.of("--offset=8184"), properties("width", width.toString()));
        }
        assertSame(List.of(), properties("java.version", "17"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"--offset", "--offset=-1", "--offset=8185", "--offset=0x3c", "--offset=\u0663",
        "--write=CAS", "--ofset=8", "60", "--width=3", "--width=16", "--write=seqlock", "--cpus=0",
        "--memory=mapped", "--tier=c1", "--json", "--help", "--changes=5", "--", "--write=cas x"})
    void shouldLeaveOtherOptionsToPicocli(String words) {
        assertThat(RunWords.trial(List.of(words.split(" ")), properties("java.version", "17"))).isEmpty();
        String[] pair = (words + "=true").replaceFirst("^-*", "").split("=");
        assertThat(RunWords.trial(List.of(), properties(pair[0], pair[1].replace(" ", "")))).as(pair[0]).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"split_lock_detect=fatal, FATAL", "split_lock_detect=warn, ALLOWED",
        "split_lock_detect=ratelimit:10, ALLOWED", "quiet, ALLOWED"})
    void shouldNotLockAcrossALineIfTheKernelKillsTheProcess(String commandLine, SplitLocks expected)
        throws IOException {
        Files.createDirectories(folder.resolve("proc"));
        Files.writeString(folder.resolve("proc/cmdline"), commandLine + "\n");
        assertSame(List.of(), properties("java.version", "17"));
        assertThat(RunWords.request(TrialSpec.USUAL, RULES, new Linux(folder)).splitLocks()).isEqualTo(expected);
    }

    private void assertSame(List<String> words, Properties properties) {
        Holder holder = new Holder();
        CommandLine commandLine = new CommandLine(holder).setDefaultValueProvider(new PropertyDefaults(properties))
            .setOverwrittenOptionsAllowed(true);
        Converters.register(commandLine);
        commandLine.parseArgs(words.toArray(new String[0]));
        Linux kernel = new Linux(folder);
        TrialRequest parsed = holder.options.request(RULES, kernel, null);
        assertThat(RunWords.trial(words, properties)).as("%s %s", words, properties).hasValueSatisfying(
            plain -> assertThat(RunWords.request(plain, RULES, kernel)).isEqualTo(parsed));
    }

    private static Properties properties(String key, String value) {
        Properties properties = new Properties();
        properties.setProperty(key, value);
        return properties;
    }

    @Command(name = "test")
    private static final class Holder {
        @Mixin
        private TrialOptions options;
    }
}
