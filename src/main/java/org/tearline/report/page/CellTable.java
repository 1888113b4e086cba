// SPDX-License-Identifier: Apache-2.0
package org.tearline.report.page;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.tearline.merge.Merge;
import org.tearline.merge.MergedCell;
import org.tearline.merge.MergedCpu;
import org.tearline.merge.MergedPair;
import org.tearline.merge.RunLine;
import org.tearline.merge.Seen;
import org.tearline.plan.Memory;
import org.tearline.promise.Guarantees;
import org.tearline.promise.PairPromise;
import org.tearline.promise.Promise;
import org.tearline.result.CellReason;
import org.tearline.result.Rate;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.dataformat.csv.CsvMapper;
import tools.jackson.dataformat.csv.CsvSchema;
import tools.jackson.dataformat.csv.CsvWriteFeature;

/** Every cell as one record, as CSV or JSON, for further work. Pure. Thread-safe. */
public final class CellTable {
    /** Quotes only what needs quotes, instead of everything that is long. */
    private static final CsvMapper CSV = CsvMapper.builder().enable(CsvWriteFeature.STRICT_CHECK_FOR_QUOTING).build();

    private CellTable() {
    }

    /** RFC 4180 with a heading; text that a spreadsheet would run gets an apostrophe in front. */
    public static String csv(Merge merge, Guarantees guarantees) {
        List<Map<String, Object>> rows = new ArrayList<>();
        each(merge, guarantees, row -> {
            row.replaceAll((name, value) -> field(value));
            rows.add(row);
        });
        if (rows.isEmpty()) {
            return "";
        }
        CsvSchema.Builder columns = CsvSchema.builder();
        rows.get(0).keySet().forEach(columns::addColumn);
        return CSV.writer(columns.build().withHeader().withLineSeparator("\r\n")).writeValueAsString(rows);
    }

    /** Returns an array of objects with the same names, one object a line. */
    public static String json(Merge merge, Guarantees guarantees) {
        List<String> lines = new ArrayList<>();
        each(merge, guarantees, row -> lines.add(JsonMapper.shared().writeValueAsString(row)));
        return "[\n" + String.join(",\n", lines) + (lines.isEmpty() ? "" : "\n") + "]\n";
    }

    private static void each(Merge merge, Guarantees guarantees, Consumer<Map<String, Object>> consumer) {
        for (MergedCpu cpu : merge.cpus()) {
            for (MergedPair pair : cpu.pairs()) {
                for (MergedCell cell : pair.cells()) {
                    consumer.accept(row(guarantees, cpu, pair, cell));
                }
            }
        }
    }

    private static Map<String, Object> row(Guarantees guarantees, MergedCpu cpu, MergedPair pair, MergedCell cell) {
        PairPromise promise = pair.pair().promise(guarantees, cpu.traits(), cell.placement());
        boolean comparable = !pair.pair().pieces() && !cpu.model().emulated();
        Map<String, Object> row = new LinkedHashMap<>();
        row.put("cpu", cpu.model().key());
        row.put("brand", cpu.brand());
        row.put("microarchitecture", cpu.microarchitecture());
        row.put("arch", cpu.model().arch());
        row.put("emulated", cpu.model().emulated());
        row.put("lineBytes", cpu.model().geometry().lineBytes());
        row.put("pageBytes", cpu.model().geometry().pageBytes());
        row.put("kind", pair.pair().kind().toString());
        row.put("widthBytes", pair.pair().width().bytes());
        row.put("processes", pair.pair().processes().count());
        row.put("memories", pair.memories().stream().map(Memory::toString).collect(Collectors.joining(" ")));
        row.put("write", pair.pair().write().toString());
        row.put("read", pair.pair().read().toString());
        row.put("tier", pair.pair().tier().toString());
        row.put("pieces", pair.pair().pieces());
        row.put("offset", cell.offset());
        row.put("place", cell.placement().toString());
        row.put("state", cell.seen().id());
        row.put("strength", cell.strength() == null ? "" : cell.strength().word());
        row.put("reason", cell.strength() == null ? cell.reasons().stream().map(CellReason::toString)
            .collect(Collectors.joining(" ")) : cell.strength().reason());
        row.put("torn", cell.torn());
        row.put("changes", cell.changes());
        row.put("plantedFound", cell.planted().found());
        row.put("plantedExpected", cell.planted().expected());
        Rate.Interval interval = cell.tore() ? cell.rate().interval95() : null;
        row.put("lower95", interval == null ? null : interval.lower());
        row.put("upper95", interval == null ? cell.bound95() : (Double) interval.upper());
        row.put("firstTornNanos", cell.firstTornNanos());
        row.put("seams", pair.witnesses().stream().filter(witness -> witness.offset() == cell.offset())
            .map(witness -> String.valueOf(witness.seam())).collect(Collectors.joining(" ")));
        row.put("tornFiles", cell.tornFiles());
        row.put("files", cell.files());
        row.put("silentChanges", cell.silentChanges());
        row.put("tornBySubmitter", cell.shares().stream().map(share -> (share.submitter().isEmpty() ? "anonymous"
            : share.submitter()) + ":" + share.torn() + "/" + share.changes()).collect(Collectors.joining(" ")));
        row.put("runs", cpu.runs().size());
        row.put("newest", cpu.newest().toString());
        row.put("jvms", cpu.runs().stream().map(RunLine::jvm).distinct().sorted().collect(Collectors.joining("; ")));
        row.put("promise", comparable ? promise.promise().toString() : "not-comparable");
        row.put("rules", comparable ? String.join(" ", promise.ruleIds()) : "");
        row.put("contradiction", comparable && cell.tore() && cell.seen() != Seen.UNCONFIRMED
            && pair.pair().promise(guarantees, cpu.vouched(), cell.placement()).promise() == Promise.ATOMIC);
        return row;
    }

    private static String field(Object value) {
        String text = value == null ? "" : String.valueOf(value);
        boolean formula = value instanceof String && !text.isEmpty() && "=+-@\t\r".indexOf(text.charAt(0)) >= 0;
        return formula ? "'" + text : text;
    }
}
