// SPDX-License-Identifier: Apache-2.0
package org.tearline.cli;

import org.tearline.archive.KnownCpu;
import org.tearline.cli.text.JsonText;
import org.tearline.judge.AgentReport.Access;
import org.tearline.judge.AgentReport.Frame;
import org.tearline.judge.AgentReport.Site;
import org.tearline.judge.AgentReport.Values;
import org.tearline.judge.AgentReport;
import org.tearline.judge.Baseline.Entry;
import org.tearline.judge.JudgedReport;
import org.tearline.judge.JudgedValue;
import org.tearline.words.Members;

/** Prints a judgement as JSON that follows {@code schema/judgement.schema.json}. */
final class JudgementJson {
    private JudgementJson() {
    }

    static String print(JudgedReport judgement) {
        AgentReport report = judgement.report();
        return JsonText.of(Members.of("schemaVersion", 2,
            "conclusion", judgement.conclusion(), "for", judgement.target(),
            "process", report.process(),
            "lineBytes", report.geometry().lineBytes(),
            "measured", judgement.cpus().stream().map(KnownCpu::id).toList(),
            "coverage", judgement.coverage(),
            "values", judgement.values().stream().map(JudgementJson::value).toList(),
            "unusedBaseline", judgement.unused().stream().map(JudgementJson::entry).toList(),
            "ambiguousBaseline", judgement.ambiguous().stream().map(JudgementJson::entry).toList()));
    }

    private static Object value(JudgedValue value) {
        return Members.of("danger", value.danger().valueCode(), "error", value.isError(),
            "accepted", value.accepted(),
            "doubts", value.doubts(),
            "hits", value.hits(), "seenByProcesses", value.seenByProcesses(), "threads", threads(value),
            "places", value.places().stream().map(place -> new JudgedPlaceJson(place).object()).toList(),
            "sites", value.sites().stream().map(JudgementJson::site).toList(), "remedies", value.remedies());
    }

    private static Object threads(JudgedValue value) {
        return Members.of("values", value.most(Values::known), "shared", value.most(Values::shared),
            "mostThreads", value.most(Values::mostThreads), "oneThread", value.most(Values::oneThread),
            "locked", value.most(Values::locked), "ordered", value.most(Values::ordered),
            "unordered", value.most(Values::unordered), "unknown", value.most(Values::unknown),
            "orderedBy", value.orderedBy().stream().distinct().toList(),
            "unknownWhy", value.unknownWhy());
    }

    private static Object site(Site site) {
        Frame frame = site.frame();
        Access access = site.access();
        return Members.of("class", frame.type(), "method", frame.method(), "file", frame.file(),
            "line", frame.line(), "called", access.type() + "." + access.method(), "kind", access.kind(),
            "bytes", access.bytes(), "hits", site.hits(), "object", site.object(),
            "mappedFile", site.mappedFile());
    }

    private static Object entry(Entry entry) {
        return Members.of("class", entry.type(), "method", entry.method(), "kind", entry.kind(),
            "bytes", entry.bytes(), "reason", entry.reason());
    }
}
