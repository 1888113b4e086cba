// SPDX-License-Identifier: Apache-2.0
package org.tearline.trial;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JvmKindTest {
    /** The names and versions as these JVMs print them, or as their documentation shows them. */
    @ParameterizedTest
    @CsvSource({
        "OpenJDK 64-Bit Server VM,             17.0.15+6-Debian-1deb12u1,    HOTSPOT",
        "OpenJDK 64-Bit Server VM,             25.0.3+9-LTS,                 HOTSPOT",
        "Java HotSpot(TM) 64-Bit Server VM,    21.0.2+13-LTS-58,             HOTSPOT",
        "OpenJDK 64-Bit Zero VM,               17.0.21.1+2-1-deb12u1-Debian, UNKNOWN",
        "OpenJDK 64-Bit Client VM,             17.0.15+6,                    UNKNOWN",
        "OpenJDK 64-Bit Minimal VM,            17.0.15+6,                    UNKNOWN",
        "OpenJDK Server VM,                    17.0.15+6,                    UNKNOWN",
        "Eclipse OpenJ9 VM,                    openj9-0.43.0,                UNKNOWN",
        "Eclipse OpenJ9 VM,                    25+36-openj9-0.55.0,          UNKNOWN",
        "IBM J9 VM,                            17.0.10+7,                    UNKNOWN",
        "Zing 64-Bit Tiered VM,                17.0.10-zing_24.01.0.0-b2,    UNKNOWN",
        "OpenJDK 64-Bit Server VM,             21.0.2+13-jvmci-23.1-b30,     UNKNOWN",
        "Java HotSpot(TM) 64-Bit Server VM,    25+37-LTS-jvmci-b01,          UNKNOWN",
        "Substrate VM,                         21.0.2+13,                    UNKNOWN",
        "unknown,                              17,                           UNKNOWN"})
    void shouldKnowHotSpotWithItsOwnCompilersOnly(String name, String version, JvmKind kind) {
        assertThat(JvmKind.of(name, version)).isEqualTo(kind);
    }

    @Test
    void shouldCallNothingLockedInAnUnknownJvm() {
        AccessRules hotspot = new AccessRules(Architecture.X86_64, new Geometry(64, 4096), true);
        AccessRules unknown = hotspot.in(JvmKind.UNKNOWN);
        TrialSpec interpreted = new TrialSpec(Memory.UNSAFE, Width.LONG, 60, WriteMode.ORDERED, ReadMode.EXCHANGE, 1, 1,
            TrialSpec.Processes.ONE, Tier.INTERPRETER, 1);

        assertThat(hotspot.lockedSides(interpreted)).isEqualTo(2);
        assertThat(unknown.lockedSides(interpreted)).isZero();
        assertThat(unknown.splitLockedSides(interpreted)).as("sides that need permission").isEqualTo(2);
        assertThat(hotspot.legalSeams(interpreted).cardinality()).isEqualTo(1);
        assertThat(unknown.legalSeams(interpreted).cardinality()).isEqualTo(7);
    }
}
