// SPDX-License-Identifier: Apache-2.0
package org.tearline.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.tearline.machine.Emulated;
import org.tearline.machine.SplitLockPolicy.Action;
import org.tearline.machine.Virtualization.Hypervisor;
import org.tearline.trial.Crossing;
import org.tearline.trial.Memory;
import org.tearline.trial.ReadMode;
import org.tearline.trial.Tier;
import org.tearline.trial.Until;
import org.tearline.trial.Width;
import org.tearline.trial.WriteMode;
import org.tearline.verdict.CellReason;
import org.tearline.verdict.Verdict;
import picocli.CommandLine;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Tests that the lists in schemas and help texts, which no compiler compares with the enums, are complete. */
class ListedChoicesTest {
    private static final Memory[] TRIED = Memory.TRIED.toArray(new Memory[0]);
    /** What the jcstress tests do is a part of what the tester does. */
    private static final List<String> JCSTRESS = List.of("cases", "mixed");

    private static final Map<String, Enum<?>[]> LISTED = Map.of("write", WriteMode.values(), "read", ReadMode.values(),
        "memory", TRIED, "tier", Tier.values(), "until", Until.values(), "emulated", Emulated.values(),
        "hypervisor", Hypervisor.values(), "policy", Action.values(), "crosses", Crossing.values());

    @ParameterizedTest
    @CsvSource({"result, 12", "run, 7", "granules-run, 3"})
    void shouldListEveryConstantInASchema(String name, int lists) throws IOException {
        List<String> found = new ArrayList<>();

        compare("", schema(name), found);

        assertThat(found).hasSize(lists);
    }

    @Test
    void shouldListEveryReasonInASchema() throws IOException {
        CellReason[] weak = Arrays.stream(CellReason.values()).filter(reason -> reason.state() == Verdict.NOT_SEEN)
            .toArray(CellReason[]::new);

        assertThat(reasons("result")).containsAll(constants(CellReason.values()));
        assertThat(reasons("run")).containsAll(constants(weak));
    }

    private static List<String> reasons(String schema) throws IOException {
        return schema(schema).findValues("reason").stream().flatMap(reason -> reason.path("enum").valueStream())
            .map(JsonNode::asString).toList();
    }

    private static JsonNode schema(String name) throws IOException {
        try (InputStream in = ListedChoicesTest.class.getResourceAsStream("/schema/" + name + ".schema.json")) {
            return new JsonMapper().readTree(in);
        }
    }

    private static void compare(String name, JsonNode node, List<String> found) {
        JsonNode choices = node.path("enum");
        if (LISTED.containsKey(name) && choices.isArray()) {
            List<String> listed = choices.valueStream().map(JsonNode::asString).toList();
            assertThat(listed).as(name).containsAll(constants(LISTED.get(name)));
            found.add(name);
        }
        node.properties().stream().filter(child -> !JCSTRESS.contains(child.getKey()))
            .forEach(child -> compare(child.getKey(), child.getValue(), found));
    }

    private static List<String> constants(Enum<?>... values) {
        return Arrays.stream(values).map(Enum::toString).toList();
    }

    static Stream<Arguments> options() {
        return Stream.of(Arguments.of("--write", WriteMode.values()), Arguments.of("--read", ReadMode.values()),
            Arguments.of("--memory", TRIED), Arguments.of("--tier", Tier.values()),
            Arguments.of("--width", Width.values()));
    }

    @ParameterizedTest
    @MethodSource("options")
    void shouldExplainEveryConstantInTheHelp(String option, Enum<?>[] values) {
        String help = String.join(" ", new CommandLine(new RunCommand()).getCommandSpec().findOption(option)
            .description());

        assertThat(Arrays.asList(help.split("[^a-z0-9]+"))).containsAll(constants(values));
    }
}
