// SPDX-License-Identifier: Apache-2.0
package org.tearline.merge;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.tearline.plan.Memory;
import org.tearline.plan.ReadMode;
import org.tearline.plan.WriteMode;
import org.tearline.published.JcstressCase;
import org.tearline.published.JcstressCase.Place;
import org.tearline.published.ResultFile;
import org.tearline.published.ResultText;

/** Beside the published sweeps of a Zen 4, whose store granule is 32 and whose load granule is 64. */
class JcstressTest {
    private static final Path ZEN_4 = Path.of("reports/results/x86_64/authenticamd-19-11-01");
    private static final List<WriteMode> WRITES = List.of(WriteMode.PLAIN, WriteMode.OPAQUE, WriteMode.ORDERED,
        WriteMode.VOLATILE, WriteMode.CAS, WriteMode.GETANDSET, WriteMode.GETANDADD);
    private static final List<ReadMode> READS = List.of(ReadMode.PLAIN, ReadMode.VOLATILE, ReadMode.EXCHANGE);

    @Test
    void shouldAgreeWhereBothSawTheSame() throws Exception {
        Jcstress jcstress = beside(tears(32, 64));
        assertThat(jcstress.missed()).isEmpty();
        assertThat(jcstress.extra()).isEmpty();
        assertThat(jcstress.words()).isEqualTo("agrees at 84 of 84 cases");
    }

    @Test
    void shouldNameTheCasesThatDiffer() throws Exception {
        assertThat(beside(tears(64, 64)).missed()).hasSize(4 * 3).contains("inside ordered/exchange")
            .allMatch(one -> one.startsWith("inside"));
        assertThat(beside(tears(32, 32)).extra()).containsExactly("inside cas/plain", "inside cas/volatile",
            "inside getandadd/plain", "inside getandadd/volatile", "inside getandset/plain",
            "inside getandset/volatile");
    }

    @Test
    void shouldCountNoCaseOfTheJdksOwnBuffer() throws Exception {
        List<JcstressCase> cases = new ArrayList<>(tears(32, 64));
        cases.add(new JcstressCase(Memory.BYTEBUFFER, Place.ALIGNED, WriteMode.PLAIN, ReadMode.PLAIN,
            new TreeMap<>(Map.of("B1A2A3A4A5A6A7A8", 1L))));
        assertThat(beside(cases).compared()).isEqualTo(84);
    }

    @Test
    void shouldCompareNothingWithoutSweeps() throws Exception {
        Merge merge = new Merge();
        merge.add("jcstress.json", jcstress(tears(32, 64)));
        assertThat(merge.jcstress()).isEmpty();
        assertThat(merge.cpus()).isEmpty();
    }

    private static Jcstress beside(List<JcstressCase> cases) throws Exception {
        Merge merge = new Merge();
        for (Path file : sweeps()) {
            merge.add(file.toString(), ResultText.read(file));
        }
        merge.add("jcstress.json", jcstress(cases));
        assertThat(merge.jcstress()).hasSize(1);
        return merge.jcstress().get(0);
    }

    /** What a CPU with these granules shows. */
    private static List<JcstressCase> tears(int store, int load) {
        List<JcstressCase> cases = new ArrayList<>();
        for (Place place : Place.values()) {
            int boundary = Integer.highestOneBit(place.offset() ^ place.offset() + 7);
            for (WriteMode write : WRITES) {
                for (ReadMode read : READS) {
                    boolean torn = WRITES.indexOf(write) < 4 && boundary >= store
                        || read != ReadMode.EXCHANGE && boundary >= load;
                    cases.add(new JcstressCase(Memory.UNSAFE, place, write, read, new TreeMap<>(torn
                        ? Map.of("before", 1L, "B1B2B3B4 A5A6A7A8", 1L) : Map.of("before", 1L, "after", 1L))));
                }
            }
        }
        return cases;
    }

    private static ResultFile jcstress(List<JcstressCase> cases) throws Exception {
        ResultFile sweep = ResultText.read(sweeps().get(0));
        return ResultFile.unsealed(sweep.date(), "0".repeat(32), sweep.tester(), sweep.environment(), cases).sealed();
    }

    private static List<Path> sweeps() throws IOException {
        try (Stream<Path> files = Files.list(ZEN_4)) {
            return files.filter(file -> !file.getFileName().toString().contains("jcstress")).sorted().toList();
        }
    }
}
