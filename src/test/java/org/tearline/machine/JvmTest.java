// SPDX-License-Identifier: Apache-2.0
package org.tearline.machine;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.tearline.trial.Tier;

class JvmTest {
    @ParameterizedTest
    @CsvSource({"OpenJDK 64-Bit Server VM, -server, C2", "Java HotSpot(TM) 64-Bit Server VM, -server, C2",
        "OpenJDK 64-Bit Client VM, -client, C1", "OpenJDK 64-Bit Minimal VM, -minimal, C1",
        "OpenJDK 64-Bit Zero VM, -zero, INTERPRETER", "Eclipse OpenJ9 VM, '', C2",
        "Zing 64-Bit Tiered VM, '', C2"})
    void shouldKnowTheTiersOfEachVariant(String name, String option, Tier best) {
        Jvm jvm = named(name, "amd64");
        assertThat(jvm.option().orElse("")).isEqualTo(option);
        assertThat(jvm.bestTier()).isEqualTo(best);
        for (Tier tier : Tier.values()) {
            String problem = jvm.problem(tier, "64", StandardCharsets.UTF_8);
            assertThat(problem == null).as("%s", tier).isEqualTo(tier.compareTo(best) >= 0);
            assertThat(problem == null || problem.contains("has no compiler for tier " + tier + "; try --tier " + best))
                .as(problem).isTrue();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"i386", "arm"})
    void shouldRefuseA32BitJvm(String arch) {
        assertThat(named("OpenJDK Server VM", arch).problem(Tier.C2, "32", StandardCharsets.UTF_8))
            .isEqualTo("this JVM (OpenJDK Server VM, " + arch + ") has 32 bits, but trials need a 64-bit JVM");
    }

    @ParameterizedTest
    @CsvSource({"UTF-8, true", "ISO-8859-9, true", "Shift_JIS, true", "UTF-16, false", "UTF-32, false"})
    void shouldRefuseACharsetInWhichNoProgramCanBeNamed(String charset, boolean works) {
        assertThat(named("OpenJDK 64-Bit Server VM", "amd64").problem(Tier.C2, "64", Charset.forName(charset)) == null)
            .isEqualTo(works);
    }

    private static Jvm named(String name, String arch) {
        return new Jvm(name, "17", "Sample vendor", "17.0.1+8", arch);
    }
}
