package org.tearline.report.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.tearline.promise.CpuFamily;
import org.tearline.promise.Guarantees;

class ModelNumbersTest {
    @ParameterizedTest
    @CsvSource({"8259CL, Xeon Cascade Lake", "8275CL, Xeon Cascade Lake", "8124M, Xeon Skylake",
        "W-2295, Xeon Cascade Lake", "8375C, Xeon Ice Lake", "8380H, Xeon Cooper Lake", "8488C, Xeon Sapphire Rapids",
        "8592V, Xeon Emerald Rapids", "6787P, Xeon Granite Rapids", "6780E, Xeon Sierra Forest",
        "E5-2676 v3, Xeon Haswell", "E5-2686 v4, Xeon Broadwell", "E5-2670, Xeon Sandy Bridge", "7601, EPYC Zen",
        "7R32, EPYC Zen 2", "7742, EPYC Zen 2", "7763, EPYC Zen 3", "75F3, EPYC Zen 3", "7R13, EPYC Zen 3",
        "9R14, EPYC Zen 4", "9354P, EPYC Zen 4", "9R45, EPYC Zen 5", "9965, EPYC Zen 5", "3950X, Ryzen Zen 2",
        "5950X, Ryzen Zen 3", "7950X3D, Ryzen Zen 4", "9950X, Ryzen Zen 5", "i7-6700K, Core", "8250U, Core"})
    void shouldLeadToOneDesign(String number, String name) {
        assertThat(names(number)).containsExactly(name);
    }

    @Test
    void shouldNameAllThatANumberMayBe() {
        assertThat(names("8400")).containsExactly("Xeon Sapphire Rapids", "Core");
        assertThat(names("6272")).containsExactly("Xeon Cascade Lake", "Opteron Bulldozer");
    }

    @ParameterizedTest
    @CsvSource({"8259XY", "1234", "64", "825", "9354Z", "12.5"})
    void shouldNotGuess(String number) {
        assertThat(names(number)).isEmpty();
    }

    /** A name that the tester's table does not have would lead nowhere. */
    @Test
    void shouldHaveADesignWhereverANumberTells() {
        assertThat(ModelNumbers.all()).filteredOn(series -> !series.brand().equals("Core"))
            .allSatisfy(series -> assertThat(series.design()).as(series.numbers()).isNotEmpty());
    }

    @Test
    void shouldBeOneFamilysEach() {
        List<Overview.Row> families = Overviews.of(Guarantees.load(), List.of()).sections().stream()
            .filter(section -> section.id().equals("promised")).findFirst().orElseThrow().rows();

        assertThat(families).extracting(Overview.Row::name).hasSameElementsAs(Guarantees.load().families().stream()
            .map(CpuFamily::name).toList());
        for (int i = 0; i < ModelNumbers.all().size(); i++) {
            String number = String.valueOf(i);
            String vendor = ModelNumbers.all().get(i).traits().vendor().equals("GenuineIntel") ? "Intel: P6" : "AMD";
            assertThat(families).filteredOn(row -> List.of(row.models().split(" ")).contains(number)).singleElement()
                .satisfies(row -> assertThat(row.name()).startsWith(vendor));
        }
    }

    private static List<String> names(String number) {
        return ModelNumbers.all().stream().filter(series -> number.matches("(?i)" + series.numbers()))
            .map(series -> (series.brand() + " " + series.design()).strip()).distinct().toList();
    }
}
