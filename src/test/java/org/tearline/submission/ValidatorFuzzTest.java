// SPDX-License-Identifier: Apache-2.0
package org.tearline.submission;

import static org.assertj.core.api.Assertions.assertThat;
import static org.tearline.submission.ValidatorTest.VALIDATOR;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.tearline.published.Copy;
import org.tearline.published.Resealed;
import org.tearline.published.ResultFile;
import org.tearline.published.ResultText;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Throws mutated files at the validator. What must come out is known beforehand: a stored file has one valid form, so a
 * file whose bytes were changed without a new digest never passes.
 */
class ValidatorFuzzTest {
    private static final int RAW = 10_000;
    private static final int RESEALED = 1_500;
    private static final String[] TOKENS = {"{", "}", "[", "]", ",", ":", "\"", "\\u0000", "\\ud800",
        "NaN", "1e999", "-1",
        "null", "true", "9007199254740992", "<script>", "\u202e", "\u0000", "\ufeff", "/etc/passwd", "0x", "1.0", "-0",
        "\"digest\":\"\",", "// x", " ", "\n"};

    @Test
    void shouldRefuseEveryFileWhoseBytesWereChanged() {
        List<byte[]> bases = bases();

        List<String> passed = IntStream.range(0, RAW).parallel().mapToObj(seed -> {
            Random random = new Random(seed);
            byte[] base = bases.get(random.nextInt(bases.size()));
            byte[] mutated = mutate(base, random);
            return Arrays.equals(base, mutated) || !VALIDATOR.examine("fuzz", mutated).valid() ? null : "seed " + seed;
        }).filter(Objects::nonNull).toList();

        assertThat(passed).isEmpty();
    }

    @Test
    void shouldSurviveAnyResealedFile() {
        ResultFile good = small(ValidatorTest.good());

        Map<Boolean, Long> outcomes = IntStream.range(0, RESEALED).parallel().mapToObj(seed -> {
            Random random = new Random(seed);
            byte[] bytes = Resealed.after(good, file -> IntStream.rangeClosed(0, random.nextInt(3))
                .forEach(i -> deform(file, random)));
            return VALIDATOR.examine("fuzz", bytes).valid();
        }).collect(Collectors.partitioningBy(valid -> valid, Collectors.counting()));

        // Some changes are harmless, such as another count of reads: both shows that the test reaches in.
        assertThat(outcomes.get(false)).isGreaterThan(RESEALED / 2);
        assertThat(outcomes.get(true)).isPositive();
    }

    @Test
    void shouldRefuseHostileFilesInMilliseconds() {
        String good = new String(ResultText.stored(ValidatorTest.good()), StandardCharsets.UTF_8);
        Map<String, String> hostile = new LinkedHashMap<>();
        hostile.put("10 MB number", good.replaceFirst("\"model\": \\d+", "\"model\": " + "7".repeat(10_000_000)));
        hostile.put("10 MB name", "{\"" + "a".repeat(10_000_000) + "\":1}");
        hostile.put("half a MB of brackets", "{\"a\":" + "[".repeat(500_000));
        hostile.put("long exponent", "{\"a\":1e" + "9".repeat(400_000) + "}");
        hostile.put("many names", "{" + "\"a\":1,".repeat(80_000) + "\"b\":1}");
        hostile.put("many faults", good.replaceFirst("\"torn\": \\[[^]]*",
            "\"torn\": [" + "-1,".repeat(140_000) + "-1"));
        hostile.put("many offsets", good.replaceFirst("\"offsets\": \\[[^]]*",
            "\"offsets\": [" + "1,".repeat(200_000) + "1"));
        hostile.put("repetition", "{\"series\":[" + "{},".repeat(150_000) + "{}]}");
        hostile.put("long text", good.replaceFirst("\"brand\": \"", "\"brand\": \"" + "<b>".repeat(150_000)));
        VALIDATOR.examine("warm", hostile.get("many faults").getBytes(StandardCharsets.UTF_8));

        hostile.forEach((what, text) -> {
            byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
            long begin = System.nanoTime();
            Examination examination = VALIDATOR.examine(what, bytes);
            Duration taken = Duration.ofNanos(System.nanoTime() - begin);

            assertThat(examination.valid()).as(what).isFalse();
            assertThat(examination.findings()).as(what).allSatisfy(finding ->
                assertThat(finding.line()).as(what).matches("[ -~]{20,600}"));
            // Some milliseconds when nobody else computes; the limit allows for a busy machine.
            assertThat(taken).as(what).isLessThan(Duration.ofSeconds(2));
        });
    }

    private static List<byte[]> bases() {
        ResultFile good = ValidatorTest.good();
        return List.of(ResultText.stored(small(good)), ResultText.stored(small(good).submittedBy("me").sealed()),
            ResultText.stored(GoodVariants.withoutSilences(small(good)).sealed()));
    }

    /** Two series do as well as twenty-four, and let mutations fall on every kind of field. */
    private static ResultFile small(ResultFile file) {
        return Copy.of(file, "series", file.series().subList(0, 2)).sealed();
    }

    private static byte[] mutate(byte[] base, Random random) {
        byte[] bytes = base;
        for (int i = random.nextInt(3); i >= 0; i--) {
            int at = random.nextInt(bytes.length);
            int to = Math.min(bytes.length, at + 1 + random.nextInt(40));
            bytes = switch (random.nextInt(6)) {
                case 0 -> spliced(bytes, at, at + 1, new byte[] {(byte) random.nextInt(256)});
                case 1 -> spliced(bytes, at, to, new byte[0]);
                case 2 -> spliced(bytes, at, at,
                    TOKENS[random.nextInt(TOKENS.length)].getBytes(StandardCharsets.UTF_8));
                case 3 -> spliced(bytes, at, at, Arrays.copyOfRange(bytes, at, to));
                case 4 -> Arrays.copyOf(bytes, Math.max(1, at));
                default -> spliced(bytes, at, at + 1, new byte[] {(byte) (bytes[at] ^ 1 << random.nextInt(8))});
            };
        }
        return bytes;
    }

    private static byte[] spliced(byte[] bytes, int from, int to, byte[] inserted) {
        byte[] result = Arrays.copyOf(bytes, from + inserted.length + bytes.length - to);
        System.arraycopy(inserted, 0, result, from, inserted.length);
        System.arraycopy(bytes, to, result, from + inserted.length, bytes.length - to);
        return result;
    }

    /** Walks down at random and replaces, removes or repeats what it finds there. */
    private static void deform(ObjectNode file, Random random) {
        JsonNode here = file;
        while (true) {
            List<String> names = List.copyOf(here.propertyNames());
            int index = random.nextInt(here.size());
            JsonNode child = here.isObject() ? here.get(names.get(index)) : here.get(index);
            if (!child.isContainer() || child.isEmpty() || random.nextInt(4) == 0) {
                if (here instanceof ObjectNode object) {
                    object.set(names.get(index), strange(child, random));
                } else if (random.nextInt(3) == 0) {
                    ((ArrayNode) here).insert(index, child.deepCopy());
                } else {
                    ((ArrayNode) here).set(index, strange(child, random));
                }
                return;
            }
            here = child;
        }
    }

    private static JsonNode strange(JsonNode node, Random random) {
        ObjectNode file = new JsonMapper().createObjectNode();
        return switch (random.nextInt(8)) {
            case 0 -> file.nullNode();
            case 1 -> file.numberNode(random.nextLong() >>> 11);
            case 2 -> file.numberNode(-1 - random.nextInt(9));
            case 3 -> file.stringNode(TOKENS[random.nextInt(TOKENS.length)]);
            case 4 -> file.arrayNode().add(node.deepCopy());
            case 5 -> node.isIntegralNumber() ? file.numberNode(node.longValue() + 1) : file.booleanNode(true);
            case 6 -> file.objectNode();
            default -> file.numberNode(random.nextInt(300));
        };
    }
}
