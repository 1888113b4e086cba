// SPDX-License-Identifier: Apache-2.0
package org.tearline.bench.report;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.json.JsonMapper;

/**
 * A table that others published, to stand beside ours. Immutable.
 *
 * @param source where it is, and of which machine
 * @param rows   name to what was published, in words
 * @param grids  operation and width to a number for each offset
 */
record Published(String id, String title, String source, Map<String, String> rows,
                 Map<String, List<Double>> grids) {
    private static final List<Published> ALL = read();

    static Published table(String id) {
        return ALL.stream().filter(table -> table.id.equals(id)).findFirst().orElseThrow();
    }

    private static List<Published> read() {
        try (InputStream in = Published.class.getResourceAsStream("published.json")) {
            return List.of(JsonMapper.builder().build().readValue(in, Published[].class));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
