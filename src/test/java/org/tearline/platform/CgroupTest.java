// SPDX-License-Identifier: Apache-2.0
package org.tearline.platform;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CgroupTest {
    private static final String V1 = "31 23 0:28 / /sys/fs/cgroup rw - tmpfs tmpfs rw\n"
        + "34 31 0:31 /docker/abc /sys/fs/cgroup/cpuset ro - cgroup cgroup rw,cpuset\n";

    @TempDir
    private Path root;

    @Test
    void shouldReadVersionOneInsideAContainer() {
        write("proc/self/cgroup", "4:memory:/docker/abc\n3:cpuset:/docker/abc\n0::/\n");
        write("proc/self/mountinfo", V1);
        write("sys/fs/cgroup/cpuset/cpuset.effective_cpus", "2,5-6\n");

        assertThat(Cgroup.of(new Linux(root)))
            .contains(new Cgroup(1, List.of(2, 5, 6), "/sys/fs/cgroup/cpuset/cpuset.effective_cpus"));
    }

    @Test
    void shouldReadTheGroupOfTheProcessBeforeItsParents() {
        write("proc/self/cgroup", "0::/a/b\n");
        write("proc/self/mountinfo", "30 20 0:26 / /sys/fs/cgroup rw - cgroup2 cgroup2 rw\n");
        write("sys/fs/cgroup/cpuset.cpus.effective", "0-7\n");
        assertThat(Cgroup.of(new Linux(root))).map(Cgroup::cpus).contains(List.of(0, 1, 2, 3, 4, 5, 6, 7));
        write("sys/fs/cgroup/a/cpuset.cpus.effective", "4\n");
        assertThat(Cgroup.of(new Linux(root))).map(Cgroup::cpus).contains(List.of(4));
        write("sys/fs/cgroup/a/b/cpuset.cpus.effective", "\n");
        assertThat(Cgroup.of(new Linux(root))).map(Cgroup::cpus).contains(List.of(4));
    }

    @Test
    void shouldSayNothingWithoutFiles() {
        assertThat(Cgroup.of(new Linux(root))).isEqualTo(Optional.empty());
    }

    private void write(String file, String text) {
        Sysroot.write(root.resolve(file), text);
    }
}
