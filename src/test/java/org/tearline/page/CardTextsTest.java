// SPDX-License-Identifier: Apache-2.0
package org.tearline.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.tearline.trial.Instructions;
import org.tearline.trial.ReadMode;
import org.tearline.trial.Width;
import org.tearline.trial.WriteMode;
import org.tearline.verdict.Verdict;

/** Tests the answers for published CPUs. */
class CardTextsTest {
    @Test
    void shouldFaultUntilCompiledOnArm() throws IOException {
        CardText card = card("neoverse-n1", WriteMode.ORDERED, ReadMode.PLAIN, Width.LONG, 28);
        assertThat(card.verdict()).isEqualTo(Verdict.FAULTS_UNTIL_COMPILED);
        assertThat(card.then().verdict()).isEqualTo(Verdict.OPEN);
    }

    /** Only x86-64 has split locks; elsewhere such an access faults. */
    @ParameterizedTest
    @CsvSource({"neoverse-n1, false", "oryon, false", "zen-4, true"})
    void shouldWarnOfSplitLocksWhereTheyExist(String cpu, boolean splits) throws IOException {
        CardText card = card(cpu, WriteMode.CAS, ReadMode.VOLATILE, Width.LONG, 60);
        assertThat(card.fix().contains("split lock")).isEqualTo(splits);
    }

    /** A report by others is about its widths only: L1 says nothing about a long. */
    @ParameterizedTest
    @CsvSource({"VECTOR_16, 24, TORN, L1", "VECTOR_16, 8, NOT_SEEN, L1", "LONG, 28, OPEN, A4"})
    void shouldUseReportsOfTheSameWidth(Width width, int offset, Verdict verdict, String source) throws IOException {
        CardText card = card("zen-2", WriteMode.PLAIN, ReadMode.PLAIN, width, offset);
        assertThat(card.verdict()).isEqualTo(verdict);
        assertThat(card.toString()).contains(source.equals("L1") ? "Rigtorp" : source);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {"power9 | POWER, s390x and LoongArch promise", "zen-4 | AMD promises"})
    void shouldNameWhoPromises(String cpu, String start) throws IOException {
        assertThat(card(cpu, WriteMode.PLAIN, ReadMode.PLAIN, Width.LONG, 8).why()).startsWith(start);
    }

    private static CardText card(String cpu, WriteMode write, ReadMode read, Width width, int offset)
            throws IOException {
        List<Subject> cpus = Subject.all(ReportTest.published().designs());
        Subject subject = cpus.stream().filter(one -> one.id().equals(cpu)).findFirst().orElseThrow();
        Instructions access = Instructions.of(write, read, width, subject.architecture());
        return new CardTexts(cpus).at(subject, access, offset);
    }
}
