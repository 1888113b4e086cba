package org.tearline.platform;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KernelTest {
    @TempDir
    private Path folder;

    @Test
    void shouldTellCoresApartWhoseNumbersRepeat() {
        Kernel kernel = new Kernel(Sysroot.unpack("s390-256", folder));

        assertThat(kernel.coreOf(0)).isPresent().isNotEqualTo(kernel.coreOf(1));
    }

    @Test
    void shouldKnowSiblingsByTheirNumbersWhereTheyAreNotListed() {
        Sysroot.write(folder.resolve("sys/devices/system/cpu/cpu5/topology/core_id"), "3\n");
        Sysroot.write(folder.resolve("sys/devices/system/cpu/cpu5/topology/physical_package_id"), "1\n");

        assertThat(new Kernel(folder).coreOf(5)).contains("1/3");
        assertThat(new Kernel(folder).coreOf(6)).isEmpty();
    }

    @Test
    void shouldFindTheLineSizeWhereTheFirstCpuIsOffline() {
        Sysroot.write(folder.resolve("sys/devices/system/cpu/online"), "2-3\n");
        Sysroot.write(folder.resolve("sys/devices/system/cpu/cpu2/cache/index0/coherency_line_size"), "256\n");

        assertThat(new Kernel(folder).lineBytes()).contains(256);
    }

    @Test
    void shouldNotTakeAnEmptyAnswerForALineSize() {
        Sysroot.write(folder.resolve("sys/devices/system/cpu/cpu0/cache/index0/coherency_line_size"), "0\n");

        assertThat(new Kernel(folder).lineBytes()).isEmpty();
    }

    @Test
    void shouldReadAFileThatIsNotUtf8() throws IOException {
        Files.createDirectories(folder.resolve("proc"));
        Files.write(folder.resolve("proc/cpuinfo"), new byte[] {'c', 'p', 'u', ':', ' ', (byte) 0xff, '\n'});

        assertThat(new Kernel(folder).cpuinfo("cpu")).contains("\ufffd");
    }
}
