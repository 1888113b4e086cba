// SPDX-License-Identifier: Apache-2.0
package org.tearline.judge;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.tearline.archive.KnownCpu;
import org.tearline.archive.KnownGranules;
import org.tearline.judge.AgentReport.Access;
import org.tearline.judge.AgentReport.Operation;
import org.tearline.judge.JudgedValue.Danger;
import org.tearline.promise.Guarantees;
import org.tearline.promise.Rule.Promise;
import org.tearline.trial.Geometry;
import org.tearline.verdict.Granules.Fate;

/** Checks random sites: an access is whole if its bytes lie in one aligned block of the granule's size. */
class JudgedReportTest {
    private static final int SITES = 200;
    private static final int LINE = 64;
    private static final String UNSAFE = "sun.misc.Unsafe";
    private static final List<Access> WRITES = List.of(
        new Access(UNSAFE, "putOrderedLong", Operation.WRITE, "ordered", 8),
        new Access(UNSAFE, "putLongVolatile", Operation.WRITE, "volatile", 8),
        new Access(UNSAFE, "getAndAddLong", Operation.UPDATE, "getandadd", 8),
        new Access(UNSAFE, "compareAndSwapLong", Operation.UPDATE, "cas", 8));
    private static final List<Access> READS = List.of(
        new Access(UNSAFE, "getLongVolatile", Operation.READ, "volatile", 8),
        new Access(UNSAFE, "getLong", Operation.READ, "plain", 8),
        new Access(UNSAFE, "getAndSetLong", Operation.UPDATE, "getandset", 8));

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
            Answer answer = answer(offset, bytes, write, read);
            boolean store = write.operation() == Operation.WRITE;
            boolean load = read.operation() == Operation.READ;
            for (Answer.Measured result : answer.measured()) {
                boolean torn = store && cut(offset, bytes, result.cpu().store()) || load && cut(offset, bytes,
                    result.cpu().load());
                assertThat(result.fate()).as("%s %d at %d, %s, %s", result.cpu().id(), bytes, offset, write, read)
                    .isEqualTo(torn ? Fate.TORN : Fate.WHOLE);
                seen[torn ? 1 : 0] = true;
            }
            for (Answer.Promised result : answer.promised()) {
                String family = result.family().name();
                int granule = family.startsWith("Intel") ? LINE : family.startsWith("AMD") ? 8 : 0;
                if (granule > 0) {
                    assertThat(result.promise() == Promise.ATOMIC).as("%s %d at %d, %s, %s", family, bytes, offset,
                        write, read).isEqualTo(!(store || load) || !cut(offset, bytes, granule));
                }
            }
        });
        assertThat(seen).containsOnly(true);
    }

    /** Until the JIT compiles the call, the JDK's code makes a misaligned access in pieces. */
    @Test
    void shouldNotRelyOnGranulesIfJavaCodeMakesTheAccessInPieces() {
        Access get = new Access("java.nio.ByteBuffer", "getLong", Operation.READ, "plain", 8);
        assertThat(value(4, 8, WRITES.get(0), get).danger()).isEqualTo(Danger.TEARS);
        assertThat(value(4, 8, WRITES.get(0), READS.get(1)).danger()).as("Intel and AMD have granules of 32 bytes or"
            + " more").isEqualTo(Danger.MAY_TEAR);
    }

    private static boolean cut(int offset, int bytes, KnownCpu.Bounds granule) {
        assertThat(granule.atLeast()).isEqualTo(granule.atMost());
        return cut(offset, bytes, granule.atMost());
    }

    private static boolean cut(int offset, int bytes, int granule) {
        return offset / granule != (offset + bytes - 1) / granule;
    }

    private static Answer answer(int offset, int bytes, Access... accesses) {
        return value(offset, bytes, accesses).places().get(0).answer();
    }

    private static JudgedValue value(int offset, int bytes, Access... accesses) {
        AgentReport report = new AgentReport(new AgentReport.Program("JVM", "17", "Linux", "amd64"),
            new Geometry(LINE, 4096), new AgentReport.Options(true),
            Stream.of(accesses).map(access -> new AgentReport.Site(
                new Access(access.type(), access.method(), access.operation(), access.mode(), bytes), null, 1,
                List.of(new AgentReport.Place(offset, false)), new AgentReport.Values(1, 1, 2, 0, 0, 0, 0),
                null, 0, List.of(new AgentReport.Frame("A", "b", "A.java", 1)))).toList());
        return JudgedReport.of(List.of(report), KnownGranules.load().cpus(), Guarantees.load()).values().get(0);
    }
}
