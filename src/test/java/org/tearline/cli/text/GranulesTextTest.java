// SPDX-License-Identifier: Apache-2.0
package org.tearline.cli.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.tearline.machine.Emulated;
import org.tearline.machine.Machine;
import org.tearline.machine.Machines;
import org.tearline.run.GranuleSearch.Found;
import org.tearline.trial.PairKind;
import org.tearline.trial.TrialSpec;
import org.tearline.trial.Width;
import org.tearline.verdict.Fate;
import org.tearline.verdict.Granules;
import org.tearline.verdict.Granules.Granule;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class GranulesTextTest {
    private static final Granule WITHIN_A_LINE = new Granule(64, 64, false,
        List.of(new Granule.Sum(32, 2_000_000, 0, 2_000_000, 500, 0, 0), new Granule.Sum(64, 900, 7, 0, 0, 0, 0)));

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

    private static Granules granules() {
        Map<PairKind, Map<Width, Granule>> known = new EnumMap<>(PairKind.class);
        known.put(PairKind.STORE, Map.of(Width.LONG, WITHIN_A_LINE));
        return new Granules(known, Fate.UNKNOWN);
    }

    private static String text(Machine machine) {
        return Output.captured(out -> new GranulesText(new Screen(out, Screen.ENDLESS, false, true)).print(
            new Found(granules(), Width.LONG, List.of()), TrialSpec.USUAL, machine));
    }

    private static JsonNode json(Machine machine) throws Exception {
        String text = GranulesJson.print(new Found(granules(), Width.LONG, List.of()), TrialSpec.USUAL, machine);
        Output.assertFollows("granules-run", text);
        return JsonMapper.shared().readTree(text);
    }
}
