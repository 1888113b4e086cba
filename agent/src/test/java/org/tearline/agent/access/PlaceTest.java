// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.access;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PlaceTest {
    private static final int[] WIDTHS = {2, 4, 8};

    /** Byte by byte, over two pages, for every size of a line. */
    @Test
    void shouldAgreeWithTheBytesOfEveryMisalignedAccess() {
        for (int line = 16; line <= 512; line *= 2) {
            Geometry geometry = new Geometry(line, 4096, "option");
            for (int bytes : WIDTHS) {
                for (long address = 1L << 40; address < (1L << 40) + 8192; address++) {
                    if (address % bytes != 0) {
                        assertThat(Place.of(address, bytes, geometry)).isEqualTo(slowly(address, bytes, line));
                    }
                }
            }
        }
    }

    private static Place slowly(long address, int bytes, int line) {
        long last = address + bytes - 1;
        if (address / 4096 != last / 4096) {
            return Place.ACROSS_PAGE;
        }
        if (address / line != last / line) {
            return Place.ACROSS_LINE;
        }
        if (address / 8 == last / 8) {
            return Place.INSIDE_8;
        }
        if (address / 16 == last / 16) {
            return Place.ACROSS_8;
        }
        if (address / 32 == last / 32) {
            return Place.ACROSS_16;
        }
        return address / 64 == last / 64 ? Place.ACROSS_32 : Place.ACROSS_64;
    }

    @ParameterizedTest
    @CsvSource({"amd64,Linux,64", "aarch64,Mac OS X,128", "aarch64,Linux,64", "ppc64le,Linux,128", "s390x,Linux,256"})
    void shouldAssumeTheUsualLineOfAnArchitecture(String architecture, String system, int bytes) {
        assertThat(Geometry.assumed(architecture, system)).isEqualTo(bytes);
    }
}
