// SPDX-License-Identifier: Apache-2.0
package org.tearline.page;

import java.io.StringWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.tearline.archive.Archive;
import org.tearline.archive.CpuDesign;
import org.tearline.archive.CpuDesign.ArchivedCell;
import org.tearline.promise.Guarantees;
import org.tearline.promise.Guarantees.PairPromise;
import org.tearline.promise.Rule.Promise;
import org.tearline.trial.AccessPair.Kind;
import org.tearline.trial.AccessRules;
import org.tearline.trial.TrialSpec;
import tools.jackson.databind.json.JsonMapper;

/** Writes all cells as CSV or JSON. Thread-safe. */
public final class CellTable {
    private static final Pattern QUOTED = Pattern.compile("[\",\r\n]");

    private CellTable() {
    }

    /**
     * Returns RFC 4180 text with a header; empty if there is no cell. An apostrophe keeps spreadsheets from running
     * text as a formula.
     */
    public static String csv(Archive archive, Guarantees guarantees) {
        List<Map<String, Object>> rows = rows(archive, guarantees);
        if (rows.isEmpty()) {
            return "";
        }
        StringBuilder text = new StringBuilder(String.join(",", rows.get(0).keySet())).append("\r\n");
        rows.forEach(row -> text.append(row.values().stream().map(CellTable::field).collect(Collectors.joining(",")))
            .append("\r\n"));
        return text.toString();
    }

    /** Returns a JSON array with one object per line. */
    public static String json(Archive archive, Guarantees guarantees) {
        List<Map<String, Object>> rows = rows(archive, guarantees);
        StringWriter lines = new StringWriter();
        JsonMapper.shared().writer().withRootValueSeparator(",\n").writeValues(lines).writeAll(rows).close();
        return "[\n" + lines + (rows.isEmpty() ? "" : "\n") + "]\n";
    }

    private static List<Map<String, Object>> rows(Archive archive, Guarantees guarantees) {
        List<Map<String, Object>> rows = new ArrayList<>();
        for (CpuDesign design : archive.designs()) {
            design.cells().forEach(cell -> rows.add(row(guarantees, design, cell)));
        }
        return rows;
    }

    private static Map<String, Object> row(Guarantees guarantees, CpuDesign design, ArchivedCell cell) {
        boolean pieces = cell.key().pieces();
        TrialSpec trial = cell.key().trial();
        boolean unalignedAccesses = true;
        AccessRules rules = new AccessRules(design.architecture(), design.geometry(), unalignedAccesses);
        Optional<Kind> kind = pieces ? Optional.empty() : rules.kind(trial);
        int boundary = design.geometry().boundary(trial.offset(), trial.width());
        PairPromise promise = pieces || design.emulated() ? null : guarantees.pair(design.traits(), trial, rules);
        Map<String, Object> row = new LinkedHashMap<>();
        row.put("design", design.name());
        row.put("arch", design.architecture().toString());
        row.put("emulated", design.emulated());
        row.put("lineBytes", design.geometry().lineBytes());
        row.put("pageBytes", design.geometry().pageBytes());
        row.put("memory", trial.memory().toString());
        row.put("widthBytes", trial.width().bytes());
        row.put("processes", trial.processes().count());
        row.put("write", trial.write().toString());
        row.put("read", trial.read().toString());
        row.put("tier", trial.tier().toString());
        row.put("pieces", pieces);
        row.put("offset", trial.offset());
        row.put("boundary", boundary);
        row.put("kind", kind.map(CellTable::word).orElse(""));
        row.put("fate", kind.map(one -> word(design.granules().fate(one, trial.width(), boundary))).orElse(""));
        row.put("state", cell.verdict().toString());
        row.put("strong", cell.strong());
        row.put("torn", cell.torn());
        row.put("changes", cell.changes());
        row.put("rate", cell.rate());
        row.put("bound95", cell.bound95());
        row.put("promise", promise == null ? "not-comparable" : promise.promise().toString());
        row.put("rules", promise == null ? "" : String.join(" ", promise.ruleIds()));
        row.put("contradiction", cell.torn() > 0 && promise != null && promise.promise() == Promise.ATOMIC);
        row.put("files", design.files().size());
        row.put("newest", String.valueOf(design.newest()));
        return row;
    }

    private static String word(Enum<?> one) {
        return one.name().toLowerCase(Locale.ROOT);
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
