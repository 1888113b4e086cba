package org.tearline.plan;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TrialSpecTest {
    @ParameterizedTest
    @CsvSource({"ORDERED,VOLATILE,C2,false", "VOLATILE,VOLATILE,C1,false", "VOLATILE,PLAIN,INTERPRETER,true",
        "PLAIN,PLAIN,INTERPRETER,false", "CAS,VOLATILE,C2,true", "PLAIN,EXCHANGE,C2,true", "GETANDADD,CAS,C1,true"})
    void shouldKnowWhereX86Locks(WriteMode write, ReadMode read, Tier tier, boolean locked) {
        assertThat(spec(Memory.UNSAFE, 60, write, read, tier).lockedOnX86()).isEqualTo(locked);
    }

    @ParameterizedTest
    @CsvSource({"BYTEBUFFER,12,C2,true,false", "BYTEBUFFER,12,C1,true,false", "BYTEBUFFER,12,INTERPRETER,true,true",
        "BYTEBUFFER,16,INTERPRETER,true,false", "UNSAFE,12,INTERPRETER,true,false", "DIRECT,12,C1,true,false",
        "BYTEBUFFER,12,C2,false,true", "BYTEBUFFER,12,C1,false,true", "BYTEBUFFER,16,C2,false,false",
        "UNSAFE,12,C2,false,false", "DIRECT,12,C2,false,false"})
    void shouldKnowWhereTheJvmSplitsAccesses(Memory memory, int offset, Tier tier, boolean unalignedAccesses,
                                             boolean piecewise) {
        assertThat(spec(memory, offset, WriteMode.PLAIN, ReadMode.PLAIN, tier).piecewise(unalignedAccesses))
            .isEqualTo(piecewise);
    }

    private static TrialSpec spec(Memory memory, int offset, WriteMode write, ReadMode read, Tier tier) {
        return new TrialSpec(memory, Width.LONG, offset, write, read, 1, 1, tier, 1);
    }
}
