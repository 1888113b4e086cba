// SPDX-License-Identifier: Apache-2.0
package org.tearline.file;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.tearline.archive.Archive;
import org.tearline.archive.FileRows;
import org.tearline.archive.Submitter;
import org.tearline.report.SiteFiles;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Checks that no file crashes the validator, and that no valid file crashes a report. */
class ValidatorFuzzTest {
    private static final int BYTES = 5_000;
    private static final int VALUES = 1_500;
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
    private static final List<String> TOKENS = List.of("{", "}", "[", "]", ",", ":", "\"", "\\ud800", "NaN", "1e999",
        "-1", "null", "9007199254740992", "<script>", "\u202e", "\u0000", "\ufeff", "/etc/passwd", "-0", "// x", "\n");
    private static final ResultFile SMALL = ValidatorTest.small();

    @Test
    void shouldRejectChangedBytes() {
        byte[] good = ResultText.stored(SMALL);

        assertThat(IntStream.range(0, BYTES).parallel().filter(seed -> {
            byte[] changed = changed(good, new Random(seed));
            return !Arrays.equals(good, changed) && ValidatorTest.VALIDATOR.examine("fuzz", changed).valid();
        })).isEmpty();
    }

    @Test
    void shouldReportEveryChangedFileThatIsValid() {
        long passed = IntStream.range(0, VALUES).parallel().filter(seed -> {
            Random random = new Random(seed);
            byte[] bytes = Resealed.after(SMALL, file -> IntStream.rangeClosed(0, random.nextInt(3))
                .forEach(i -> deform(file, random)));
            Examination examination = ValidatorTest.VALIDATOR.examine("fuzz", bytes);
            if (examination.valid()) {
                FileRows rows = Archive.of(examination.file(), "fuzz").rows("fuzz", Submitter.PROJECT,
                    examination.file());
                SiteFiles.TABLES.forEach(table -> assertThat(table.rows(rows)).isNotEmpty());
            }
            return examination.valid();
        }).count();

        // Some changes are harmless, such as a different number of reads.
        assertThat(passed).isBetween(1L, VALUES / 2L);
    }

    @Test
    void shouldRejectHostileFilesQuickly() {
        String good = new String(ResultText.stored(ValidatorTest.good()), StandardCharsets.UTF_8);
        Map<String, String> hostile = new LinkedHashMap<>();
        hostile.put("10 MB number", good.replaceFirst("\"model\": \\d+", "\"model\": " + "7".repeat(10_000_000)));
        hostile.put("half a MB of brackets", "{\"a\":" + "[".repeat(500_000));
        hostile.put("long exponent", "{\"a\":1e" + "9".repeat(400_000) + "}");
        hostile.put("many names", "{" + "\"a\":1,".repeat(80_000) + "\"b\":1}");
        hostile.put("many faults", good.replaceFirst("\"torn\": \\[[^]]*", "\"torn\": [" + "-1,".repeat(140_000)
            + "-1"));
        hostile.put("repetition", "{\"series\":[" + "{},".repeat(150_000) + "{}]}");
        hostile.put("long text", good.replaceFirst("\"brand\": \"", "\"brand\": \"" + "<b>".repeat(150_000)));
        ValidatorTest.VALIDATOR.examine("warm", hostile.get("many faults").getBytes(StandardCharsets.UTF_8));

        ThreadMXBean clock = ManagementFactory.getThreadMXBean();
        hostile.forEach((what, text) -> {
            byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
            long begin = clock.getCurrentThreadCpuTime();
            Examination examination = ValidatorTest.VALIDATOR.examine(what, bytes);

            assertThat(examination.findings()).as(what).isNotEmpty().allSatisfy(finding ->
                assertThat(finding.line()).matches("[ -~]{20,600}"));
            // This takes a few milliseconds. CPU time hardly depends on the load.
            assertThat(Duration.ofNanos(clock.getCurrentThreadCpuTime() - begin)).as(what)
                .isLessThan(Duration.ofSeconds(2));
        });
    }

    private static byte[] changed(byte[] good, Random random) {
        int at = random.nextInt(good.length);
        int to = Math.min(good.length, at + 1 + random.nextInt(40));
        return switch (random.nextInt(5)) {
            case 0 -> spliced(good, at, to, new byte[0]);
            case 1 -> spliced(good, at, at, TOKENS.get(random.nextInt(TOKENS.size())).getBytes(StandardCharsets.UTF_8));
            case 2 -> spliced(good, at, at, Arrays.copyOfRange(good, at, to));
            case 3 -> Arrays.copyOf(good, at);
            default -> spliced(good, at, at + 1, new byte[] {(byte) (good[at] ^ 1 << random.nextInt(8))});
        };
    }

    private static byte[] spliced(byte[] bytes, int from, int to, byte[] inserted) {
        byte[] result = Arrays.copyOf(bytes, from + inserted.length + bytes.length - to);
        System.arraycopy(inserted, 0, result, from, inserted.length);
        System.arraycopy(bytes, to, result, from + inserted.length, bytes.length - to);
        return result;
    }

    /** Replaces or duplicates a random node. */
    private static void deform(ObjectNode file, Random random) {
        JsonNode here = file;
        while (true) {
            List<String> names = List.copyOf(here.propertyNames());
            int index = random.nextInt(here.size());
            JsonNode child = here.isObject() ? here.get(names.get(index)) : here.get(index);
            if (child.isContainer() && !child.isEmpty() && random.nextInt(4) != 0) {
                here = child;
            } else if (here instanceof ObjectNode object) {
                object.set(names.get(index), strange(child, random));
                return;
            } else {
                ((ArrayNode) here).set(index, strange(child, random));
                return;
            }
        }
    }

    private static JsonNode strange(JsonNode node, Random random) {
        return switch (random.nextInt(7)) {
            case 0 -> NODES.nullNode();
            case 1 -> NODES.numberNode(random.nextLong() >>> 11);
            case 2 -> NODES.numberNode(-1 - random.nextInt(9));
            case 3 -> NODES.stringNode(TOKENS.get(random.nextInt(TOKENS.size())));
            case 4 -> NODES.arrayNode().add(node.deepCopy());
            case 5 -> node.isIntegralNumber() ? NODES.numberNode(node.longValue() + 1) : NODES.booleanNode(true);
            default -> NODES.numberNode(random.nextInt(300));
        };
    }
}
