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
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.Serializable;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.openjdk.jcstress.infra.Status;
import org.openjdk.jcstress.infra.collectors.TestResult;

/** Uses files captured on Emerald Rapids, with three tests in one configuration each. */
class ExportTest {

    private static final Path CAPTURED = Path.of("src/test/resources/results/three-tests.bin.gz");

    @Test
    void shouldFollowTheSchema() throws Exception {
        try (InputStream in = Export.class.getResourceAsStream("/schema/jcstress.schema.json")) {
            Schema schema = SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                .getSchema(in, InputFormat.JSON);
            String json = Export.json(Export.read(CAPTURED));
            assertEquals("[]", schema.validate(json, InputFormat.JSON).toString());
            assertFalse(schema.validate(json.replace("\"states\"", "\"state\""), InputFormat.JSON).isEmpty());
        }
    }

    @Test
    void shouldExportCaseCountsAndJvm() throws Exception {
        String json = Export.json(Export.read(CAPTURED));
        assertTrue(json.contains("\"java.vm.version\": \"17.0.15+6-Debian-1deb12u1\""), json);
        assertTrue(json.contains("{\"memory\": \"direct\", \"place\": \"line\", \"write\": \"ordered\", "
            + "\"read\": \"volatile\", \"states\": {\"after\": 4, \"before\": 4}}"), json);
        assertTrue(json.contains("{\"memory\": \"bytebuffer\", \"place\": \"line\", \"write\": \"plain\", "
            + "\"read\": \"plain\", \"states\": {\"A1A2A3A4 B5B6B7B8\": 180, \"B1B2B3B4 A5A6A7A8\": 260, "
            + "\"after\": 154772, \"before\": 56254}}"), json);
    }

    /** Store buffering is common there, and a fence forbids it. */
    @Test
    void shouldExportTheGradesOfTestsOfTwoSizes() throws Exception {
        String json = Export.json(Export.read(Path.of("src/test/resources/results/mixed-sizes.bin.gz")));
        assertTrue(json.contains("{\"test\": \"FencedInts\", \"place\": \"line\", "
            + "\"states\": {\"acceptable\": 201226}}"), json);
        assertTrue(json.contains("{\"test\": \"OtherInts\", \"place\": \"aligned\", "
            + "\"states\": {\"acceptable\": 183850, \"acceptable_interesting\": 4576}}"), json);
        try (InputStream in = Export.class.getResourceAsStream("/schema/jcstress.schema.json")) {
            Schema schema = SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                .getSchema(in, InputFormat.JSON);
            assertEquals("[]", schema.validate(json, InputFormat.JSON).toString());
        }
    }

    @Test
    void shouldAddUpRuns() throws Exception {
        var once = Export.read(CAPTURED);
        var twice = new ArrayList<>(once);
        twice.addAll(once);
        assertEquals(2 * samples(Export.json(once)), samples(Export.json(twice)));
    }

    /** An interrupted run has the files of its finished batches. */
    @Test
    void shouldJoinFilesAndMarkThatTestsAreMissing(@TempDir Path folder) throws Exception {
        Path sizes = Path.of("src/test/resources/results/mixed-sizes.bin.gz");
        String[] arguments = {"--incomplete", folder.toString(), CAPTURED.toString(), sizes.toString()};
        assertEquals(0, Export.run(arguments, new PrintStream(new ByteArrayOutputStream(), true)));
        String json = Files.readString(folder.resolve("results.json"));
        assertTrue(json.contains("\"complete\": false"), json);
        assertTrue(json.contains("\"test\": \"FencedInts\""), json);
        String joined = Export.json(Export.read(folder.resolve("results.bin.gz")));
        assertEquals(cases(json), cases(joined));
        assertEquals(samples(Export.json(Export.read(CAPTURED))) + samples(Export.json(Export.read(sizes))),
            samples(json));
    }

    @Test
    void shouldFindNoFailedTest() throws Exception {
        assertEquals(Set.of(), Export.failed(Export.read(CAPTURED)));
    }

    @Test
    void shouldRejectATruncatedFile(@TempDir Path folder) throws IOException {
        Path cut = Files.write(folder.resolve("cut"), Arrays.copyOf(Files.readAllBytes(CAPTURED), 10));
        assertThrows(EOFException.class, () -> Export.read(cut));
    }

    /** Its counts are missing, so the file must not be published. */
    @Test
    void shouldMarkAFileInWhichAJvmDied() throws Exception {
        var results = new ArrayList<>(Export.read(CAPTURED));
        assertTrue(Export.json(results).contains("\"complete\": true"));
        TestResult dead = new TestResult(Status.VM_ERROR);
        dead.setConfig(results.get(0).getConfig());
        results.add(dead);
        assertTrue(Export.json(results).contains("\"complete\": false"));
    }

    /** A file may be anybody's, and making an object may run code. */
    @Test
    void shouldMakeNoObjectOfAnotherClass(@TempDir Path folder) throws IOException {
        Path hostile = folder.resolve("hostile");
        try (ObjectOutputStream out = new ObjectOutputStream(new GZIPOutputStream(Files.newOutputStream(hostile)))) {
            out.writeObject(new Trap());
        }
        ByteArrayOutputStream messages = new ByteArrayOutputStream();
        assertEquals(3, run(messages, hostile, folder));
        assertTrue(messages.toString().contains("filter status: REJECTED"), messages.toString());
        assertFalse(Trap.sprung);
    }

    private static final class Trap implements Serializable {
        private static final long serialVersionUID = 1;
        private static boolean sprung;

        private void readObject(ObjectInputStream in) {
            sprung = true;
        }
    }

    @Test
    void shouldNotCallAFileOfOtherTestsAFailedTest(@TempDir Path folder) throws IOException {
        Path other = folder.resolve("other");
        try (InputStream captured = new GZIPInputStream(Files.newInputStream(CAPTURED));
             OutputStream out = new GZIPOutputStream(Files.newOutputStream(other))) {
            String bytes = new String(captured.readAllBytes(), StandardCharsets.ISO_8859_1);
            out.write(bytes.replace("PlainPlain", "OtherPlain").getBytes(StandardCharsets.ISO_8859_1));
        }
        ByteArrayOutputStream messages = new ByteArrayOutputStream();
        assertEquals(3, run(messages, other, folder));
        assertTrue(messages.toString().startsWith("export: " + other), messages.toString());
        assertTrue(messages.toString().contains("OtherPlain"), messages.toString());
    }

    @Test
    void shouldNameTheFolderThatItCannotWrite() {
        ByteArrayOutputStream messages = new ByteArrayOutputStream();
        assertEquals(3, run(messages, CAPTURED, CAPTURED));
        assertTrue(messages.toString().startsWith("export: " + CAPTURED), messages.toString());
    }

    private static int run(ByteArrayOutputStream messages, Path file, Path folder) {
        return Export.run(new String[] {folder.toString(), file.toString()}, new PrintStream(messages, true));
    }

    private static String cases(String json) {
        return json.substring(json.indexOf("cases"));
    }

    private static long samples(String json) {
        return Pattern.compile(": (\\d+)").matcher(cases(json)).results()
            .mapToLong(match -> Long.parseLong(match.group(1))).sum();
    }
}
