// SPDX-License-Identifier: Apache-2.0
package org.tearline.submission;

import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.tearline.Sample;
import org.tearline.published.FieldGuide;
import org.tearline.published.Resealed;
import org.tearline.published.ResultText;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Holds the shortened series to the schema itself: every place of a series, with every kind of value in it. */
class ResultSchemaTest {
    private static final JsonMapper JSON = new JsonMapper();
    private static final List<String> VALUES = List.of("null", "true", "-1", "0", "1", "63", "64", "131064", "131065",
        "9007199254740991", "9007199254740992", "99999999999999999999", "1.5", "1.0", "1e400", "\"\"", "\"c2\"",
        "\"none\"", "\"few-changes\"", "\"Spin\"", "\"0x0101010101010101\"", "\"0x010101010101010G\"", "\"0x0101\"",
        "[]", "[0]", "[-1]", "[1.5]", "[[]]", "{}", "{\"0\":{}}", "{\"0\":{\"1\":1}}", "{\"00\":{\"1\":1}}",
        "{\"60\":{\"64\":1}}", "{\"60\":{\"4\":0}}", "{\"60\":4}", "{\"1000000\":{\"1\":1}}", "{\"-1\":{\"1\":1}}",
        "[{}]", "[{\"offset\":1}]", "[{\"offsets\":[1],\"state\":\"none\",\"reason\":\"unpinned\"}]");

    private final Schema plain = plain();
    private final JsonNode good = good();

    @Test
    void shouldAnswerAsTheSchemaWithEveryValueAtEveryPlaceOfASeries() {
        ResultSchema schema = ResultSchema.load();
        List<String> differing = new ArrayList<>();
        int refused = 0;
        int storedRefused = 0;
        List<List<Object>> places = new ArrayList<>();
        collect(good.get("series").get(0), List.of(), places);
        List<List<Object>> drawn = Sample.of(places.size() / 4, places).toList();
        for (List<Object> place : drawn) {
            for (String value : VALUES) {
                ObjectNode file = (ObjectNode) good.deepCopy();
                change(file, place, JSON.readTree(value));
                boolean fits = fits(file);
                refused += fits ? 0 : 1;
                // What the records can hold is stored so, and its numbers are looked at as lists.
                Optional<ResultText.Stored> stored = ResultText.asStored(Resealed.bytes(file));
                if (stored.isPresent()) {
                    storedRefused += fits ? 0 : 1;
                    if (schema.passes(stored.get().tree()) != fits) {
                        differing.add("stored: " + place + " = " + value);
                    }
                }
                // Twice, because the second time the series may have passed before.
                for (int time = 0; time < 2; time++) {
                    Findings findings = new Findings();
                    schema.check(file, findings);
                    if (findings.list().isEmpty() != fits) {
                        differing.add(place + " = " + value);
                    }
                }
            }
        }

        assertThat(differing).isEmpty();
        assertThat(storedRefused).isPositive();
        assertThat(refused).isBetween(drawn.size(), drawn.size() * VALUES.size() - drawn.size());
    }

    @Test
    void shouldRefuseTooManySeriesAndNone() {
        ResultSchema schema = ResultSchema.load();
        ObjectNode file = (ObjectNode) good.deepCopy();
        JsonNode one = file.get("series").get(0);
        ArrayNode all = file.putArray("series");
        for (int i = 0; i <= 2048; i++) {
            all.add(one);
        }
        assertThat(lines(schema, good)).isEmpty();
        assertThat(lines(schema, file)).isNotEmpty();
        file.putArray("series");
        assertThat(lines(schema, file)).isNotEmpty();
    }

    @Test
    void shouldNameTheFaultAtItsPlace() {
        ResultSchema schema = ResultSchema.load();
        ObjectNode file = (ObjectNode) good.deepCopy();
        ((ObjectNode) file.get("series").get(1)).put("tier", "c3");

        assertThat(lines(schema, good)).isEmpty();
        assertThat(lines(schema, file)).contains("/series/1/tier");
    }

    private static String lines(ResultSchema schema, JsonNode file) {
        Findings findings = new Findings();
        schema.check(file, findings);
        return findings.list().stream().map(Finding::line).collect(Collectors.joining("\n"));
    }

    private boolean fits(JsonNode file) {
        try {
            return plain.validate(file).isEmpty();
        } catch (JacksonException e) {
            return false;
        }
    }

    /** Of each list the first, and the last, which only a walk of the whole finds. */
    private static void collect(JsonNode node, List<Object> at, List<List<Object>> places) {
        if (node.isObject()) {
            node.properties().forEach(property -> step(property.getValue(), at, property.getKey(), places));
            places.add(with(at, "unheard-of"));
        } else if (node.isArray()) {
            step(node.get(0), at, 0, places);
            step(node.get(node.size() - 1), at, node.size() - 1, places);
        }
    }

    private static void step(JsonNode node, List<Object> at, Object step, List<List<Object>> places) {
        List<Object> here = with(at, step);
        places.add(here);
        collect(node, here, places);
    }

    private static List<Object> with(List<Object> at, Object step) {
        List<Object> here = new ArrayList<>(at);
        here.add(step);
        return here;
    }

    private static void change(ObjectNode file, List<Object> place, JsonNode value) {
        JsonNode parent = file.get("series").get(0);
        for (Object step : place.subList(0, place.size() - 1)) {
            parent = step instanceof Integer index ? parent.get(index) : parent.get((String) step);
        }
        Object last = place.get(place.size() - 1);
        if (parent instanceof ArrayNode array) {
            array.set((Integer) last, value);
        } else {
            ((ObjectNode) parent).set((String) last, value);
        }
    }

    /** A good file with two of its series, for the schema asks nothing of all of them together. */
    private static JsonNode good() {
        ObjectNode file = (ObjectNode) JSON.readTree(ResultText.stored(ValidatorTest.good()));
        JsonNode all = file.get("series");
        file.putArray("series").add(all.get(0)).add(all.get(1));
        return file;
    }

    private static Schema plain() {
        try (InputStream in = ResultSchemaTest.class.getResourceAsStream(FieldGuide.SCHEMA)) {
            return SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12).getSchema(JSON.readTree(in));
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }
}
