// SPDX-License-Identifier: Apache-2.0
package org.tearline.file;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.tearline.file.InstructionCheck.KnownNames;
import org.tearline.loop.Stressor;

class KnownNamesTest {
    private static final KnownNames NAMES = KnownNames.load();

    @Test
    void shouldListAllCurrentAndFormerStressors() {
        assertThat(NAMES.stressors()).containsExactlyInAnyOrderElementsOf(Arrays.stream(Stressor.values())
            .map(stressor -> stressor.name().toLowerCase(Locale.ROOT).replace('_', '-')).toList());
        assertThat(NAMES.isStressor("decoy-writeback-both")).isTrue();
        assertThat(NAMES.isStressor("quantum")).isFalse();
    }

    /** The list must include every instruction in docs/instructions.md. */
    @Test
    void shouldListEveryDocumentedInstruction() throws Exception {
        String table = Files.readString(Path.of("docs/instructions.md"));
        Map<String, String> x86 = NAMES.instructions().get("x86_64");
        long rows = Pattern.compile("(?m)^\\| (write|read) (\\w+) \\| `([^`]+)`").matcher(table).results().peek(row -> {
            String kind = switch (row.group(2)) {
                case "cas", "exchange" -> "cas";
                case "getandset", "getandadd" -> row.group(2);
                case "volatile" -> row.group(1).equals("write") ? "fenced" : "move";
                case "opaque", "ordered" -> row.group(1).equals("write") ? "ordered" : "move";
                default -> "move";
            };
            String instruction = row.group(3).replace('[', '(').replace(']', ')');
            assertThat(instruction.matches(x86.get(kind)) || instruction.matches(NAMES.instructions()
                .get("calledByC1").get("exchange"))).as(row.group()).isTrue();
        }).count();
        assertThat(rows).isGreaterThan(20);
    }
}
