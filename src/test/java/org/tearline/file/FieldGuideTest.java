// SPDX-License-Identifier: Apache-2.0
package org.tearline.file;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.tearline.file.FileSchema.FieldGuide;
import org.tearline.machine.CpuFeature;
import org.tearline.machine.JvmFlag;
import org.tearline.machine.SplitLockPolicy;
import org.tearline.trial.CpuDistance;
import org.tearline.trial.Memory;
import org.tearline.trial.ReadMode;
import org.tearline.trial.Tier;
import org.tearline.trial.WriteMode;
import org.tearline.verdict.CellReason;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class FieldGuideTest {
    private JsonNode schema;

    @BeforeEach
    void readSchema() throws IOException {
        try (InputStream in = FieldGuide.class.getResourceAsStream("/schema/result.schema.json")) {
            schema = new JsonMapper().readTree(in);
        }
    }

    @Test
    void shouldExplainEveryField() {
        List<String> texts = objects(schema).filter(node -> node.has("properties"))
            .flatMap(node -> node.path("properties").propertyStream())
            .filter(field -> !isFlag(field)).map(Map.Entry::getValue).filter(field -> !isCondition(field))
            .map(field -> field.path("description").asString()).toList();

        assertThat(texts).hasSizeGreaterThan(80).allSatisfy(text ->
            assertThat(text).matches("[A-Z].+\\. Why: [A-Za-z0-9].+\\."));
    }

    @Test
    void shouldForbidUnknownFieldsInEveryObject() {
        assertThat(objects(schema).filter(node -> "object".equals(node.path("type").asString("")))).isNotEmpty()
            .allSatisfy(node -> assertThat(node.path("additionalProperties").asBoolean(true)).as("%s", node).isFalse());
    }

    @Test
    void shouldHaveTheSameNamesAsTheCode() {
        assertWords(schema.at("/properties/kind"), ResultFile.Kind.values());
        JsonNode series = schema.at("/properties/series/items/properties");
        assertWords(series.path("memory"), Memory.values());
        assertWords(series.path("write"), WriteMode.values());
        assertWords(series.path("read"), ReadMode.values());
        assertWords(series.path("tier"), Tier.values());
        assertWords(series.path("placement"), Arrays.stream(CpuDistance.values()).map(CpuDistance::published)
            .distinct().toArray(CpuDistance[]::new));
        assertWords(series.at("/notes/items/properties/reason"), CellReason.values());
        assertWords("/properties/environment/properties/cpu/properties/features/items", CpuFeature.values());
        assertWords("/properties/environment/properties/splitLocks/properties/policy",
            SplitLockPolicy.Action.values());
        assertThat(schema.at("/properties/environment/properties/jvm/properties/flags/properties").propertyNames())
            .containsExactlyElementsOf(Arrays.stream(JvmFlag.values()).map(JvmFlag::toString).toList());
        assertThat(series.at("/witnesses/maxItems").intValue()).isEqualTo(Series.MAX_WITNESSES);
    }

    @Test
    void shouldFollowArraysAndReferences() {
        FieldGuide control = FieldGuide.load().field("placements").element().field("controls").element()
            .field("aligned");

        assertThat(control.description().orElseThrow())
            .startsWith("Aligned values, which must not tear.");
        assertThat(control.field("torn").known()).isTrue();
        assertThat(FieldGuide.load().field("hostName").known()).isFalse();
        assertThat(FieldGuide.load().field("series").element().field("seams").field("60").field("4").known()).isTrue();
    }

    private void assertWords(String pointer, Enum<?>[] values) {
        assertWords(schema.at(pointer), values);
    }

    private static void assertWords(JsonNode field, Enum<?>[] values) {
        assertThat(field.path("enum").valueStream().map(JsonNode::stringValue))
            .containsExactlyInAnyOrderElementsOf(Arrays.stream(values).map(Enum::toString).toList());
    }

    private static Stream<JsonNode> objects(JsonNode node) {
        return Stream.concat(Stream.of(node).filter(JsonNode::isObject),
            node.valueStream().flatMap(FieldGuideTest::objects));
    }

    private static boolean isFlag(Map.Entry<String, JsonNode> field) {
        return Arrays.stream(JvmFlag.values()).anyMatch(flag -> flag.toString().equals(field.getKey()));
    }

    /** Whether this is a condition of an "if" instead of a field. */
    private static boolean isCondition(JsonNode field) {
        return field.isBoolean() || field.size() == 1 && field.has("const");
    }
}
