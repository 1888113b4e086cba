// SPDX-License-Identifier: Apache-2.0
package org.tearline.cli.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.tearline.cli.Readme;
import org.tearline.file.Environment;
import org.tearline.file.ResultText;
import org.tearline.machine.Emulated;
import org.tearline.machine.Machine;
import org.tearline.machine.Machines;
import org.tearline.run.GranuleSearch.Found;
import org.tearline.run.GranuleSearch.TriedPlace;
import org.tearline.trial.PairKind;
import org.tearline.trial.TrialSpec;
import org.tearline.trial.Width;
import org.tearline.verdict.Fate;
import org.tearline.verdict.Granules.Granule;
import org.tearline.verdict.Granules.Tested;
import org.tearline.verdict.Granules.TriedPair;
import org.tearline.verdict.Granules;
import org.tearline.verdict.Samples;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class GranulesTextTest {
    private static final Granule WITHIN_A_LINE = new Granule(64, 64, false,
        List.of(new Granule.Sum(32, 2_000_000, 0, 2_000_000, 500, 0, 0), new Granule.Sum(64, 900, 7, 0, 0, 0, 0)));

    private static final Pattern ROW = Pattern.compile("(store|load|locked)s?: (.*?)(?= loads:| locked:| by the law)");
    private static final Pattern COUNTS = Pattern.compile("torn across (\\d+) \\((\\d+) of (\\d+) changes; low half"
        + " new: (\\d+) of (\\d+)\\)|none in (\\d+) changes across (\\d+)");

    @ParameterizedTest
    @CsvSource(delimiter = '|', nullValues = "-", value = {
        "no | - | stores     ", "yes | emulated | emulated   0 ", "unknown | emulation-unknown | weak       0 "})
    void shouldSayInTextPictureAndJsonThatAnEmulatorRanTheAccesses(String emulated, String weakness, String picture)
        throws Exception {
        Machine machine = Machines.x86(Emulated.valueOf(emulated.toUpperCase(Locale.ROOT)));
        String text = text(machine);
        JsonNode json = json(machine);

        assertThat(json.get("emulated").asString()).isEqualTo(emulated);
        assertThat(json.get("weakness").asString(null)).isEqualTo(weakness);
        assertThat(text.contains("; weak: ")).isEqualTo(weakness != null);
        assertThat(text).contains("\n  " + picture);
        assertThat(json.at("/promised/bytes").asInt() == 0).isEqualTo(emulated.equals("yes"));
    }

    @Test
    void shouldSayThatTheJvmIsUnknown() throws Exception {
        String text = text(Machines.withZero());
        assertThat(text).contains("\n  weak       0 ").doesNotContain("\n  promised ");
        assertThat(text.replaceAll("\\s+", " ")).contains("within 64 bytes; weak: JVM not known to us.");
        assertThat(json(Machines.withZero()).get("weakness").asString()).isEqualTo("jvm-unknown");
    }

    /** From the counts that README shows and a published machine, the program prints the rest of the example. */
    @Test
    void shouldPrintWhatTheReadmeShows() throws Exception {
        String shown = Readme.example("a store is whole");
        Map<PairKind, List<Granule.Sum>> sums = new EnumMap<>(PairKind.class);
        for (MatchResult row : ROW.matcher(shown.replaceAll("\\s+", " ")).results().toList()) {
            sums.put(PairKind.valueOf(row.group(1).toUpperCase(Locale.ROOT)), sums(row.group(2)));
        }
        Granules granules = Granules.of(sums.entrySet().stream()
            .map(kind -> new TriedPair(kind.getKey(), Width.LONG, kind.getValue())).toList());
        List<TriedPlace> tried = Stream.of(0, 4, 12, 28, 60).map(offset -> new TriedPlace(PairKind.STORE, 0,
            TrialSpec.USUAL.at(offset), Samples.silent(1, null))).toList();

        Machine machine = zen4();
        assertThat(Output.printed(screen -> new GranulesText(screen).print(new Found(granules, tried),
            TrialSpec.USUAL, machine))).isEqualTo(shown);
        assertThat(Files.readString(Path.of("README.md"))).contains("\n| Zen 4 | "
            + granules.of(PairKind.STORE).atLeast() + " bytes | " + granules.of(PairKind.LOAD).atLeast() + " bytes |");
    }

    private static List<Granule.Sum> sums(String row) {
        return COUNTS.matcher(row.replace(",", "")).results().map(counts -> {
            if (counts.group(1) == null) {
                return Granule.Sum.of(number(counts, 7), number(counts, 6), 0, 0, 0, true);
            }
            int lowNew = number(counts, 4);
            return Granule.Sum.of(number(counts, 1), number(counts, 3), number(counts, 2), lowNew,
                number(counts, 5) - lowNew, true);
        }).toList();
    }

    private static int number(MatchResult counts, int group) {
        return Integer.parseInt(counts.group(group));
    }

    private static Machine zen4() throws Exception {
        Path folder = Path.of("reports/results/x86_64/authenticamd-19-11-01");
        try (Stream<Path> files = Files.list(folder)) {
            Path file = files.filter(path -> path.toString().contains("debian17")).sorted().findFirst().orElseThrow();
            Environment published = ResultText.file(ResultText.parse(ResultText.bytes(file))).environment();
            return Machines.guest(published.cpu(), published.os(), published.jvm().version());
        }
    }

    private static Granules granules() {
        return new Granules(Map.of(new Tested(PairKind.STORE, Width.LONG), WITHIN_A_LINE), Fate.UNKNOWN);
    }

    private static String text(Machine machine) {
        return Output.captured(out -> new GranulesText(new Screen(out, Screen.ENDLESS, false, true)).print(
            new Found(granules(), List.of()), TrialSpec.USUAL, machine));
    }

    private static JsonNode json(Machine machine) throws Exception {
        String text = GranulesJson.print(new Found(granules(), List.of()), TrialSpec.USUAL, machine);
        Output.assertFollows("granules-run", text);
        return JsonMapper.shared().readTree(text);
    }
}
