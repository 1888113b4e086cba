// SPDX-License-Identifier: Apache-2.0
package org.tearline.bench.machine;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CachesTest {
    @TempDir
    private Path folder;

    @Test
    void shouldReadTheDataCachesOfEachLevel() throws IOException {
        // As an AMD EPYC (Zen 5) has them.
        cache(0, 1, "Data", "48K", 64);
        cache(1, 1, "Instruction", "32K", 64);
        cache(2, 2, "Unified", "1024K", 64);
        cache(3, 3, "Unified", "32768K", 64);
        assertEquals(new Caches(64, 48 << 10, 1 << 20, 32 << 20), Caches.of(folder));
    }

    @Test
    void shouldTakeTheSecondLevelForTheLastWhereThereIsNoThird() throws IOException {
        cache(0, 1, "Data", "64K", 128);
        cache(1, 2, "Unified", "4M", 128);
        assertEquals(new Caches(128, 64 << 10, 4 << 20, 4 << 20), Caches.of(folder));
    }

    @Test
    void shouldTakeWhatIsUsualWhereTheSystemSaysNothing() {
        assertEquals(64, Caches.of(folder.resolve("nothing")).lineBytes());
        assertEquals(32 << 10, Caches.of(folder).level1());
    }

    private void cache(int index, int level, String type, String size, int line) throws IOException {
        Path cache = Files.createDirectory(folder.resolve("index" + index));
        Files.writeString(cache.resolve("level"), level + "\n");
        Files.writeString(cache.resolve("type"), type + "\n");
        Files.writeString(cache.resolve("size"), size + "\n");
        Files.writeString(cache.resolve("coherency_line_size"), line + "\n");
    }
}
