// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.order;

import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.WRITE;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.ref.Reference;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tearline.agent.order.Mappings.Mapping;

class MappingsTest {
    private static final String MAPS = """
        00400000-00401000 r-xp 00000000 fe:00 1234                               /usr/bin/java
        7f0000000000-7f0000001000 rw-s 00000000 fe:00 77                         /tmp/a queue/file.cq4
        7f0000001000-7f0000002000 rw-p 00000000 00:00 0
        7ffc00000000-7ffc00021000 rw-p 00000000 00:00 0                          [stack]
        ffffffffff600000-ffffffffff601000 --xp 00000000 00:00 0                  [vsyscall]
        """;

    @Test
    void shouldFindTheMappingOfAnAddress() {
        List<Mapping> mappings = Mappings.parse(MAPS);
        assertThat(Mappings.find(mappings, 0x7f0000000ffcL)).extracting(Mapping::file, Mapping::shared)
            .containsExactly("/tmp/a queue/file.cq4", true);
        for (long address : new long[] {0x7f0000001000L, 0x7ffc00000000L, 0xffffffffff600000L}) {
            assertThat(Mappings.find(mappings, address)).extracting(Mapping::file, Mapping::shared)
                .containsExactly(null, false);
        }
        assertThat(Mappings.find(mappings, 0x7f0000002000L)).isNull();
    }

    /** The list is read at most 100 times and then every 20 ms, unless a file was mapped. */
    @Test
    void shouldKnowAFileThatHasJustBeenMapped(@TempDir Path folder) throws IOException {
        Mappings mappings = new Mappings();
        Path file = Files.write(folder.resolve("mapped"), new byte[4096]);
        try (FileChannel channel = FileChannel.open(file, READ, WRITE)) {
            MappedByteBuffer mapped = channel.map(FileChannel.MapMode.READ_WRITE, 0, 4096);
            long address = Mappings.parse(Files.readString(Path.of("/proc/self/maps"))).stream()
                .filter(mapping -> file.toString().equals(mapping.file())).findFirst().orElseThrow().from();
            for (int i = 0; i < 200; i++) {
                assertThat(mappings.find(1)).isNull();
            }
            mappings.forget(address, address + 4096);
            assertThat(mappings.samePlace(address)).isNotEqualTo(address);
            Reference.reachabilityFence(mapped);
        }
    }
}
