// SPDX-License-Identifier: Apache-2.0
package org.tearline.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.tearline.promise.Guarantees;
import org.tearline.trial.Api;
import org.tearline.trial.ReadMode;
import org.tearline.trial.WriteMode;
import org.tearline.trial.Width;
import org.tearline.verdict.Verdict;

/** Tests the answers for published CPUs. */
class AnswersTest {
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        BYTEBUFFER        | PLAIN   | PLAIN    | LONG  | 44 | TORN_UNTIL_COMPILED    | in pieces
        BYTEBUFFER        | PLAIN   | PLAIN    | LONG  | 48 | PROMISED               | both accesses
        BYTEBUFFER        | VOLATILE| VOLATILE | LONG  | 48 | REFUSED                | no such method
        BUFFER_VIEW       | ORDERED | VOLATILE | LONG  | 28 | REFUSED                | IllegalStateException
        BUFFER_VIEW       | ORDERED | VOLATILE | LONG  | 32 | PROMISED               | both accesses
        BUFFER_VIEW       | CAS     | VOLATILE | SHORT | 32 | REFUSED                | UnsupportedOperationException
        ARRAY_VIEW        | CAS     | CAS      | LONG  | 8  | REFUSED                | UnsupportedOperationException
        SEGMENT           | PLAIN   | PLAIN    | LONG  | 28 | REFUSED                | IllegalArgumentException
        SEGMENT_UNALIGNED | PLAIN   | PLAIN    | INT   | 30 | TORN_UNTIL_COMPILED    | in pieces
        SEGMENT_UNALIGNED | VOLATILE| VOLATILE | LONG  | 32 | REFUSED                | UnsupportedOperationException
        UNSAFE            | ORDERED | VOLATILE | LONG  | 28 | PROMISED               | both accesses
        UNSAFE            | CAS     | VOLATILE | SHORT | 3  | REFUSED_UNTIL_COMPILED | span two ints
        UNSAFE            | CAS     | VOLATILE | SHORT | 5  | PROMISED               | both accesses
        AGRONA            | CAS     | VOLATILE | SHORT | 4  | REFUSED                | no such method
        VECTOR            | PLAIN   | PLAIN    | VECTOR_32 | 32 | TORN_UNTIL_COMPILED | in pieces
        """)
    void shouldSayWhatTheApiDoes(Api api, WriteMode write, ReadMode read, Width width, int offset, Verdict verdict,
                                 String words) throws IOException {
        Answer answer = answer("emerald-rapids", api, write, read, width, offset);
        assertThat(answer.verdict()).isEqualTo(verdict);
        assertThat(answer.why()).contains(words);
    }

    @Test
    void shouldFaultUntilCompiledOnArm() throws IOException {
        Answer answer = answer("neoverse-n1", Api.UNSAFE, WriteMode.ORDERED, ReadMode.PLAIN, Width.LONG, 28);
        assertThat(answer.verdict()).isEqualTo(Verdict.FAULTS_UNTIL_COMPILED);
        assertThat(answer.then().verdict()).isEqualTo(Verdict.OPEN);
    }

    /** Only x86-64 has split locks; elsewhere such an access faults. */
    @ParameterizedTest
    @CsvSource({"neoverse-n1, false", "oryon, false", "zen-4, true"})
    void shouldWarnOfSplitLocksWhereTheyExist(String cpu, boolean splits) throws IOException {
        Answer answer = answer(cpu, Api.UNSAFE, WriteMode.CAS, ReadMode.VOLATILE, Width.LONG, 60);
        assertThat(answer.fix().contains("split lock")).isEqualTo(splits);
    }

    /** A report by others is about its widths only: L1 says nothing about a long. */
    @ParameterizedTest
    @CsvSource({"VECTOR, PLAIN, PLAIN, VECTOR_16, 24, TORN, L1", "VECTOR, PLAIN, PLAIN, VECTOR_16, 8, NOT_SEEN, L1",
        "UNSAFE, PLAIN, PLAIN, LONG, 28, OPEN, A4"})
    void shouldUseReportsOfTheSameWidth(Api api, WriteMode write, ReadMode read, Width width, int offset,
                                        Verdict verdict, String source) throws IOException {
        Answer answer = answer("zen-2", api, write, read, width, offset);
        Answer compiled = answer.then() == null ? answer : answer.then();
        assertThat(compiled.verdict()).isEqualTo(verdict);
        assertThat(compiled.toString()).contains(source.equals("L1") ? "Rigtorp" : source);
    }

    private static Answer answer(String cpu, Api api, WriteMode write, ReadMode read, Width width, int offset)
            throws IOException {
        Guarantees guarantees = Guarantees.load();
        List<Subject> cpus = Subject.all(guarantees, ReportTest.published().designs());
        Subject subject = cpus.stream().filter(one -> one.id().equals(cpu)).findFirst().orElseThrow();
        boolean floating = false;
        return new Answers(guarantees, cpus).at(subject, new Access(api, write, read, width, floating, 25), offset);
    }
}
