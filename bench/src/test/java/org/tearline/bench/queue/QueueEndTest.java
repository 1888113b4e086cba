// SPDX-License-Identifier: Apache-2.0
package org.tearline.bench.queue;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tearline.bench.result.Cell;
import org.tearline.bench.result.StepResult;
import tools.jackson.databind.json.JsonMapper;

/** Real processes at both ends of a file. */
class QueueEndTest {
    private static final Subject ALIGNED = Subject.of("aligned-ordered");

    @TempDir
    private Path folder;
    private final List<Process> started = new ArrayList<>();
    private Path file;

    @BeforeEach
    void create() throws IOException {
        file = folder.resolve("queue");
        QueueFile.create(file, ALIGNED, 64);
    }

    @AfterEach
    void end() {
        started.forEach(Process::destroyForcibly);
    }

    @Test
    void shouldCarryEveryElementFromProcessToProcess() throws Exception {
        Process producer = start("producer", 3, 100);
        Process consumer = start("consumer", 3, 100);
        String json = new String(consumer.getInputStream().readAllBytes());
        assertEquals(0, ended(producer), said(producer));
        assertEquals(0, ended(consumer), said(consumer));
        StepResult result = JsonMapper.builder().build().readValue(json, StepResult.class);
        Cell time = result.cells().get(0);
        assertTrue(time.counts().get("messages") > 0, json);
        for (String damage : List.of("lost", "repeated", "reordered", "garbled", "torn")) {
            assertEquals(0L, time.counts().get(damage), json);
        }
        assertEquals("2", time.parameters().get("processes"));
    }

    @Test
    void shouldTellTheConsumerThatTheProducerWasKilled() throws Exception {
        Process producer = start("producer", 1, 60_000);
        Process consumer = start("consumer", 1, 60_000);
        awaitTraffic();
        producer.destroyForcibly().waitFor();

        assertEquals(QueueEnd.ALONE, ended(consumer));
        assertTrue(said(consumer).matches("queue: the producer, process " + producer.pid()
            + ", is gone; [1-9]\\d* messages came out, all whole and in order\\R"), said(consumer));
        assertEquals("queue: queue aligned-ordered, left in it: 0 whole, 0 garbled", QueueFile.open(file).rest());
    }

    @Test
    void shouldTellTheProducerThatTheConsumerWasKilled() throws Exception {
        Process producer = start("producer", 1, 60_000);
        Process consumer = start("consumer", 1, 60_000);
        awaitTraffic();
        consumer.destroyForcibly().waitFor();

        assertEquals(QueueEnd.ALONE, ended(producer));
        assertTrue(said(producer).matches("queue: the consumer, process " + consumer.pid()
            + ", is gone; [1-9]\\d* messages went in before the queue was full\\R"), said(producer));
        // What nobody took is all there.
        assertEquals("queue: queue aligned-ordered, left in it: " + Spsc.CAPACITY + " whole, 0 garbled",
            QueueFile.open(file).rest());
    }

    @Test
    void shouldRefuseAFileThatHoldsNoQueue() throws IOException {
        Path other = Files.write(folder.resolve("other"), new byte[(int) Files.size(file)]);
        assertThrows(IOException.class, () -> QueueFile.open(other));
        assertThrows(IOException.class, () -> QueueFile.open(Files.write(folder.resolve("short"), new byte[9])));
        assertFalse(QueueFile.open(file).stopped());
    }

    /** Until both have come and elements go through: then either may be killed in the middle of anything. */
    private void awaitTraffic() throws IOException, InterruptedException {
        QueueFile shared = QueueFile.open(file);
        long patience = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
        while (shared.taken() < 10L * Spsc.CAPACITY) {
            assertTrue(System.nanoTime() < patience, "nothing comes out");
            Thread.onSpinWait();
        }
    }

    private Process start(String side, int runs, int millis) throws IOException {
        Process process = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "--add-opens=java.base/jdk.internal.misc=ALL-UNNAMED", "-cp", System.getProperty("java.class.path"),
            QueueEnd.class.getName(), side, file.toString(), "0", Integer.toString(runs), Integer.toString(millis))
            .redirectError(folder.resolve(side + ".err").toFile()).start();
        started.add(process);
        return process;
    }

    private static int ended(Process process) throws InterruptedException {
        assertTrue(process.waitFor(20, TimeUnit.SECONDS), "it waits for ever");
        return process.exitValue();
    }

    private String said(Process process) throws IOException {
        return Files.readString(folder.resolve((started.indexOf(process) == 0 ? "producer" : "consumer") + ".err"));
    }
}
