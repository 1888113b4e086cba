// SPDX-License-Identifier: Apache-2.0
package org.tearline.file;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class DigestTest {
    @Test
    void shouldSortNamesLikeTheExampleOfSection323() {
        String vector = "{\"\\u20ac\": \"Euro Sign\", \"\\r\": \"Carriage Return\", \"\\ufb33\": \"Hebrew Letter"
            + " Dalet With Dagesh\", \"1\": \"One\","
            + " \"\\ud83d\\ude00\": \"Emoji: Grinning Face\","
            + " \"\\u0080\": \"Control\", \"\\u00f6\": \"Latin Small Letter O With Diaeresis\"}";

        JsonNode sorted = new JsonMapper().readTree(canonical(vector));

        assertThat(StreamSupport.stream(sorted.spliterator(), false).map(JsonNode::stringValue))
            .isEqualTo(List.of("Carriage Return", "One", "Control", "Latin Small Letter O With Diaeresis", "Euro Sign",
                "Emoji: Grinning Face", "Hebrew Letter Dalet With Dagesh"));
    }

    @Test
    void shouldEscapeLikeTheExampleOfSection322() {
        String vector = "{\"string\": \"\\u20ac$\\u000F\\u000aA'\\u0042\\u0022\\u005c\\\\\\\"\\/\", \"literals\": "
            + "[null, true, false]}";

        // The bytes of section 3.2.4, without the member "numbers": result files have no fractions.
        String expected = "7b226c69746572616c73223a5b6e756c6c2c747275652c66616c73655d2c22737472696e67223a22e282ac245c75"
            + "303030665c6e4127425c225c5c5c5c5c222f227d";
        assertThat(HexFormat.of().formatHex(canonical(vector).getBytes(StandardCharsets.UTF_8))).isEqualTo(expected);
    }

    @Test
    void shouldUseTheShortEscapesOfControlCharacters() {
        assertThat(canonical("[\"\\u0008\\u0009\\u000a\\u000c\\u000d\\u0000\\u001f\\u007f\"]"))
            .isEqualTo("[\"\\b\\t\\n\\f\\r\\u0000\\u001f\u007f\"]");
    }

    @Test
    void shouldKeepIntegersOf53BitsAndNormalizeNegativeZero() {
        assertThat(canonical("[ 9007199254740991, -9007199254740991 , -0, [], {} ]"))
            .isEqualTo("[9007199254740991,-9007199254740991,0,[],{}]");
    }

    private static String canonical(String json) {
        return new String(Digest.canonical(new JsonMapper().readTree(json)), StandardCharsets.UTF_8);
    }
}
