// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.record;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.tearline.agent.record.Site.Mapping;

class MappingTest {
    private static final String MAPS = """
        00400000-00401000 r-xp 00000000 fe:00 1234                               /usr/bin/java
        7f0000000000-7f0000001000 rw-s 00000000 fe:00 77                         /tmp/a queue/file.cq4
        7f0000001000-7f0000002000 rw-p 00000000 00:00 0
        7ffc00000000-7ffc00021000 rw-p 00000000 00:00 0                          [stack]
        ffffffffff600000-ffffffffff601000 --xp 00000000 00:00 0                  [vsyscall]
        """;

    @Test
    void shouldFindTheMappingOfAnAddress() {
        assertThat(Mapping.find(MAPS, 0x7f0000000ffcL)).isEqualTo(new Mapping("/tmp/a queue/file.cq4", true));
        assertThat(Mapping.find(MAPS, 0x7f0000001000L)).isEqualTo(new Mapping(null, false));
        assertThat(Mapping.find(MAPS, 0x7ffc00000000L)).isEqualTo(new Mapping(null, false));
        assertThat(Mapping.find(MAPS, 0xffffffffff600000L)).isEqualTo(new Mapping(null, false));
        assertThat(Mapping.find(MAPS, 0x7f0000002000L)).isNull();
    }
}
