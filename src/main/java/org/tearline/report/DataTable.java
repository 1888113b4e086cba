// SPDX-License-Identifier: Apache-2.0
package org.tearline.report;

import java.io.IOException;
import java.io.Writer;
import java.util.Collection;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.tearline.archive.FileRows;
import tools.jackson.databind.json.JsonMapper;

/**
 * A table of the data set. Each row is a map with the names of all columns, in their order. Thread-safe.
 *
 * @param name    the name of its files, without an extension
 * @param columns the names of the columns
 * @param rows    makes the rows of a file
 */
public record DataTable(String name, List<String> columns, Function<FileRows, Stream<Map<String, Object>>> rows) {
    private static final Pattern QUOTED = Pattern.compile("[\",\r\n]");

    /** A column and how its value is found. */
    record Column<T>(String name, Function<T, Object> value) {
    }

    static <T> DataTable of(String name, List<Column<T>> columns, Function<FileRows, Stream<T>> elements) {
        return new DataTable(name, columns.stream().map(Column::name).toList(),
            file -> elements.apply(file).map(element -> row(columns, element)));
    }

    private static <T> Map<String, Object> row(List<Column<T>> columns, T element) {
        Map<String, Object> row = new LinkedHashMap<>();
        columns.forEach(column -> row.put(column.name, column.value.apply(element)));
        return row;
    }

    /**
     * Writes RFC 4180 text with a header. An apostrophe keeps spreadsheets from running text as a formula.
     *
     * @param files closed at the end
     */
    public void writeCsv(Stream<FileRows> files, Writer out) throws IOException {
        out.write(String.join(",", columns) + "\r\n");
        try (Stream<Map<String, Object>> all = files.flatMap(rows)) {
            for (Iterator<Map<String, Object>> each = all.iterator(); each.hasNext();) {
                out.write(line(each.next().values()) + "\r\n");
            }
        }
    }

    private static String line(Collection<Object> values) {
        return values.stream().map(DataTable::field).collect(Collectors.joining(","));
    }

    /**
     * Writes a JSON array with one object per line.
     *
     * @param files closed at the end
     */
    public void writeJson(Stream<FileRows> files, Writer out) throws IOException {
        out.write("[");
        String separator = "\n";
        try (Stream<Map<String, Object>> all = files.flatMap(rows)) {
            for (Iterator<Map<String, Object>> each = all.iterator(); each.hasNext();) {
                out.write(separator + JsonMapper.shared().writeValueAsString(each.next()));
                separator = ",\n";
            }
        }
        out.write("\n]\n");
    }

    private static String field(Object value) {
        if (!(value instanceof String text)) {
            return Objects.toString(value, "");
        }
        if (!text.isEmpty() && "=+-@\t\r".indexOf(text.charAt(0)) >= 0) {
            text = "'" + text;
        }
        if (QUOTED.matcher(text).find()) {
            text = '"' + text.replace("\"", "\"\"") + '"';
        }
        return text;
    }
}
