// SPDX-License-Identifier: Apache-2.0
package org.tearline.submission;

import static org.tearline.submission.Parts.cpu;
import static org.tearline.submission.Parts.environment;
import static org.tearline.submission.Parts.jvm;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiPredicate;
import java.util.stream.Stream;
import org.tearline.published.Environment;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** What holds of vectors in every honest file, each with a way to break it. Stateless. */
final class VectorForgeries {
    private static final String WIDTH = "widthBytes";
    private static final String INSTRUCTION = "instruction";
    private static final int LONG = 8;
    private static final Map<Integer, String> OTHERS = Map.of(16, "vmovdqu ymm", 32, "vmovdqu xmm", 64, "vmovdqu ymm");

    private VectorForgeries() {
    }

    static List<Forgery> all() {
        return List.of(
            evidence("a vector is moved by an instruction of its size", (found, x86) ->
                // Only x86-64 has such registers at all.
                found.put(INSTRUCTION, x86 ? OTHERS.get(found.path(WIDTH).intValue()) : "vmovdqu xmm") != null),
            evidence("a vector is not moved in pieces", (found, x86) -> found.put(INSTRUCTION, "mov") != null),
            evidence("a load is no store", (found, x86) -> found.put(INSTRUCTION, "one vector "
                + (found.has("write") ? "load" : "store") + " by the log of the JVM") != null),
            evidence("evidence is of an access that was made", (found, x86) -> found.put("memory", "direct") != null),
            new Forgery("both sides of a vector are vouched for", ValidationRule.WITNESS, (file, random) ->
                vectors(file).findAny().isPresent() && remove(file, random.nextBoolean() ? "write" : "read")),
            new Forgery("a long is moved by no vector's instruction", ValidationRule.INSTRUCTION, (file, random) ->
                file.withArrayProperty("evidence").addObject().put("memory", "unsafe").put("tier", "c2")
                    .put("write", "plain").put(INSTRUCTION, "vmovdqu ymm") != null),
            counted("a vector lies in a ByteBuffer", (file, series) -> series.put("memory", "direct") != null),
            counted("a vector is written plainly", (file, series) -> series.put("write", "volatile") != null),
            counted("a vector is read plainly", (file, series) -> series.put("read", "acquire") != null),
            counted("a vector is compiled", (file, series) -> series.put("tier", "interpreter") != null),
            counted("some JVMs have no vectors", (file, series) -> jvm(file)
                .put("version", "21.0.5+11") != null),
            counted("a register of 32 bytes is AVX's", (file, series) -> series.path(WIDTH).intValue() > 16
                && x86(file) && cpu(file).putArray("features") != null));
    }

    private static Forgery evidence(String relation, BiPredicate<ObjectNode, Boolean> change) {
        return new Forgery(relation, ValidationRule.INSTRUCTION, (file, random) -> {
            List<JsonNode> found = file.path("evidence").valueStream().filter(one -> one.has(WIDTH)).toList();
            return !found.isEmpty() && change.test((ObjectNode) found.get(random.nextInt(found.size())), x86(file));
        });
    }

    private static Forgery counted(String relation, BiPredicate<ObjectNode, ObjectNode> change) {
        return new Forgery(relation, ValidationRule.TRIAL, (file, random) -> {
            Optional<ObjectNode> series = vectors(file).findAny();
            return series.isPresent() && change.test(file, series.get());
        });
    }

    private static boolean remove(ObjectNode file, String side) {
        return file.withArrayProperty("evidence").removeIf(found -> found.has(WIDTH) && found.has(side)) != null
            && (!file.path("evidence").isEmpty() || file.remove("evidence") != null);
    }

    /** Those of which something was counted. */
    private static Stream<ObjectNode> vectors(ObjectNode file) {
        return file.path("series").valueStream().filter(series -> series.path(WIDTH).intValue() > LONG
            && series.path("changes").valueStream().anyMatch(changes -> changes.longValue() > 0))
            .map(ObjectNode.class::cast);
    }

    private static boolean x86(ObjectNode file) {
        return environment(file).path("arch").stringValue().equals(Environment.X86_64);
    }
}
