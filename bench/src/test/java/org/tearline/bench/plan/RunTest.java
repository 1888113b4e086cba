// SPDX-License-Identifier: Apache-2.0
package org.tearline.bench.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tearline.bench.result.Cell;
import org.tearline.bench.result.Reason;
import org.tearline.bench.result.StepResult;

class RunTest {
    @TempDir
    private Path folder;
    private final ByteArrayOutputStream said = new ByteArrayOutputStream();
    private final PrintStream progress = new PrintStream(said, true, StandardCharsets.UTF_8);

    @Test
    void shouldGoOnWhereItEnded() throws IOException {
        AtomicInteger runs = new AtomicInteger();
        Step good = new Step("good", "clock", "good", 1, () -> result(runs.incrementAndGet()));
        Step dies = new Step("dies", "clock", "dies", 1, () -> {
            throw new IllegalStateException("as if the process were killed");
        });
        assertThrows(IllegalStateException.class,
            () -> Run.in(folder, "same", progress).all(Plan.of(List.of(good, dies))));
        Step lives = new Step("dies", "clock", "lives", 1, () -> result(7));
        assertEquals(List.of(result(1), result(7)),
            Run.in(folder, "same", progress).all(Plan.of(List.of(good, lives))));
        assertEquals(1, runs.get(), "what was measured is not measured again");
    }

    @Test
    void shouldGoOnAfterAStepThatCannotBeMeasured() throws IOException {
        Step fails = new Step("fails", "clock", "a row", 1, () -> {
            throw new StepFailed("it faults", null);
        });
        Run run = Run.in(folder, "same", progress);
        StepResult result = run.all(Plan.of(List.of(fails))).get(0);
        assertEquals(StepResult.leftOut("clock", "a row", Reason.FAILED, "it faults"), result);
        assertEquals(List.of("a row"), run.failed());
        assertTrue(said.toString(StandardCharsets.UTF_8).contains("a row: it faults"), said.toString());
    }

    @Test
    void shouldRefuseAnotherRunsParts() throws IOException {
        Run.in(folder, "quick", progress);
        IOException refused = assertThrows(IOException.class, () -> Run.in(folder, "full", progress));
        assertTrue(refused.getMessage().contains("--fresh"), refused.getMessage());
        Run.forget(folder);
        Run.in(folder, "full", progress);
    }

    @Test
    void shouldForgetNothingThatIsNotItsOwn() throws IOException {
        Path other = Files.writeString(folder.resolve("letter.txt"), "dear");
        Run.forget(folder);
        assertTrue(Files.exists(other));
    }

    private static StepResult result(int value) {
        return StepResult.of(List.of(new Cell("clock", Map.of(), "time", "ns", "what", "cycle",
            List.of((double) value), Map.of("lost", 1L))));
    }
}
