// SPDX-License-Identifier: Apache-2.0
package org.tearline.promise;

import static org.assertj.core.api.Assertions.assertThat;
import static org.tearline.promise.AccessClass.LOCKED;
import static org.tearline.promise.AccessClass.ORDERED;
import static org.tearline.promise.AccessClass.PLAIN;
import static org.tearline.promise.AccessClass.RESERVED;

import org.junit.jupiter.api.Test;
import org.tearline.trial.Architecture;
import org.tearline.trial.TrialSpec.ReadMode;
import org.tearline.trial.TrialSpec.Tier;
import org.tearline.trial.TrialSpec.WriteMode;

class AccessClassTest {
    @Test
    void shouldClassifyTheInstructionsOfAMode() {
        assertThat(AccessClass.of(WriteMode.VOLATILE, Tier.C2, Architecture.X86_64)).isEqualTo(ORDERED);
        assertThat(AccessClass.of(WriteMode.ORDERED, Tier.INTERPRETER, Architecture.X86_64)).isEqualTo(LOCKED);
        assertThat(AccessClass.of(WriteMode.ORDERED, Tier.C2, Architecture.AARCH64)).isEqualTo(PLAIN);
        assertThat(AccessClass.of(WriteMode.CAS, Tier.C1, Architecture.AARCH64)).isEqualTo(LOCKED);
        assertThat(AccessClass.of(WriteMode.CAS, Tier.C2, Architecture.RISCV64)).isEqualTo(RESERVED);
        assertThat(AccessClass.of(WriteMode.GETANDSET, Tier.C2, Architecture.RISCV64)).isEqualTo(LOCKED);
        assertThat(AccessClass.of(ReadMode.ACQUIRE, Architecture.AARCH64)).isEqualTo(ORDERED);
        assertThat(AccessClass.of(ReadMode.EXCHANGE, Architecture.X86_64)).isEqualTo(LOCKED);
        assertThat(AccessClass.of(ReadMode.EXCHANGE, Architecture.RISCV64)).isEqualTo(RESERVED);
        assertThat(AccessClass.of(ReadMode.GETANDADD, Architecture.RISCV64)).isEqualTo(LOCKED);
    }
}
