// SPDX-License-Identifier: Apache-2.0
package org.tearline.submission;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tearline.Sample;

class GrowingMemoryTest {
    private static final int ON_HEAP = 1 << 20;
    private static final int MOST = 40 << 20;

    /** Of sizes below and above that of a mapped segment: each is zeros, its own, and in native order. */
    @Test
    void shouldGiveZerosThatAreNobodyElses() {
        Random random = Sample.random();
        GrowingMemory memory = new GrowingMemory(ON_HEAP);
        List<ByteBuffer> all = new ArrayList<>();
        for (int bytes : new int[] {1, ON_HEAP - 1, 1, MOST, random.nextInt(ON_HEAP), random.nextInt(MOST), 8}) {
            ByteBuffer buffer = memory.allocate(bytes);
            assertThat(buffer.capacity()).isEqualTo(bytes);
            assertThat(buffer.order()).isEqualTo(ByteOrder.nativeOrder());
            assertThat(buffer.mismatch(ByteBuffer.allocate(bytes))).as("%d bytes", bytes).isEqualTo(-1);
            all.add(buffer);
            fill(buffer, all.size());
        }

        for (int i = 0; i < all.size(); i++) {
            ByteBuffer expected = ByteBuffer.allocate(all.get(i).capacity());
            fill(expected, i + 1);
            assertThat(all.get(i).mismatch(expected)).isEqualTo(-1);
        }
        assertThat(all).extracting(ByteBuffer::isDirect).containsExactly(false, false, true, true, true, true, true);
    }

    /** On Linux it has no name from the start, so nothing can leave it behind. */
    @Test
    void shouldLeaveNoFile() throws IOException {
        GrowingMemory memory = new GrowingMemory(0);

        assertThat(memory.allocate(1).isDirect()).isTrue();

        try (Stream<Path> files = Files.list(Path.of(System.getProperty("java.io.tmpdir")))) {
            assertThat(files.map(Path::toString)).noneMatch(name -> name.endsWith(GrowingMemory.SUFFIX));
        }
    }

    @Test
    void shouldSayWhereItFoundNoRoom(@TempDir Path folder) {
        GrowingMemory memory = new GrowingMemory(0, folder.resolve("missing"));

        assertThatThrownBy(() -> memory.allocate(1)).hasMessage("cannot fill a temporary file in "
            + folder.resolve("missing") + " (-Djava.io.tmpdir names another place): no such file or folder");
    }

    private static void fill(ByteBuffer buffer, int value) {
        for (int i = 0; i < buffer.capacity(); i++) {
            buffer.put(i, (byte) value);
        }
    }
}
