package org.tearline.report.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.tearline.promise.Guarantees;
import org.tearline.promise.Observation;
import org.tearline.report.merged.Merge;

class OverviewsTest {
    private static final Guarantees GUARANTEES = Guarantees.load();

    @Test
    void shouldGiveEveryRowEveryColumn() {
        Overview overview = Overviews.of(GUARANTEES, GoldenTest.merge().cpus());

        assertThat(overview.sections()).extracting(Overview.Section::id)
            .containsExactly("measured", "emulated", "elsewhere", "promised");
        assertThat(overview.sections()).flatExtracting(Overview.Section::rows)
            .allSatisfy(row -> assertThat(row.cells()).hasSize(overview.width()));
    }

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
    void shouldLinkEveryReportToWhereItStands() {
        assertThat(section(Overviews.of(GUARANTEES, List.of()).sections(), "elsewhere").rows())
            .allSatisfy(row -> assertThat(row.href()).startsWith("https://"))
            .hasSize((int) GUARANTEES.observations().stream().map(Observation::cells).filter(it -> !it.isEmpty())
                .count());
        String html = HtmlPage.text(new Merge(), GUARANTEES);
        assertThat(GUARANTEES.observations()).allSatisfy(seen -> assertThat(html).contains("href=\"" + seen.url()
            + "\""));
    }

    @Test
    void shouldOpenTheOffsetThatToreMostOften() {
        Overview.Row intel = section(Overviews.of(GUARANTEES, GoldenTest.merge().cpus()).sections(), "measured").rows()
            .stream().filter(row -> row.name().equals("Skylake")).findFirst().orElseThrow();

        assertThat(intel.cells()).filteredOn(cell -> cell.text().startsWith("\u25b2")).extracting(Overview.Cell::href)
            .contains("#cpu=genuineintel-06-5e-03&write=plain&read=volatile&offset=60");
        assertThat(intel.cells()).extracting(Overview.Cell::section).contains("#cpu-genuineintel-06-5e-03");
        assertThat(intel.cells().get(0).href()).as("of silences the first").endsWith("&offset=0");
        assertThat(intel.cells().get(1).text()).as("a promise that was broken").endsWith("\u26a0");
    }

    @Test
    void shouldTellOfAFamilyWhetherSomebodyMeasuredIt() {
        assertThat(section(Overviews.of(GUARANTEES, GoldenTest.merge().cpus()).sections(), "promised").rows())
            .filteredOn(row -> row.name().startsWith("AMD") || row.name().startsWith("POWER"))
            .extracting(Overview.Row::runs).containsExactly("3", "none");
    }

    private static Overview.Section section(List<Overview.Section> sections, String id) {
        return sections.stream().filter(section -> section.id().equals(id)).findFirst().orElseThrow();
    }
}
