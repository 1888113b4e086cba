// SPDX-License-Identifier: Apache-2.0
package org.tearline.platform;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SysctlTest {
    /** Out of what an Apple M4 Max, of 10 performance and 4 efficiency cores, printed. */
    private static final String M4 = """
        hw.cacheconfig: 14 1 4 0 0 0 0 0 0 0
        hw.cachesize: 3534340096 65536 4194304 0 0 0 0 0 0 0
        hw.pagesize: 16384
        hw.cachelinesize: 128
        hw.l1dcachesize: 65536
        hw.optional.arm64: 1
        hw.nperflevels: 2
        """;

    /** Out of what a MacBook Pro with an Intel Core i5 printed. */
    private static final String INTEL = """
        hw.cputype: 7
        hw.cpufamily: 260141638
        hw.cacheconfig: 4 2 2 4 0 0 0 0 0 0
        hw.cachesize: 8589934592 32768 262144 4194304 0 0 0 0 0 0
        hw.pagesize: 4096
        hw.cachelinesize: 64
        hw.l1dcachesize: 32768
        """;
    /** What an M1 says of its hardware; a translated process is told the same. */
    private static final String ARM64 = "hw.optional.armv8_crc32: 1\nhw.optional.arm64: 1\n";

    @Test
    void shouldFindTheLineOfBothKindsOfMac() {
        assertThat(Sysctl.lineBytes(M4)).contains(128);
        assertThat(Sysctl.lineBytes(INTEL)).contains(64);
    }

    @Test
    void shouldTellATranslatedJvmFromOneThatIsNot() {
        assertThat(Sysctl.translates("x86_64", "sysctl.proc_translated: 1\n" + ARM64)).isTrue();
        assertThat(Sysctl.translates("x86_64", ARM64)).as("the child that was asked is not translated").isTrue();
        assertThat(Sysctl.translates("x86_64", "sysctl.proc_translated: 1\n")).isTrue();
        assertThat(Sysctl.translates("aarch64", "sysctl.proc_translated: 0\n" + ARM64)).isFalse();
        assertThat(Sysctl.translates("x86_64", INTEL)).isFalse();
        assertThat(Sysctl.translates("x86_64", "hw.optional.arm64: 0\nsysctl.proc_translated: 0\n")).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "hw.cachelinesize: 0\n", "hw.cachelinesize: 12\n", "hw.cachelinesize: 1280\n",
        "sysctl: unknown oid 'hw.cachelinesize'\n"})
    void shouldNotTakeForALineWhatNoCpuHas(String printed) {
        assertThat(Sysctl.lineBytes(printed)).isEmpty();
    }
}
