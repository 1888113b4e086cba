// SPDX-License-Identifier: Apache-2.0
package org.tearline.published.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.tearline.published.Costs;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Holds the reader of the benchmarks' file to the schema, which its writer is held to by a test in bench. */
class BenchContractTest {
    private static JsonNode definitions;

    @BeforeAll
    static void readTheSchema() throws IOException {
        try (InputStream in = BenchContractTest.class.getResourceAsStream("/schema/bench-costs.schema.json")) {
            definitions = JsonMapper.shared().readTree(in).path("$defs");
        }
    }

    @Test
    void shouldKnowEveryWordOfTheSchemaAndNoOther() {
        assertListed("/group/properties/id/enum", Costs.Question.values());
        assertListed("/group/properties/leftOut/items/properties/reason/enum", Costs.Reason.values());
        assertListed("/series/properties/metric/enum", Costs.Metric.values());
        assertListed("/series/properties/axis/enum", Costs.Axis.values());
        assertListed("/series/properties/parameters/propertyNames/enum",
            Arrays.stream(Costs.Setting.class.getRecordComponents()).map(RecordComponent::getName).toArray());
        assertThat(definitions.at("/series/properties/unit/const").asString()).isEqualTo("ns");
    }

    private static void assertListed(String at, Object[] known) {
        List<String> words = definitions.at(at).valueStream().map(JsonNode::asString).toList();
        assertThat(words).as(at).containsExactlyInAnyOrderElementsOf(Arrays.stream(known).map(Object::toString)
            .toList());
    }
}
