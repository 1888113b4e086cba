// SPDX-License-Identifier: Apache-2.0
package org.tearline.judge;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.tearline.archive.KnownCpu;
import org.tearline.archive.KnownGranules;
import org.tearline.judge.AgentReport.Access;
import org.tearline.judge.AgentReport.Operation;
import org.tearline.promise.Guarantees.CpuFamily;
import org.tearline.verdict.Answer;
import org.tearline.verdict.Fate;
import org.tearline.verdict.Verdict;

/** Checks random sites: an access is whole if its bytes lie in one aligned block of the granule's size. */
class JudgedReportTest {
    private static final int SITES = 200;
    private static final int LINE = 64;
    private static final String UNSAFE = "sun.misc.Unsafe";
    private static final List<Access> WRITES = List.of(
        new Access(UNSAFE, "putOrderedLong", "unsafe", Operation.WRITE, "ordered", 8, false, false),
        new Access(UNSAFE, "putLongVolatile", "unsafe", Operation.WRITE, "volatile", 8, false, false),
        new Access(UNSAFE, "getAndAddLong", "unsafe", Operation.UPDATE, "getandadd", 8, false, false),
        new Access(UNSAFE, "compareAndSwapLong", "unsafe", Operation.UPDATE, "cas", 8, false, false),
        new Access(UNSAFE, "putLong", "unsafe", Operation.WRITE, "plain", 8, false, false));
    private static final AgentReport.Values UNORDERED = values(1, 0, 1, false);
    private static final AgentReport.Values ONE_THREAD = values(1, 1, 0, false);
    private static final List<Access> READS = List.of(
        new Access(UNSAFE, "getLongVolatile", "unsafe", Operation.READ, "volatile", 8, false, false),
        new Access(UNSAFE, "getLong", "unsafe", Operation.READ, "plain", 8, false, false),
        new Access(UNSAFE, "getAndSetLong", "unsafe", Operation.UPDATE, "getandset", 8, false, false));

    private final Random random = new Random(39);

    @Test
    void shouldJudgeByGranule() {
        // Both answers must occur.
        boolean[] seen = new boolean[2];
        IntStream.range(0, SITES).forEach(i -> {
            int bytes = 2 << random.nextInt(3);
            int offset = random.nextInt(LINE);
            Access write = WRITES.get(random.nextInt(WRITES.size()));
            Access read = READS.get(random.nextInt(READS.size()));
            EveryCpu every = every(offset, bytes, write, read);
            boolean store = write.operation() == Operation.WRITE;
            boolean load = read.operation() == Operation.READ;
            for (Map.Entry<KnownCpu, Fate> result : every.measured().entrySet()) {
                KnownCpu cpu = result.getKey();
                List<Fate> sides = Stream.concat(store ? Stream.of(fate(offset, bytes, cpu.store())) : Stream.of(),
                    load ? Stream.of(fate(offset, bytes, cpu.load())) : Stream.of()).toList();
                Fate expected = sides.contains(Fate.TORN) ? Fate.TORN
                    : sides.contains(Fate.UNKNOWN) ? Fate.UNKNOWN : Fate.WHOLE;
                assertThat(result.getValue()).as("%s %d at %d, %s, %s", cpu.id(), bytes, offset, write,
                    read).isEqualTo(expected);
                seen[expected == Fate.TORN ? 1 : 0] = true;
            }
            for (Map.Entry<CpuFamily, Answer> result : every.families().entrySet()) {
                String family = result.getKey().name();
                int granule = family.startsWith("Intel") ? LINE : family.startsWith("AMD") ? 8 : 0;
                if (granule > 0) {
                    assertThat(result.getValue().promise().atomic()).as("%s %d at %d, %s, %s", family, bytes, offset,
                        write, read).isEqualTo(!(store || load) || !cut(offset, bytes, granule));
                }
            }
        });
        assertThat(seen).containsOnly(true);
    }

    /** Until the JIT compiles the call, the JDK's code makes a misaligned access in pieces. */
    @Test
    void shouldNotRelyOnGranulesIfJavaCodeMakesTheAccessInPieces() {
        Access get = new Access("java.nio.ByteBuffer", "getLong", "buffer", Operation.READ, "plain", 8, false, false);
        assertThat(value(4, 8, WRITES.get(0), get).danger()).isEqualTo(Verdict.TORN);
        assertThat(value(4, 8, WRITES.get(0), READS.get(1)).danger()).as("Intel and AMD have granules of 32 bytes or"
            + " more").isEqualTo(Verdict.OPEN);
        assertThat(value(8, 8, WRITES.get(0), get).danger()).as("one instruction, too, if it is aligned")
            .isEqualTo(Verdict.PROMISED);
    }

    /** For Arm, every access with a memory order counts, whoever shares the value. */
    @ParameterizedTest
    @CsvSource({
        // target, unordered, offset, bytes, write, read, danger
        "X86, true,  18, 4, 0, 0, PROMISED", "ARM, true,  18, 4, 0, 0, FAULTS", "ALL, true, 18, 4, 0, 0, FAULTS",
        "X86, false, 18, 4, 0, 0, ONE_THREAD", "ARM, false, 18, 4, 0, 0, FAULTS",
        "X86, true,  26, 8, 2, 2, LOCKED", "ARM, true, 26, 8, 2, 2, FAULTS", "X86, true, 26, 8, 2, 0, OPEN",
        "X86, true,  28, 8, 0, 0, TORN", "ARM, true, 28, 8, 0, 1, FAULTS", "X86, true, 12, 8, 0, 0, OPEN",
        "X86, false, 60, 8, 4, 1, ONE_THREAD", "ARM, true, 60, 8, 4, 1, OPEN",
        "ARM, false, 60, 8, 4, 1, ONE_THREAD"})
    void shouldJudgeForTheCpusAskedFor(Target target, boolean unordered, int offset, int bytes, int write, int read,
                                       Verdict danger) {
        AgentReport.Values values = unordered ? UNORDERED : ONE_THREAD;
        assertThat(value(target, values, offset, bytes, WRITES.get(write), READS.get(read)).danger())
            .isEqualTo(danger);
    }

    @Test
    void shouldTakeABulkWriteForATearOnAnyCpu() {
        Access copy = new Access("java.lang.System", "arraycopy", "copy", Operation.WRITE, "plain", 8, false, true);
        assertThat(value(Target.ALL, UNORDERED, 4, 8, copy, READS.get(1)).danger()).isEqualTo(Verdict.TORN);
        assertThat(value(Target.X86, ONE_THREAD, 4, 8, copy, READS.get(1)).danger()).isEqualTo(Verdict.ONE_THREAD);
        JudgedValue aligned = value(Target.X86, UNORDERED, 8, 8, copy, READS.get(0));
        assertThat(aligned.danger()).isEqualTo(Verdict.TORN);
        assertThat(aligned.remedies()).singleElement().asString().contains("instead of a copy or fill");
    }

    @ParameterizedTest
    @CsvSource({"0, false, 62, UNKNOWN, BLIND", "1, true, 62, UNKNOWN, BLIND", "1, false, 62, ONE_THREAD, NO_ERRORS",
        "0, false, 18, PROMISED, NO_ERRORS"})
    void shouldSayWhatTheAgentCouldNotTell(int known, boolean unknown, int offset, Verdict danger,
                                           JudgedReport.Conclusion conclusion) {
        AgentReport.Values values = values(known, known, 0, unknown);
        JudgedReport report = report(Target.X86, values, offset, 4, WRITES.get(0), READS.get(0));
        assertThat(report.values()).extracting(JudgedValue::danger).containsExactly(danger);
        assertThat(report.conclusion()).isEqualTo(conclusion);
    }

    private static AgentReport.Values values(int known, int oneThread, int unordered, boolean unknown) {
        return new AgentReport.Values(known, oneThread, 0, 0, unordered, 0, List.of(), List.of(),
            new AgentReport.Untracked(false, unknown), 2, 8, 0);
    }

    private static Fate fate(int offset, int bytes, KnownCpu.Bounds granule) {
        return cut(offset, bytes, granule.atMost()) ? Fate.TORN
            : cut(offset, bytes, granule.atLeast()) ? Fate.UNKNOWN : Fate.WHOLE;
    }

    private static boolean cut(int offset, int bytes, int granule) {
        return offset / granule != (offset + bytes - 1) / granule;
    }

    private static EveryCpu every(int offset, int bytes, Access... accesses) {
        return value(offset, bytes, accesses).places().get(0).cpus();
    }

    private static JudgedValue value(int offset, int bytes, Access... accesses) {
        return value(Target.X86, UNORDERED, offset, bytes, accesses);
    }

    private static JudgedValue value(Target target, AgentReport.Values values, int offset, int bytes,
                                     Access... accesses) {
        return report(target, values, offset, bytes, accesses).values().get(0);
    }

    private static JudgedReport report(Target target, AgentReport.Values values, int offset, int bytes,
                                       Access... accesses) {
        AgentReport report = new AgentReport(true, Instant.EPOCH, Instant.EPOCH,
            new AgentReport.Program("JVM", "17", "Linux", "amd64"), new AgentReport.Sizes(LINE, 4096, null),
            new AgentReport.Options(false), new AgentReport.Watched(Set.of(), Set.of(), 1, 1, 1, List.of(), false,
                List.of(), 0, List.of()), new AgentReport.Hits(0, 0, 0),
            Stream.of(accesses).map(access -> new AgentReport.Site(
                new Access(access.type(), access.method(), access.api(), access.operation(), access.mode(), bytes,
                    access.inPieces(), access.bulk()), "native", null, 1,
                List.of(new AgentReport.Place(offset, false)), values,
                null, 0, List.of(new AgentReport.Frame("A", "b", "A.java", 1)))).toList());
        return JudgedReport.of(List.of(report), target, KnownGranules.load().cpus());
    }
}
