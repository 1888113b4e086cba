// SPDX-License-Identifier: Apache-2.0
package org.tearline.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.lang.ref.Reference;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.tearline.plan.Memory;

/** What /proc/self/smaps is taken to say; the tests of runs ask the kernel itself. */
class HugePageAdviceTest {
    private static final int HUGE = 2 << 20;

    @ParameterizedTest
    @CsvSource({
        "7f0000000000-7f0000200000, 2048, 2097152",
        "7f0000000000-7f0000200000, 0, 0",
        "7f0000000000-7f0000400000, 4096, 2097152",
        // Half of a larger mapping may be the other half.
        "7f0000000000-7f0000400000, 2048, 0",
        "7effffe00000-7f0000000000, 2048, 0",
        "7f0000000000-7f0000100000, 1024, 0"})
    void shouldBelieveOnlyWhatIsCertain(String mapping, int kibi, long huge) {
        List<String> smaps = List.of("55d0a0000000-55d0a0021000 rw-p 00000000 00:00 0    [heap]",
            "AnonHugePages:      2048 kB", mapping + " rw-p 00000000 00:00 0 ", "Size:   4096 kB",
            "AnonHugePages:   " + kibi + " kB", "ShmemPmdMapped:        0 kB", "VmFlags: rd wr mr mw me ac hg");
        assertThat(HugePageAdvice.hugeBytes(smaps, 0x7f0000000000L, HUGE)).isEqualTo(huge);
    }

    @Test
    void shouldFindNothingInAKernelWithoutThem() {
        assertThat(HugePageAdvice.hugeBytes(List.of("7f0000000000-7f0000200000 rw-p 00000000 00:00 0 ",
            "Size: 2048 kB"), 0x7f0000000000L, HUGE)).isZero();
    }

    /** /proc/self/smaps names every file that is mapped, as its bytes are. */
    @Test
    void shouldReadOfFilesWhoseNamesAreOfAnyEncoding(@TempDir Path folder) throws Exception {
        assumeTrue(Files.exists(Path.of("/proc/self/smaps")), "Linux only");
        new ProcessBuilder("sh", "-c", "echo x > $(printf 'caf\\351')").directory(folder.toFile()).start().waitFor();
        MappedByteBuffer mapped;
        try (Stream<Path> files = Files.list(folder);
             FileChannel channel = FileChannel.open(files.findFirst().orElseThrow())) {
            mapped = channel.map(FileChannel.MapMode.READ_ONLY, 0, 1);
        }
        try {
            Region.openHuge(Memory.UNSAFE, 4096, HUGE).close();
        } catch (HugePageAdvice.Missing e) {
            assertThat(e).as("what the kernel gave was read").hasMessageNotContaining("cannot be read");
        }
        Reference.reachabilityFence(mapped);
    }

    /** To give pages back that are a file's or the heap's would be the end of their data. */
    @ParameterizedTest
    @EnumSource(names = {"HEAP", "HEAPVIEW", "MAPPED"})
    void shouldTouchNoMemoryThatIsNotItsOwn(Memory memory) {
        assertThatThrownBy(() -> Region.openHuge(memory, 4096, HUGE)).isInstanceOf(HugePageAdvice.Missing.class)
            .hasMessage(memory + " memory is no block of the tester's own");
    }
}
