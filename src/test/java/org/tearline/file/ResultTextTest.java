// SPDX-License-Identifier: Apache-2.0
package org.tearline.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributeView;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tearline.machine.CpuFeature;
import org.tearline.page.Runs;

class ResultTextTest {
    private final ResultFile good = new SyntheticResults(1).next();

    @Test
    void shouldRoundTrip(@TempDir Path folder) throws Exception {
        Path path = folder.resolve("result.json");

        ResultText.write(good, path);

        assertThat(ResultText.read(path)).isEqualTo(good);
        // A temporary file would not have the default permissions.
        if (Files.getFileStore(folder).supportsFileAttributeView(PosixFileAttributeView.class)) {
            assertThat(Files.getPosixFilePermissions(path))
                .isEqualTo(Files.getPosixFilePermissions(Files.createFile(folder.resolve("other"))));
            Files.delete(folder.resolve("other"));
        }
        try (Stream<Path> files = Files.list(folder)) {
            assertThat(files).containsExactly(path);
        }
    }

    @Test
    void shouldDistinguishNoFeaturesFromUnknownFeatures() throws Exception {
        for (List<CpuFeature> features : Arrays.asList(null, List.<CpuFeature>of(), List.of(CpuFeature.AVX))) {
            ResultFile file = Runs.run(Runs.neoverse(features), false, null, 1, Runs.MANY, 0L, 0L, 0L, 0L);
            String text = ResultText.print(file);

            assertThat(text.contains("\"features\": [" + (features == null ? "" : features.stream()
                .map(it -> '"' + it.toString() + '"').collect(Collectors.joining())) + "]"))
                .isEqualTo(features != null);
            assertThat(ResultText.file(ResultText.parse(text.getBytes(StandardCharsets.UTF_8)))).isEqualTo(file);
        }
    }

    @Test
    void shouldLeaveNoFileIfItCannotWrite(@TempDir Path folder) throws IOException {
        Path taken = Files.createDirectories(folder.resolve("taken/full")).getParent();

        assertThatThrownBy(() -> ResultText.write(good, taken)).isInstanceOf(IOException.class);

        try (Stream<Path> files = Files.list(folder)) {
            assertThat(files).containsExactly(taken);
        }
    }

    @Test
    void shouldKeepADefaultSweepSmallAndArraysOnOneLine() {
        for (int seed = 0; seed < 50; seed++) {
            ResultFile file = new SyntheticResults(seed).next();
            String text = ResultText.print(file);

            // Tears inside a line add witnesses.
            boolean tearsInside = file.series().stream().anyMatch(series -> series.seams().containsKey(1));
            assertThat(text.length()).as("seed %s", seed).isLessThan((tearsInside ? 176 : 112) * 1024);
            assertThat(text.lines().filter(line -> line.startsWith("      \"offsets\": [0,1,2,"))).hasSize(24);
        }
    }

    @Test
    void shouldPrintTheSameInEveryLocale() {
        String root = ResultText.print(good);
        Locale before = Locale.getDefault();
        try {
            for (String tag : new String[] {"tr-TR", "ar-EG-u-nu-arab", "hi-IN-u-nu-deva"}) {
                Locale.setDefault(Locale.forLanguageTag(tag));
                assertThat(ResultText.print(new SyntheticResults(1).next())).as(tag).isEqualTo(root);
            }
        } finally {
            Locale.setDefault(before);
        }
    }

    @Test
    void shouldHashEverythingButTheDigest() {
        assertThat(ResultText.digest(Copy.of(good, "digest", "else"))).isEqualTo(good.digest());
        assertThat(ResultText.digest(Copy.of(good, "date", good.date().plusDays(1)))).isNotEqualTo(good.digest());
    }

    @Test
    void shouldExplainInvalidJsonInOneLine() {
        fault("{\"a\":1,\"a\":2}", ValidationRule.DUPLICATE_KEY);
        fault("{\"a\":NaN}", ValidationRule.JSON);
        fault("{\"a\":1} {}", ValidationRule.JSON);
        fault("[1]", ValidationRule.JSON);
        fault("\ufeff{}", ValidationRule.JSON);
        fault("{\"a\":01}", ValidationRule.JSON);
        fault("{\"a\":\u001b[31m}", ValidationRule.JSON);
        fault("", ValidationRule.JSON);
        fault("{\"a\":1" + " ".repeat(ResultFile.MAX_BYTES) + "}", ValidationRule.SIZE);
    }

    @Test
    void shouldNameTheLimitThatWasExceeded() {
        Map.of("{'a':".repeat(9) + "1" + "}".repeat(9), "nested more than 8 levels deep",
            "{'a':9223372036854775808}", "a number of more than 17 digits",
            "{'a':0.12345678901234567890}", "a number of more than 17 digits",
            "{'a':'" + "x".repeat(257) + "'}", "a text of more than 256 characters",
            "{'a':'" + "x".repeat(1_000_000) + "'}", "a text of more than 256 characters",
            "{'" + "x".repeat(65) + "':1}", "a name of more than 64 characters").forEach((json, limit) ->
            assertThat(fault(json.replace('\'', '"'), ValidationRule.LIMITS)).endsWith(limit));
    }

    private static String fault(String json, ValidationRule fault) {
        UnreadableFile problem = catchThrowableOfType(UnreadableFile.class,
            () -> ResultText.parse(json.getBytes(StandardCharsets.UTF_8)));
        assertThat(problem.finding().rule()).isEqualTo(fault);
        assertThat(problem.getMessage()).matches("[ -~]{1,200}");
        return problem.getMessage();
    }
}
