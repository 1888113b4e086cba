// SPDX-License-Identifier: Apache-2.0
package org.tearline.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.tearline.bench.result.Question;

class MainTest {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    @Test
    void shouldPrintItsHelp() {
        for (List<String> arguments : List.of(List.of("--help"), List.of("-h"), List.of("--fresh", "--help"))) {
            out.reset();
            assertEquals(0, run(arguments));
            assertEquals("", err.toString(StandardCharsets.UTF_8));
            for (String option : List.of("--profile", "--work", "--out", "--only", "--no-split-locks", "--fresh",
                "--estimate", "--native", "--tester", "show", "check", "-l")) {
                assertTrue(out.toString(StandardCharsets.UTF_8).contains(option), option);
            }
        }
    }

    @Test
    void shouldListTheGroupsOfMeasurements() {
        assertEquals(0, run(List.of("-l")));
        assertEquals(Stream.of(Question.values()).map(Question::id).toList(),
            out.toString(StandardCharsets.UTF_8).lines().map(line -> line.split(" ")[0]).toList());
    }

    @Test
    void shouldTakeOneLineForABadArgument() {
        for (List<String> arguments : List.of(List.of("--frsh"), List.of("--frsh", "x"), List.of("--only", ""),
            List.of("--only", "foo"), List.of("--profile", "slow"), List.of("show", "/nowhere"))) {
            err.reset();
            assertEquals(2, run(arguments), () -> "" + arguments);
            assertEquals(1, err.toString(StandardCharsets.UTF_8).lines().count(), () -> "" + arguments);
        }
    }

    private int run(List<String> arguments) {
        return new Main(new PrintStream(out, true, StandardCharsets.UTF_8), new PrintStream(err, true,
            StandardCharsets.UTF_8)).run(arguments);
    }
}
