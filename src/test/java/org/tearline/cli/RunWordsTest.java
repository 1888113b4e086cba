// SPDX-License-Identifier: Apache-2.0
package org.tearline.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Properties;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.tearline.Jdks;
import org.tearline.engine.link.TrialRequest;
import org.tearline.plan.AccessRules;
import org.tearline.plan.Memory;
import org.tearline.plan.ReadMode;
import org.tearline.plan.Tier;
import org.tearline.plan.Width;
import org.tearline.plan.WriteMode;
import org.tearline.platform.Linux;
import org.tearline.platform.Machines;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** The short way through the options leads to the same request as the long one, or is not taken. */
class RunWordsTest {
    private static final AccessRules RULES = Machines.x86().rules();

    @TempDir
    private Path folder;

    @Test
    void shouldAskForWhatTheParserAsksFor() {
        for (WriteMode write : EnumSet.complementOf(EnumSet.of(WriteMode.SEQLOCK))) {
            for (ReadMode read : EnumSet.complementOf(EnumSet.of(ReadMode.SEQLOCK))) {
                for (Memory memory : EnumSet.complementOf(EnumSet.of(Memory.MAPPED, Memory.SEGMENT))) {
                    for (Tier tier : Tier.values()) {
                        List<String> words = List.of("--write=" + write, "--read", read.toString(), "--memory",
                            memory.toString(), "--tier=" + tier);
                        assertSame(words, properties());
                        assertSame(List.of(), properties("write", write, "read", read, "memory", memory, "tier",
                            tier));
                    }
                }
            }
        }
        for (int offset = 0; offset <= RULES.geometry().maxOffset(Width.LONG); offset += 61) {
            assertSame(List.of("--offset", String.valueOf(offset)), properties("offset", 3));
        }
        for (Width width : Width.scalars()) {
            assertSame(List.of("--width", width.toString()), properties("width", Width.INT));
        }
        assertSame(List.of(), properties());
        assertSame(List.of("--write=cas", "--write=plain"), properties("write", "volatile"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"--offset", "--offset=", "--offset=-1", "--offset=8185", "--offset=0x3c", "--offset=1e3",
        "--offset=\u0663", "--write=CAS", "--write=release", "--write=none", "--ofset=8", "--off=8", "offset=8", "60",
        "-o", "--width=3", "--write=seqlock", "--read=seqlock", "--case=ipc-ping", "--memory=mapped",
        "--file=x", "--processes=2", "--json", "--verbose",
        "--help", "--changes=5", "--no-split-locks", "--cpus=0", "--", "--write=cas x"})
    void shouldLeaveEverythingElseToTheParser(String words) {
        assertThat(RunWords.of(List.of(words.split(" ")), properties()).trial()).isEmpty();
        if (words.startsWith("--") && words.contains("=")) {
            String[] pair = words.replaceFirst("^-*", "").split("=", 2);
            assertThat(RunWords.of(List.of(), properties(pair[0], pair[1].replace(" ", ""))).trial()).isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"ofset", "write.type", "read.type", "changes", "json", "x"})
    void shouldLeaveUnknownPropertiesToTheParser(String key) {
        assertThat(RunWords.of(List.of(), properties(key, "60")).trial()).isEmpty();
    }

    @Test
    void shouldNotTakeThePropertiesOfTheJvmForOptions() throws Exception {
        for (String home : Jdks.all()) {
            Process java = new ProcessBuilder(Path.of(home, "bin", "java").toString(), "-XshowSettings:properties",
                "-version").redirectErrorStream(true).start();
            List<String> keys = new String(java.getInputStream().readAllBytes(), StandardCharsets.UTF_8).lines()
                .filter(line -> line.matches(" {4}\\S+ = .*")).map(line -> line.strip().split(" ")[0]).toList();
            assertThat(keys).contains("java.home").noneMatch(PropertyDefaults::mayBeMeant);
        }
    }

    private void assertSame(List<String> words, Properties properties) {
        Holder holder = new Holder();
        CommandLine commandLine = new CommandLine(holder).setDefaultValueProvider(new PropertyDefaults(properties))
            .setOverwrittenOptionsAllowed(true);
        Converters.register(commandLine);
        commandLine.parseArgs(words.toArray(new String[0]));
        Linux kernel = new Linux(folder);
        TrialRequest parsed = holder.options.request(RULES, kernel, null);
        assertThat(RunWords.of(words, properties).trial()).as("%s %s", words, properties).hasValueSatisfying(
            plain -> {
                assertThat(RunWords.request(plain, RULES, kernel)).isEqualTo(parsed);
                assertThat(plain.tier()).isEqualTo(holder.options.tier());
            });
    }

    private static Properties properties(Object... pairs) {
        Properties properties = new Properties();
        properties.setProperty("java.version", "17");
        Stream.iterate(0, i -> i < pairs.length, i -> i + 2)
            .forEach(i -> properties.setProperty(pairs[i].toString(), pairs[i + 1].toString()));
        return properties;
    }

    @Command(name = "test")
    private static final class Holder {
        @Mixin
        private TrialOptions options;
    }
}
