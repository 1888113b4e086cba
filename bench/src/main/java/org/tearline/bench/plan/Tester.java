// SPDX-License-Identifier: Apache-2.0
package org.tearline.bench.plan;

import java.io.IOException;
import java.nio.file.Path;
import org.tearline.bench.result.Verdict;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Asks the tester's jar, as its own process, whether a pair of write and read tears here. Immutable. */
record Tester(Path jar) {
    private static final JsonMapper MAPPER = JsonMapper.builder().build();
    /** Its own default: enough for ten million changes on all machines that it was tried on. */
    private static final String DURATION = "10s";

    /**
     * Runs one trial, to the first torn value or through its budget.
     *
     * @param across an offset at which 8 bytes lie across a line
     */
    Verdict ask(RemedySteps.Asked pair, int across) throws StepFailed {
        int offset = pair.aligned() ? 0 : across;
        try {
            Process run = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-jar",
                jar.toAbsolutePath().toString(), "run", "--json", "--offset", Integer.toString(offset),
                "--write", pair.write(), "--read", pair.read(), "--duration", DURATION)
                .redirectError(ProcessBuilder.Redirect.DISCARD).start();
            byte[] json = run.getInputStream().readAllBytes();
            run.waitFor();
            JsonNode result = MAPPER.readTree(json);
            JsonNode strength = result.at("/strength/word");
            return new Verdict("", pair.write(), pair.read(), offset, result.at("/verdict").asString(),
                strength.isString() ? strength.asString() : null, result.at("/counts/changes").asLong(),
                result.at("/counts/torn").asLong());
        } catch (IOException | JacksonException e) {
            throw new StepFailed("the tester gave no result: " + e.getMessage(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new StepFailed("interrupted", e);
        }
    }
}
