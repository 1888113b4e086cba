// SPDX-License-Identifier: Apache-2.0
package org.tearline.cli.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.tearline.archive.Comparison;
import org.tearline.file.ResultFile;
import org.tearline.file.ResultText;

class FindingTextTest {
    private static final Path ZEN4 = Path.of("reports/results/x86_64/authenticamd-19-11-01");
    private static final Path ZEN5 = Path.of("reports/results/x86_64/authenticamd-1a-02-01");

    @Test
    void shouldStartWithTheGranulesOfTheFile() throws Exception {
        ResultFile file = first(ZEN4);
        String text = Output.printed(screen -> new FindingText(file, screen).print());

        assertThat(text.replaceAll("\\s+", " ")).startsWith("Zen 4 (AMD EPYC").contains(": a store is whole within 32"
            + " bytes, a load within 64", "ordinary store, locked read up to 8 bytes 32", "tried: ");
        assertThat(text.lines()).hasSizeLessThan(60).allMatch(line -> line.length() <= 80);
    }

    @Test
    void shouldPrintTheResultOfEachGuard() throws Exception {
        try (Stream<Path> all = Files.list(Path.of("reports/results/x86_64/genuineintel-06-cf-02"))) {
            assertThat(all.map(FindingTextTest::file).map(file -> Output.printed(screen ->
                new FindingText(file, screen).print()))).anyMatch(text -> text.contains("guard agree: torn")
                && text.contains("guard masked: torn") && text.contains("guard seqlock: no tear"));
        }
    }

    @Test
    void shouldCountTheCellsWithoutAVerdict() throws Exception {
        ResultFile file = file(ZEN4.resolve("20261123-linux-debian17-cb21c80916546d6a.json"));

        assertThat(Output.printed(screen -> new FindingText(file, screen).print()).replaceAll("\\s+", " "))
            .containsPattern("inconclusive: 46 of [\\d,]+ cells, at \\d+ offsets \\(this profile makes too few changes")
            .containsPattern("refused: 2,471 of [\\d,]+ cells, at \\d+ offsets \\(the API does not allow this");
    }

    @Test
    void shouldCountTheCasesOfJcstressByPlace() throws Exception {
        ResultFile file = file(ZEN4.resolve("20261123-linux-debian17-82689d66326091d6.json"));

        assertThat(Output.printed(screen -> new FindingText(file, screen).print()).replaceAll("\\s+", " "))
            .isEqualTo("Zen 4 (AMD EPYC): jcstress saw tears in 0 of 46 cases at offset 0, 10 of 43 cases at offset 28,"
                + " 25 of 43 cases at offset 60, 25 of 43 cases at offset 4092. ");
    }

    @Test
    void shouldPrintJsonThatFollowsTheSchema() throws Exception {
        ResultFile sweep = first(ZEN4);

        Output.assertFollows("show", FindingJson.print(sweep));
        Output.assertFollows("show", FindingJson.print(file(ZEN4.resolve(
            "20261123-linux-debian17-82689d66326091d6.json"))));
        Output.assertFollows("show", ComparisonJson.print(Comparison.of(sweep, List.of(first(ZEN5)))));
        assertThat(Output.isValid("show", FindingJson.print(sweep).replace("\"counts\"", "\"count\""))).isFalse();
    }

    @Test
    void shouldListWhatChangedWhereOnlyOneFileHasTearsAndRates() throws Exception {
        ResultFile zen4 = first(ZEN4);
        ResultFile zen5 = first(ZEN5);
        String text = compared(zen4, zen5);

        assertThat(text.replaceAll("\\s+", " ")).contains("A: Zen 4", "B: Zen 5",
            "changed: environment.cpu.microarchitecture: Zen 4 -> Zen 5",
            "only A tore: ordered/volatile, a long, unsafe, at 25..31").doesNotContain("only B tore")
            .containsPattern("ordered/volatile, a long, unsafe across a line [\\d., in]+%?");
        assertThat(text.lines()).allMatch(line -> line.length() <= 80);
        assertThat(compared(zen4, zen4)).contains("changed: nothing").doesNotContain("only");
    }

    private static String compared(ResultFile one, ResultFile other) {
        return Output.printed(screen -> new ComparisonText(one, List.of(other), Comparison.of(one, List.of(other)),
            screen).print());
    }

    private static ResultFile first(Path folder) throws Exception {
        try (Stream<Path> all = Files.list(folder)) {
            return all.sorted().map(FindingTextTest::file).filter(file -> file.kind() == ResultFile.Kind.SWEEP)
                .findFirst().orElseThrow();
        }
    }

    private static ResultFile file(Path path) {
        try {
            return ResultText.read(path);
        } catch (Exception e) {
            throw new AssertionError(path.toString(), e);
        }
    }
}
