// SPDX-License-Identifier: Apache-2.0
package org.tearline.cli;

import java.util.List;
import java.util.Map;
import org.tearline.archive.KnownCpu;
import org.tearline.cli.text.JsonText;
import org.tearline.judge.AgentReport;
import org.tearline.judge.AgentReport.Access;
import org.tearline.judge.AgentReport.Frame;
import org.tearline.judge.AgentReport.Site;
import org.tearline.judge.AgentReport.Source;
import org.tearline.judge.AgentReport.Values;
import org.tearline.judge.Answer;
import org.tearline.judge.Answer.Promised;
import org.tearline.judge.Baseline;
import org.tearline.judge.Coverage;
import org.tearline.judge.JudgedReport;
import org.tearline.judge.JudgedValue;
import org.tearline.judge.JudgedValue.JudgedPlace;
import org.tearline.promise.Rule;
import org.tearline.trial.Architecture;
import org.tearline.verdict.Fate;

/** Prints a judgement as JSON that follows {@code schema/judgement.schema.json}. */
final class JudgementJson {
    private static final int SCHEMA_VERSION = 2;

    private JudgementJson() {
    }

    static String print(JudgedReport judgement) {
        AgentReport report = judgement.report();
        return JsonText.of(JsonText.object("schemaVersion", SCHEMA_VERSION,
            "conclusion", judgement.conclusion(), "for", judgement.target(),
            "process", JsonText.object("jvm", report.process().jvm(), "javaVersion", report.process().javaVersion(),
                "os", report.process().os(), "architecture", report.process().architecture()),
            "lineBytes", report.geometry().lineBytes(),
            "measured", judgement.cpus().stream().map(KnownCpu::id).toList(),
            "coverage", coverage(judgement.coverage()),
            "values", judgement.values().stream().map(JudgementJson::value).toList(),
            "unusedBaseline", judgement.unused().stream().map(JudgementJson::entry).toList(),
            "ambiguousBaseline", judgement.ambiguous().stream().map(JudgementJson::entry).toList()));
    }

    private static Map<String, Object> coverage(Coverage coverage) {
        return JsonText.object("watched", coverage.kinds(), "notWatched", coverage.notWatched(),
            "classes", coverage.classes(), "instructions", coverage.instructions(),
            "since", coverage.since().toString(), "until", coverage.until().toString(), "ended", coverage.ended(),
            "reports", coverage.reports(), "ordered", coverage.ordered(),
            "granuleBytes", coverage.granuleBytes(),
            "missing", coverage.blind(), "failures", coverage.failures(),
            "notRewritten", coverage.notRewritten(), "unwatchedCalls", coverage.unwatchedCalls(),
            "running", coverage.running(), "unplaced", coverage.unplaced(), "lost", coverage.lost());
    }

    private static Map<String, Object> value(JudgedValue value) {
        return JsonText.object("danger", value.danger().valueCode(), "error", value.isError(),
            "accepted", value.accepted(),
            "doubts", value.doubts(),
            "hits", value.hits(), "seenByProcesses", value.seenByProcesses(), "threads", threads(value),
            "places", value.places().stream().map(JudgementJson::place).toList(),
            "sites", value.sites().stream().map(JudgementJson::site).toList(), "remedies", value.remedies());
    }

    private static Map<String, Object> threads(JudgedValue value) {
        return JsonText.object("values", value.most(Values::known), "shared", value.most(Values::shared),
            "mostThreads", value.most(Values::mostThreads), "oneThread", value.most(Values::oneThread),
            "locked", value.most(Values::locked), "ordered", value.most(Values::ordered),
            "unordered", value.most(Values::unordered), "unknown", value.most(Values::unknown),
            "orderedBy", value.orderedBy().stream().map(JudgementJson::source).distinct().toList(),
            "unknownWhy", value.unknownWhy());
    }

    private static Map<String, Object> source(Source source) {
        return JsonText.object("source", source.source(), "name", source.name());
    }

    private static Map<String, Object> place(JudgedPlace place) {
        Answer answer = place.answer();
        return JsonText.object("offset", place.offset(), "bytes", place.bytes(), "boundary", place.boundary(),
            "placement", place.placement(), "certain", place.certain(), "inPieces", answer.inPieces(),
            "bulk", answer.bulk(), "ifShared", place.ifShared().valueCode(), "torn", cpus(answer, Fate.TORN),
            "whole", cpus(answer, Fate.WHOLE), "unknown", cpus(answer, Fate.UNKNOWN),
            "promises", answer.promised().stream().map(JudgementJson::promise).toList());
    }

    private static List<String> cpus(Answer answer, Fate fate) {
        return answer.cpus(fate).stream().map(KnownCpu::id).toList();
    }

    private static Map<String, Object> promise(Promised promised) {
        Architecture architecture = promised.family().traits().architecture();
        return JsonText.object("family", promised.family().name(), "architecture", architecture,
            "promise", promised.promise(), "faultsUntilCompiled", promised.faultsAtFirst(),
            "rules", promised.rules().stream().map(Rule::id).toList());
    }

    private static Map<String, Object> site(Site site) {
        Frame frame = site.frame();
        Access access = site.access();
        return JsonText.object("class", frame.type(), "method", frame.method(), "file", frame.file(),
            "line", frame.line(), "called", access.type() + "." + access.method(), "kind", access.kind(),
            "bytes", access.bytes(), "hits", site.hits(), "object", site.object(),
            "mappedFile", site.mappedFile());
    }

    private static Map<String, Object> entry(Baseline.Entry entry) {
        return JsonText.object("class", entry.type(), "method", entry.method(), "kind", entry.kind(),
            "bytes", entry.bytes(), "reason", entry.reason());
    }
}
