// SPDX-License-Identifier: Apache-2.0
package org.tearline.platform;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SysctlTest {
    /** Out of what an Apple M4 Max printed. */
    private static final String M4 = """
        hw.cacheconfig: 14 1 4 0 0 0 0 0 0 0
        hw.cachesize: 3534340096 65536 4194304 0 0 0 0 0 0 0
        hw.pagesize: 16384
        hw.cachelinesize: 128
        hw.l1dcachesize: 65536
        hw.nperflevels: 2
        """;

    @Test
    void shouldFindTheLineOfAppleSilicon() {
        assertThat(Sysctl.lineBytes(M4)).contains(128);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "hw.cachelinesize: 0\n", "hw.cachelinesize: 12\n", "hw.cachelinesize: 1280\n",
        "sysctl: unknown oid 'hw.cachelinesize'\n"})
    void shouldNotTakeForALineWhatNoCpuHas(String printed) {
        assertThat(Sysctl.lineBytes(printed)).isEmpty();
    }
}
