// SPDX-License-Identifier: Apache-2.0
package org.tearline.platform;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.tearline.plan.CpuDistance;
import org.tearline.plan.ThreadCpus;

class WindowsCpusTest {
    private static final WindowsCpus.Allowed ALL = new WindowsCpus.Allowed(0, 0, 0);

    /** The bytes that Wine 8.0 answers with on a guest of two CPUs; they leave the number of a cache's masks 0. */
    @Test
    void shouldReadWhatTheApiAnswered() throws IOException {
        WindowsCpus cpus = WindowsCpus.parse(captured("wine-2"), new WindowsCpus.Allowed(3, 3, 0));

        assertThat(cpus.topology().cpus()).containsExactly(new Cpu(0, 0, 0), new Cpu(1, 1, 0));
        assertThat(cpus.topology().cachesByName().get("L1d")).containsExactly(
            new Cache(1, "Data", 49_152L, 64, List.of(0)), new Cache(1, "Data", 49_152L, 64, List.of(1)));
        assertThat(cpus.topology().lineBytes()).contains(64);
        assertThat(cpus.usable()).containsExactly(0, 1);
        assertThat(cpus.units()).isEmpty();
        assertThat(Proximity.onePairEach(cpus.topology(), cpus.usable())).isEqualTo(Map.of(CpuDistance.SAME_L3,
            new Proximity.Pair(0, 1)));
    }

    /**
     * What Windows 11 tells of a Core i5-12600K, as umezawatakeshi/GetLogicalProcessorInformationEx published it: six
     * cores of two CPUs each, and four of one that share their second-level cache.
     */
    @Test
    void shouldTellPerformanceAndEfficiencyCoresApart() {
        Answer answer = new Answer().processors(3, 0, 0xffffL).cache(3, 0, 20 << 20, 0xffffL);
        IntStream.range(0, 6).forEach(core -> answer.processors(0, 1, 3L << 2 * core).processors(7, 0, 3L << 2 * core)
            .cache(1, 2, 48 << 10, 3L << 2 * core).cache(2, 0, 1280 << 10, 3L << 2 * core));
        IntStream.range(12, 16).forEach(cpu -> answer.processors(0, 0, 1L << cpu).cache(1, 2, 32 << 10, 1L << cpu));
        WindowsCpus cpus = WindowsCpus.parse(answer.cache(2, 0, 2 << 20, 0xf000L).bytes(), ALL);

        CpuIdentity identity = new CpuIdentity(Isa.X86, "GenuineIntel", "6", "151", "2", null, null, null);
        assertThat(Cpus.of(cpus, identity).kinds().orElseThrow()).isEqualTo(new Found<>(List.of(
            new CoreKind("performance core", identity.key(), IntStream.range(0, 12).boxed().toList()),
            new CoreKind("efficiency core", identity.key(), List.of(12, 13, 14, 15))), WindowsCpus.SOURCE));
        assertThat(cpus.topology().cores()).isEqualTo(10);
        assertThat(Proximity.onePairEach(cpus.topology(), cpus.usable())).isEqualTo(Map.of(
            CpuDistance.SMT_SIBLINGS, new Proximity.Pair(0, 1), CpuDistance.SAME_L3, new Proximity.Pair(0, 2),
            CpuDistance.SAME_L2, new Proximity.Pair(12, 13)));
    }

    /** Made up after the documentation: two sockets of 64 cores, a group each, four cores to a third-level cache. */
    @Test
    void shouldNumberTheCpusOfSeveralGroups() {
        WindowsCpus cpus = WindowsCpus.parse(twoGroups(), ALL);

        assertThat(cpus.topology().online()).isEqualTo(IntStream.range(0, 128).boxed().toList());
        assertThat(cpus.topology().sockets()).isEqualTo(2);
        assertThat(cpus.coreOf(70)).isEqualTo(70);
        assertThat(cpus.coreOf(128)).isNull();
        assertThat(Proximity.onePairEach(cpus.topology(), cpus.usable())).isEqualTo(Map.of(
            CpuDistance.SAME_L3, new Proximity.Pair(0, 1), CpuDistance.OTHER_L3, new Proximity.Pair(0, 4),
            CpuDistance.OTHER_SOCKET, new Proximity.Pair(0, 64)));
        assertThat(Proximity.of(cpus.topology(), 127, 124)).contains(CpuDistance.SAME_L3);
    }

    @Test
    void shouldUseNoCpuThatTheProcessMayNotUse() {
        assertThat(WindowsCpus.parse(twoGroups(), new WindowsCpus.Allowed(-1L, -1L, 1)).usable()).hasSize(128);
        assertThat(WindowsCpus.parse(twoGroups(), new WindowsCpus.Allowed(0b110, -1L, 1)).usable())
            .containsExactly(65, 66);
        assertThat(WindowsCpus.parse(twoGroups(), new WindowsCpus.Allowed(1L << 63, -1L, 0)).usable())
            .containsExactly(63);
    }

    @Test
    void shouldGiveThreadsCoresOfTheirOwn() throws IOException {
        WindowsCpus cpus = WindowsCpus.parse(new Answer().processors(0, 0, 0b11).processors(0, 0, 0b1100)
            .processors(3, 0, 0b1111).bytes(), ALL);

        assertThat(ThreadCpus.choose(cpus.usable(), cpu -> "core" + cpus.coreOf(cpu), 1, 1))
            .isEqualTo(new ThreadCpus(List.of(0), List.of(2), null));
    }

    private static byte[] captured(String name) throws IOException {
        try (InputStream in = WindowsCpusTest.class.getResourceAsStream("/windows/" + name + ".bin")) {
            return in.readAllBytes();
        }
    }

    private static byte[] twoGroups() {
        Answer answer = new Answer();
        for (int group = 0; group < 2; group++) {
            answer.inGroup(group).processors(3, 0, -1L);
            for (int cpu = 0; cpu < 64; cpu++) {
                answer.processors(0, 0, 1L << cpu).cache(2, 0, 1 << 20, 1L << cpu);
            }
            for (int first = 0; first < 64; first += 4) {
                answer.cache(3, 0, 16 << 20, 0xfL << first);
            }
        }
        return answer.bytes();
    }

    /** An answer as winnt.h lays it out, one relationship after the other. */
    private static final class Answer {
        private final List<byte[]> relationships = new ArrayList<>();
        private int group;

        Answer inGroup(int number) {
            group = number;
            return this;
        }

        Answer processors(int relationship, int efficiencyClass, long mask) {
            return add(48, relationship, one -> one.put(9, (byte) efficiencyClass).putShort(30, (short) 1)
                .putLong(32, mask).putShort(40, (short) group));
        }

        Answer cache(int level, int type, int bytes, long mask) {
            return add(56, 2, one -> one.put(8, (byte) level).putShort(10, (short) 64).putInt(12, bytes)
                .putInt(16, type).putShort(38, (short) 1).putLong(40, mask).putShort(48, (short) group));
        }

        byte[] bytes() {
            ByteBuffer all = ByteBuffer.allocate(relationships.stream().mapToInt(one -> one.length).sum());
            relationships.forEach(all::put);
            return all.array();
        }

        private Answer add(int size, int relationship, Consumer<ByteBuffer> fields) {
            ByteBuffer one = ByteBuffer.allocate(size).order(ByteOrder.LITTLE_ENDIAN).putInt(0, relationship)
                .putInt(4, size);
            fields.accept(one);
            relationships.add(one.array());
            return this;
        }
    }
}
