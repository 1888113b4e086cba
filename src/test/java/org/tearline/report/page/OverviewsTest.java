// SPDX-License-Identifier: Apache-2.0
package org.tearline.report.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.tearline.plan.Alignment;
import org.tearline.plan.Architecture;
import org.tearline.plan.ReadMode;
import org.tearline.plan.Tier;
import org.tearline.plan.WriteMode;
import org.tearline.promise.AccessClass;
import org.tearline.promise.CpuFamily;
import org.tearline.promise.Guarantees;
import org.tearline.promise.PairClass;
import org.tearline.promise.Promise;

class OverviewsTest {
    private static final Guarantees GUARANTEES = Guarantees.load();

    @Test
    void shouldNeverCountWhatIsReportedElsewhereOrPromised() {
        List<Overview.Section> bare = Overviews.of(GUARANTEES, List.of()).sections();

        assertThat(section(bare, "measured").rows()).isEmpty();
        for (String id : List.of("elsewhere", "promised")) {
            assertThat(section(bare, id).rows()).isNotEmpty().flatExtracting(Overview.Row::cells).allSatisfy(cell -> {
                assertThat(cell.text()).doesNotContainPattern("\\d");
                assertThat(cell.style()).matches("nothing|reported|promise-.*");
            });
        }
        assertThat(Answer.of(GoldenTest.merge().cpus().get(0)).sentence()).doesNotContain("promise");
    }

    @Test
    void shouldSayThatAKindIsPromisedOnlyWhereEveryWriteAndReadOfItIs() {
        List<Overview.Row> rows = section(Overviews.of(GUARANTEES, List.of()).sections(), "promised").rows();
        List<Alignment> columns = Arrays.stream(Alignment.values()).filter(place -> place != Alignment.INSIDE_8)
            .filter(column -> column != Alignment.ACROSS_64).toList();
        for (CpuFamily family : GUARANTEES.families()) {
            Architecture architecture = family.traits().architecture();
            Overview.Row row = rows.stream().filter(one -> one.name().equals(family.name())).findFirst().orElseThrow();
            for (WriteMode write : WriteMode.values()) {
                for (ReadMode read : ReadMode.values()) {
                    AccessClass stores = AccessClass.of(write, Tier.C2, architecture);
                    AccessClass loads = AccessClass.of(read, architecture);
                    for (int i = 0; i < columns.size(); i++) {
                        int cell = PairClass.of(stores, loads).ordinal() * columns.size() + i;
                        if (row.cells().get(cell).text().equals("yes")) {
                            assertThat(GUARANTEES.pair(family.traits(), Long.BYTES, columns.get(i), stores,
                                loads).promise()).as("%s, %s/%s, %s", family.name(), write, read, columns.get(i))
                                .isEqualTo(Promise.ATOMIC);
                        }
                    }
                }
            }
        }
    }

    @Test
    void shouldOpenTheOffsetThatToreMostOften() {
        Overview.Row intel = section(Overviews.of(GUARANTEES, GoldenTest.merge().cpus()).sections(), "measured").rows()
            .stream().filter(row -> row.name().equals("Skylake")).findFirst().orElseThrow();

        assertThat(intel.cells()).filteredOn(cell -> cell.text().startsWith("\u25b2")).extracting(Overview.Cell::place)
            .contains("write=plain&read=volatile&offset=60");
        assertThat(intel.cells()).extracting(Overview.Cell::section).contains("#cpu-genuineintel-06-5e-03");
        assertThat(intel.cells().get(0).place()).as("of silences the first").endsWith("&offset=0");
        assertThat(intel.cells().get(1)).as("a tear against a promise").returns("\u25e91/100k", Overview.Cell::text)
            .returns("mixed", Overview.Cell::style).extracting(Overview.Cell::title).asString()
            .startsWith("mixed: torn 1 in 100,000, in 2 of ").endsWith("; promised whole (I8)");
    }

    private static Overview.Section section(List<Overview.Section> sections, String id) {
        return sections.stream().filter(section -> section.id().equals(id)).findFirst().orElseThrow();
    }
}
