package org.tearline.report.page;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.tearline.platform.Emulated;
import org.tearline.promise.Guarantees;
import org.tearline.published.ResultFile;
import org.tearline.published.Strength;
import org.tearline.report.merged.MergedCell;
import org.tearline.report.merged.MergedCpu;
import org.tearline.report.merged.MergedPair;
import org.tearline.report.merged.RunLine;
import org.tearline.report.merged.Seen;
import org.tearline.result.CellReason;
import tools.jackson.databind.json.JsonMapper;

/** What the page's script needs, as JSON that can stand in an HTML script element. Pure; any thread. */
final class PageData {
    private static final int MAX_RUNS = 10;
    private static final int HEX_PREFIX = 2;

    private PageData() {
    }

    /** The text of the script element: no character that could end it. */
    static String text(Guarantees guarantees, List<MergedCpu> cpus) {
        Map<String, Object> all = new LinkedHashMap<>();
        all.put("states", Arrays.stream(Seen.values()).map(seen -> List.of(seen.id(), seen.glyph(), seen.toString()))
            .toList());
        // A visitor's own file has the reasons; what they make of a cell is decided here.
        all.put("schema", ResultFile.SCHEMA_VERSION);
        Map<String, List<Object>> reasons = new LinkedHashMap<>();
        for (CellReason reason : CellReason.values()) {
            reasons.put(reason.toString(), List.of(Seen.of(reason.state()).ordinal(), reason.sentence()));
        }
        all.put("reasons", reasons);
        all.put("strengths", Arrays.stream(Strength.values()).map(strength -> List.of(strength.word(),
            strength.reason(), strength.sentence())).toList());
        all.put("ruleOfThree", MergedCell.RULE_OF_THREE);
        List<List<Integer>> offsets = new ArrayList<>();
        Map<String, Integer> promises = new LinkedHashMap<>();
        all.put("cpus", cpus.stream().map(cpu -> cpu(guarantees, cpu, offsets, promises)).toList());
        all.put("offsets", offsets);
        all.put("promises", promises.keySet());
        return escaped(JsonMapper.shared().writeValueAsString(all));
    }

    static String escaped(String json) {
        return json.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")
            .replace("\u2028", "\\u2028").replace("\u2029", "\\u2029");
    }

    private static Map<String, Object> cpu(Guarantees guarantees, MergedCpu cpu, List<List<Integer>> offsets,
                                           Map<String, Integer> promises) {
        Map<String, Object> object = new LinkedHashMap<>();
        object.put("id", cpu.id());
        object.put("line", cpu.model().geometry().lineBytes());
        object.put("emulated", cpu.model().emulated());
        object.put("page", cpu.model().geometry().pageBytes());
        object.put("pairs", cpu.pairs().stream().map(pair -> pair(guarantees, cpu, pair, offsets, promises)).toList());
        object.put("runs", cpu.runs().stream().limit(MAX_RUNS).map(PageData::run).toList());
        return object;
    }

    private static Map<String, Object> pair(Guarantees guarantees, MergedCpu cpu, MergedPair pair,
                                            List<List<Integer>> offsets, Map<String, Integer> promises) {
        List<Integer> here = pair.cells().stream().map(MergedCell::offset).toList();
        if (!offsets.contains(here)) {
            offsets.add(here);
        }
        Map<String, Object> object = new LinkedHashMap<>();
        object.put("t", pair.pair().title());
        object.put("w", pair.pair().write().toString());
        object.put("r", pair.pair().read().toString());
        object.put("o", offsets.indexOf(here));
        // One digit per cell: the index of its state.
        object.put("s", pair.cells().stream().map(cell -> String.valueOf(cell.seen().ordinal()))
            .collect(Collectors.joining()));
        object.put("torn", pair.cells().stream().map(MergedCell::torn).toList());
        object.put("changes", pair.cells().stream().map(MergedCell::changes).toList());
        // One digit per cell: the index of its strength, or a dash.
        object.put("k", pair.cells().stream().map(cell -> cell.strength() == null ? "-"
            : String.valueOf(cell.strength().ordinal())).collect(Collectors.joining()));
        object.put("pf", pair.cells().stream().map(cell -> cell.planted().found()).toList());
        object.put("pe", pair.cells().stream().map(cell -> cell.planted().expected()).toList());
        object.put("v", votes(pair));
        if (pair.cells().stream().anyMatch(cell -> cell.tornVotes() != (cell.tore() ? cell.votes() : 0))) {
            object.put("tv", pair.cells().stream().map(MergedCell::tornVotes).toList());
        }
        object.put("p", Arrays.stream(Column.values()).map(column -> CpuViews.promise(guarantees, cpu, pair, column))
            .map(promise -> promise.words() + (promise.rules().isEmpty() ? "" : " (" + promise.rules() + ")"))
            .map(words -> promises.computeIfAbsent(words, absent -> promises.size())).toList());
        List<String> who = Arrays.stream(Column.values()).map(column -> CpuViews.who(cpu, pair, column))
            .map(it -> it.words() + (it.counts().isEmpty() ? "" : " (" + it.counts() + ")")).toList();
        if (who.stream().anyMatch(Predicate.not(String::isEmpty))) {
            object.put("who", who);
        }
        object.put("seams", pair.seams());
        object.put("wit", pair.witnesses().stream().map(witness -> List.of(witness.offset(), witness.seam(),
            shortened(witness.before()), shortened(witness.after()), witness.seen().substring(HEX_PREFIX))).toList());
        return object;
    }

    /** One number where all cells have the same. */
    private static Object votes(MergedPair pair) {
        List<Integer> votes = pair.cells().stream().map(MergedCell::votes).toList();
        return votes.stream().distinct().count() == 1 ? votes.get(0) : votes;
    }

    /** A value of one byte repeated as that byte alone, as almost all are. */
    private static String shortened(String hex) {
        String digits = hex.substring(HEX_PREFIX);
        String first = digits.substring(0, 2);
        return digits.equals(first.repeat(Long.BYTES)) ? first : digits;
    }

    private static List<String> run(RunLine run) {
        return List.of(run.date().toString(), run.kind(), run.profile(), run.os(), run.jvm(), run.hypervisor()
            + (run.emulated() == Emulated.NO ? "" : "; emulated: " + run.emulated()), run.submitter(), run.path());
    }
}
