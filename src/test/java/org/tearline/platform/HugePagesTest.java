// SPDX-License-Identifier: Apache-2.0
package org.tearline.platform;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HugePagesTest {
    @TempDir
    private Path root;

    @ParameterizedTest
    @CsvSource({
        "always [madvise] never, 2097152, 2097152, ",
        "[always] madvise never, 33554432, 33554432, ",
        "always madvise [never], 2097152, 0, says never",
        "always [madvise] never, , 0, hpage_pmd_size tells how large one is",
        "always [madvise] never, 536870912, 0, 'one is of 536870912 bytes here, more than a trial takes'"})
    void shouldSayWhatTheKernelSays(String enabled, String size, int bytes, String problem) throws Exception {
        Path folder = Files.createDirectories(root.resolve("sys/kernel/mm/transparent_hugepage"));
        Files.writeString(folder.resolve("enabled"), enabled + "\n");
        if (size != null) {
            Files.writeString(folder.resolve("hpage_pmd_size"), size + "\n");
        }
        HugePages found = HugePages.of(new Linux(root));
        assertThat(found.bytes()).isEqualTo(bytes);
        if (problem == null) {
            assertThat(found.problem()).isNull();
        } else {
            assertThat(found.problem()).contains(problem);
        }
    }

    @Test
    void shouldFindNoneOnAnotherSystem() {
        assertThat(HugePages.of(new Linux(root)).problem()).startsWith("this system has no /sys/kernel/mm/");
    }
}
