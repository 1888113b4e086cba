// SPDX-License-Identifier: Apache-2.0
package org.tearline.jcstress;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Reads a file captured on a Zen 4 with JDK 25: three of the eighteen results of a run. */
class ExportTest {

    private static final Path CAPTURED = Path.of("src/test/resources/results/three-results.bin.gz");

    @Test
    void shouldExportEveryConfigurationByTestAndCompiler() throws IOException {
        List<?> results = (List<?>) Export.document(CAPTURED).get("results");
        assertEquals(List.of(
            "org.tearline.jcstress.UnsafeAddress.Aligned.OrderedVolatile {writer=C2, reader=C2}",
            "org.tearline.jcstress.UnsafeAddress.LineCrossing.OrderedVolatile {writer=interpreter, reader=C1}",
            "org.tearline.jcstress.UnsafeAddress.LineCrossing.OrderedVolatile {writer=C2, reader=C2}"),
            results.stream().map(r -> ((Map<?, ?>) r).get("test") + " " + ((Map<?, ?>) r).get("compilation")).toList());
    }

    @Test
    void shouldFitTheSchemaThatTheTesterReadsBy() throws IOException {
        try (InputStream in = Export.class.getResourceAsStream("/schema/jcstress.schema.json")) {
            Schema schema = SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                .getSchema(in, InputFormat.JSON);
            String json = Json.text(Export.document(CAPTURED));
            assertEquals(List.of(), schema.validate(json, InputFormat.JSON));
            assertFalse(schema.validate(json.replace("\"samples\"", "\"sample\""), InputFormat.JSON).isEmpty());
        }
    }

    @Test
    void shouldExportOnlyOutcomesThatWereSeenAndAllOfThem() throws IOException {
        for (Object result : (List<?>) Export.document(CAPTURED).get("results")) {
            long sum = 0;
            for (Object outcome : (List<?>) ((Map<?, ?>) result).get("outcomes")) {
                long count = (long) ((Map<?, ?>) outcome).get("count");
                assertTrue(count > 0);
                sum += count;
            }
            assertEquals(((Map<?, ?>) result).get("samples"), sum);
        }
    }

    @Test
    void shouldNameTheVersionsAndTheJvmThatMadeTheFile() throws IOException {
        Map<String, Object> document = Export.document(CAPTURED);
        assertEquals("0.16", document.get("jcstressVersion"));
        assertEquals("three-results.bin.gz", document.get("source"));
        assertEquals("25.0.3", ((Map<?, ?>) document.get("environment")).get("java.version"));
    }

    @Test
    void shouldWriteTheFileWholeAndLeaveNothingElse(@TempDir Path folder) throws IOException {
        Path out = folder.resolve("results.json");
        Files.writeString(out, "of an earlier run");
        Export.main(new String[] {CAPTURED.toString(), out.toString()});
        String json = Files.readString(out);
        assertTrue(json.startsWith("{\n  \"format\": \"tearline-jcstress\",\n  \"formatVersion\": 1,\n"), json);
        assertTrue(json.endsWith("}\n"));
        try (var files = Files.list(folder)) {
            assertEquals(List.of(out), files.toList());
        }
    }

    @Test
    void shouldJoinFilesWithoutLosingAResult(@TempDir Path folder) throws IOException {
        Path whole = folder.resolve("whole.bin.gz");
        ResultFile.join(whole, List.of(CAPTURED, CAPTURED));
        assertEquals(6, ResultFile.read(whole).size());
        assertEquals(3, ResultFile.merged(ResultFile.read(whole)).size());
    }

    @Test
    void shouldSayWhatIsWrongWithAFile(@TempDir Path folder) throws IOException {
        byte[] whole = Files.readAllBytes(CAPTURED);
        Path cut = Files.write(folder.resolve("cut"), Arrays.copyOf(whole, 10));
        Path other = Files.writeString(folder.resolve("other"), "no result at all");
        assertProblem("cut short", cut);
        assertProblem("not a result file", other);
        assertProblem("no such file", folder.resolve("absent"));
    }

    @Test
    void shouldEscapeWhatJsonReserves() {
        Map<String, Object> odd = new LinkedHashMap<>();
        odd.put("a\"b", List.of("back\\slash", "line\nbreak", 7, true));
        odd.put("none", List.of());
        assertEquals("""
            {
              "a\\"b": [
                "back\\\\slash",
                "line\\u000abreak",
                7,
                true
              ],
              "none": []
            }
            """, Json.text(odd));
    }

    private static void assertProblem(String problem, Path file) {
        String message = assertThrows(IOException.class, () -> ResultFile.read(file)).getMessage();
        assertTrue(message.contains(problem), message);
        assertFalse(message.contains("\n"));
    }
}
