// SPDX-License-Identifier: Apache-2.0
package org.tearline.report;

import java.io.IOException;
import java.io.Writer;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.tearline.archive.FileRows;
import tools.jackson.databind.json.JsonMapper;

/**
 * A table of the data set, which starts with the file of each row. Thread-safe once it has all columns.
 *
 * @param name     the name of its files, without an extension
 * @param elements returns what the rows of a file are made of
 * @param columns  the values of an element by the name of the column, in order
 */
public record DataTable<T>(String name, Function<FileRows, Stream<T>> elements,
                           Map<String, Function<T, Object>> columns) {
    private static final Pattern QUOTED = Pattern.compile("[\",\r\n]");

    /** @param of returns the file of a row */
    DataTable(String name, Function<FileRows, Stream<T>> elements, Function<T, FileRows> of) {
        this(name, elements, new LinkedHashMap<>());
        with("runId", of.andThen(file -> file.file().runId()));
        with("design", of.andThen(FileRows::name));
        with("arch", of.andThen(file -> file.environment().arch()));
        with("emulated", of.andThen(file -> file.environment().emulated()));
        with("submitter", of.andThen(file -> file.listed().submitter().name()));
    }

    /** Adds a column. */
    DataTable<T> with(String column, Function<T, Object> value) {
        columns.put(column, value);
        return this;
    }

    /** Returns the rows of a file, each with the names of all columns, in order. */
    public Stream<Map<String, Object>> rows(FileRows file) {
        return elements.apply(file).map(element -> {
            Map<String, Object> row = new LinkedHashMap<>();
            columns.forEach((column, value) -> row.put(column, value.apply(element)));
            return row;
        });
    }

    /**
     * Writes RFC 4180 text with a header. An apostrophe keeps spreadsheets from running text as a formula.
     *
     * @param files closed at the end
     */
    void writeCsv(Stream<FileRows> files, Writer out) throws IOException {
        out.write(String.join(",", columns.keySet()));
        write(files, row -> row.values().stream().map(DataTable::field).collect(Collectors.joining(",")), "\r\n",
            "\r\n", out);
        out.write("\r\n");
    }

    /**
     * Writes a JSON array with one object per line.
     *
     * @param files closed at the end
     */
    void writeJson(Stream<FileRows> files, Writer out) throws IOException {
        out.write("[");
        write(files, JsonMapper.shared()::writeValueAsString, "\n", ",\n", out);
        out.write("\n]\n");
    }

    /**
     * Writes all rows.
     *
     * @param first what precedes the first row
     * @param next  what precedes every other row
     */
    private void write(Stream<FileRows> files, Function<Map<String, Object>, String> print, String first, String next,
                       Writer out) throws IOException {
        String before = first;
        try (Stream<String> all = files.flatMap(this::rows).map(print)) {
            for (Iterator<String> each = all.iterator(); each.hasNext();) {
                out.write(before + each.next());
                before = next;
            }
        }
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
