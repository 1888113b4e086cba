// SPDX-License-Identifier: Apache-2.0
package org.tearline.cli.json;

import java.io.PrintStream;
import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.tearline.judge.AgentReport;
import org.tearline.judge.Answer;
import org.tearline.judge.JudgedReport;
import org.tearline.judge.JudgedValue;
import org.tearline.judge.JudgedValue.Danger;
import org.tearline.judge.JudgedValue.JudgedPlace;
import org.tearline.promise.Rule;

/** A judgement in the shape of {@code schema/judge.schema.json}. */
public final class JudgementJson {
    private static final int SCHEMA_VERSION = 3;

    private JudgementJson() {
    }

    public static void print(JudgedReport judgement, PrintStream out) {
        Map<Danger, Long> counts = new LinkedHashMap<>();
        Arrays.stream(Danger.values()).forEach(danger -> counts.put(danger, judgement.count(danger)));
        Map<Answer, Map<String, Object>> fates = new IdentityHashMap<>();
        AgentReport.Program process = judgement.report().process();
        JsonText.print(JsonText.object("schemaVersion", SCHEMA_VERSION, "program", JsonText.object("jvm",
            process.jvm(), "javaVersion", process.javaVersion(), "os", process.os(), "architecture",
            process.architecture(), "lineBytes", judgement.report().geometry().lineBytes()), "counts", counts,
            "values", judgement.values().stream().map(value -> value(value, fates)).iterator()), out);
    }

    private static Map<String, Object> value(JudgedValue value, Map<Answer, Map<String, Object>> fates) {
        AgentReport.Mapping mapping = value.sites().get(0).mapping();
        return JsonText.object("danger", value.danger(),
            "accesses", value.sites().stream().map(JudgementJson::access).toList(), "hits", value.hits(),
            "shared", JsonText.object("values", value.values(), "byThreads", value.shared(), "publishedOnce",
                value.most(AgentReport.Values::publishedOnce), "handedOver",
                value.most(AgentReport.Values::handedOver), "locked", value.most(AgentReport.Values::locked),
                "mostThreads", value.mostThreads(), "byProcesses", value.seenByProcesses(), "file",
                mapping == null ? null : mapping.file()),
            "places", value.places().stream().map(place -> place(place, fates.computeIfAbsent(place.answer(),
                JudgementJson::fates))).toList(),
            "remedies", value.remedies().stream().map(remedy -> JsonText.object("remedy", remedy.kind().toString(),
                "words", remedy.words())).toList());
    }

    private static Map<String, Object> access(AgentReport.Site site) {
        AgentReport.Access access = site.access();
        return JsonText.object("method", access.method(), "operation", access.operation(), "mode", access.mode(),
            "bytes", access.bytes(), "at", site.frame().toString(), "hits", site.hits(),
            "estimated", site.estimated());
    }

    private static Map<String, Object> place(JudgedPlace place, Map<String, Object> fates) {
        Map<String, Object> all = JsonText.object("place", place.placement(), "offset", place.offset(), "bytes",
            place.bytes(), "boundary", place.boundary(), "certain", place.certain(), "hits", place.hits());
        all.putAll(fates);
        return all;
    }

    private static Map<String, Object> fates(Answer answer) {
        return JsonText.object("accesses", answer.kind().name().toLowerCase(Locale.ROOT),
            "measured", answer.measured().stream().collect(Collectors.groupingBy(
                one -> one.fate().name().toLowerCase(Locale.ROOT), TreeMap::new,
                Collectors.mapping(one -> one.cpu().id(), Collectors.toList()))),
            "promised", answer.promised().stream().collect(Collectors.groupingBy(one -> one.promise().toString(),
                TreeMap::new, Collectors.mapping(one -> one.family().name(), Collectors.toList()))),
            "rules", answer.promised().stream().flatMap(one -> one.rules().stream()).map(Rule::id).distinct()
                .sorted().toList());
    }
}
