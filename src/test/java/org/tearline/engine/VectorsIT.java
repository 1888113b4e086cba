// SPDX-License-Identifier: Apache-2.0
package org.tearline.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.tearline.engine.link.TrialRequest;
import org.tearline.engine.link.WorkerCommand;
import org.tearline.engine.link.WorkerProcess;
import org.tearline.kernel.Stressor;
import org.tearline.plan.Budget;
import org.tearline.plan.Memory;
import org.tearline.plan.Processes;
import org.tearline.plan.ReadMode;
import org.tearline.plan.SplitLocks;
import org.tearline.plan.ThreadCpus;
import org.tearline.plan.Tier;
import org.tearline.plan.TrialSpec;
import org.tearline.plan.Until;
import org.tearline.plan.Width;
import org.tearline.plan.WriteMode;
import org.tearline.platform.Machine;
import org.tearline.result.TrialResult;
import org.tearline.result.Verdict;
import org.tearline.result.Witness;

/** Vectors of every width by real workers of both JDKs, on CPUs that have them. */
@Tag("stress")
class VectorsIT {
    private static final Machine MACHINE = Machine.live();
    private static final Budget SHORT = new Budget(20_000_000_000L, 50_000, Until.FIRST);

    @ParameterizedTest
    @MethodSource("org.tearline.Jdks#drawn")
    void shouldSeeCutVectorsTornAndNothingAlien(Path jdk) throws Exception {
        Random random = new Random(1);
        try (Tester tester = open(jdk, List.of())) {
            for (Width width : Width.vectors()) {
                int bytes = width.bytes();
                TrialResult aligned = run(tester, width, random.nextInt(4096 / bytes) * bytes, SHORT);
                if (aligned.judgement().verdict() == Verdict.REFUSED) {
                    assertThat(aligned.judgement().reason()).contains("needs a register of " + 8 * bytes + " bits");
                    continue;
                }
                assertHarmless(aligned);
                assertThat(aligned.judgement().verdict()).as("%s", aligned.judgement().reason())
                    .isIn(width == Width.VECTOR_16 ? List.of(Verdict.NONE) : List.of(Verdict.NONE, Verdict.TORN));
                TrialResult cut = run(tester, width, 64 - bytes / 2, new Budget(20_000_000_000L, 10_000_000,
                    Until.FIRST));
                assertHarmless(cut);
                assertThat(cut.judgement().verdict()).as("%s", cut.judgement().reason()).isEqualTo(Verdict.TORN);
            }
        }
    }

    /** Where a vector and its guards fill the line, and on both sides of there: planted values are found. */
    @ParameterizedTest
    @MethodSource("org.tearline.Jdks#drawn")
    void shouldLookBesideALineThatAVectorFills(Path jdk) throws Exception {
        try (Tester tester = open(jdk, List.of())) {
            for (int offset : new int[] {0, 1, 9, 56, 63, 8128}) {
                TrialResult result = run(tester, Width.VECTOR_64, offset, SHORT);
                assumeTrue(result.judgement().verdict() != Verdict.REFUSED, "no registers of 64 bytes");
                assertHarmless(result);
                assertThat(result.judgement().verdict()).as("%d: %s", offset, result.judgement().reason())
                    .isIn(Verdict.NONE, Verdict.TORN);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("org.tearline.Jdks#drawn")
    void shouldRefuseWhatTheJvmHasNoRegistersFor(Path jdk) throws Exception {
        assumeTrue(MACHINE.rules().hasSplitLocks(), "the flag is that of x86");
        try (Tester tester = open(jdk, List.of("-XX:UseAVX=1"))) {
            TrialResult result = run(tester, Width.VECTOR_32, 0, SHORT);
            assertThat(result.judgement().verdict()).isEqualTo(Verdict.REFUSED);
            assertThat(result.judgement().reason()).endsWith(": a vector of 32 bytes needs a register of 256 bits;"
                + " this CPU, as this JVM uses it, has 128 bits");
        }
    }

    private static void assertHarmless(TrialResult result) {
        assertThat(result.outcome().tally().counts().alien()).as("%s", result.trial()).isZero();
        assertThat(result.outcome().guardsIntact()).isTrue();
        assertThat(result.outcome().tierProblem()).isNull();
        for (Witness witness : result.outcome().tally().witnesses()) {
            assertThat(MACHINE.rules().legalSeams(result.trial()).get(witness.seam())).isTrue();
            assertThat(List.of(witness.before(), witness.after(), witness.seen()))
                .allSatisfy(value -> assertThat(value).hasSize(result.trial().width().words()));
            assertThat(IntStream.of(0, 1).mapToObj(i -> i == 0 ? witness.before() : witness.after()))
                .allSatisfy(value -> assertThat(value).containsOnly(value.get(0)));
        }
    }

    private static Tester open(Path jdk, List<String> options) throws Exception {
        assumeTrue(MACHINE.cpus().usableOrNone().size() > 1, "one CPU sees nothing");
        List<String> all = new ArrayList<>(WorkerCommand.VECTORS);
        all.addAll(options);
        return Tester.open(Tier.C2, tier -> WorkerProcess.start(tier, jdk, all));
    }

    private static TrialResult run(Tester tester, Width width, int offset, Budget budget) throws Exception {
        TrialSpec trial = new TrialSpec(Memory.BYTEBUFFER, width, offset, WriteMode.PLAIN, ReadMode.PLAIN, 1, 1,
            Processes.ONE, Tier.C2, 1);
        return tester.run(new TrialRequest(trial, budget, ThreadCpus.of(MACHINE.cpus().usableOrNone(), 1, 1),
            MACHINE.rules(), Stressor.AUTO, SplitLocks.FORBIDDEN_BY_USER, null, true), any -> false, MACHINE,
            TrialListener.SILENT);
    }
}
