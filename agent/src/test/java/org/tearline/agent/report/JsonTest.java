// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class JsonTest {
    @Test
    void shouldWriteJsonThatAParserReadsBack() {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("text", "a \"quoted\" \\ line\nwith\tcontrol \u0001 and ünïcode \uD83D\uDE00, half \uD83D");
        map.put("numbers", Arrays.asList(1, -2L, null, true));
        map.put("empty", List.of());
        map.put("nested", Map.of("none", Map.of()));
        JsonNode read = JsonMapper.shared().readTree(Json.of(map));
        assertThat(read.get("text").asString()).isEqualTo(map.get("text"));
        assertThat(read.get("numbers").toString()).isEqualTo("[1,-2,null,true]");
        assertThat(read.get("empty")).isEmpty();
        assertThat(read.get("nested").get("none")).isEmpty();
    }
}
