// SPDX-License-Identifier: Apache-2.0
package org.tearline.report;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import org.tearline.judge.AgentReport;
import org.tearline.judge.Danger;
import org.tearline.judge.JudgedPlace;
import org.tearline.judge.JudgedSite;
import org.tearline.judge.Judgement;
import org.tearline.judge.Remedy;
import org.tearline.promise.CpuFeature;
import org.tearline.promise.PairPromise;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** A judgement as JSON: judge.schema.json describes it. Pure; any thread. */
public final class JudgementJson {
    private static final int SCHEMA_VERSION = 1;

    private JudgementJson() {
    }

    /** The whole judgement. */
    public static String text(Judgement judgement) {
        Map<String, Object> all = new LinkedHashMap<>();
        all.put("schemaVersion", SCHEMA_VERSION);
        Map<String, Object> program = new LinkedHashMap<>();
        program.put("jvm", judgement.report().process().jvm());
        program.put("javaVersion", judgement.report().process().javaVersion());
        program.put("os", judgement.report().process().os());
        program.put("architecture", judgement.report().process().architecture());
        program.put("lineBytes", judgement.report().geometry().lineBytes());
        all.put("program", program);
        all.put("results", judgement.results());
        Map<String, Object> counts = new LinkedHashMap<>();
        Arrays.stream(Danger.values()).forEach(danger -> counts.put(danger.toString(), judgement.count(danger)));
        all.put("counts", counts);
        all.put("sites", judgement.sites().stream().map(JudgementJson::site).toList());
        return JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build().writeValueAsString(all);
    }

    private static Map<String, Object> site(JudgedSite judged) {
        AgentReport.Site site = judged.site();
        Map<String, Object> object = new LinkedHashMap<>();
        object.put("danger", judged.danger().toString());
        Map<String, Object> access = new LinkedHashMap<>();
        access.put("method", site.access().method());
        access.put("operation", site.access().operation().toString());
        access.put("mode", site.access().mode());
        access.put("bytes", site.access().bytes());
        object.put("access", access);
        object.put("at", site.frame().toString());
        object.put("hits", site.hits());
        Map<String, Object> shared = new LinkedHashMap<>();
        shared.put("values", site.values().known());
        shared.put("byThreads", site.values().shared());
        shared.put("mostThreads", site.values().mostThreads());
        shared.put("byProcesses", site.seenByProcesses());
        shared.put("file", site.mapping() == null ? null : site.mapping().file());
        object.put("shared", shared);
        object.put("places", judged.places().stream().map(place -> place(place, site.access())).toList());
        object.put("remedies", judged.remedies().stream().map(JudgementJson::remedy).toList());
        return object;
    }

    private static Map<String, Object> place(JudgedPlace place, AgentReport.Access access) {
        Map<String, Object> object = new LinkedHashMap<>();
        object.put("place", place.placement().toString());
        object.put("certain", place.certain());
        object.put("offsets", place.offsets());
        object.put("hits", place.hits());
        object.put("splitLock", place.splitLock(access));
        object.put("torn", place.tore());
        object.put("measured", place.measured().stream().map(JudgementJson::measured).toList());
        object.put("promises", place.promises().stream().map(JudgementJson::promise).toList());
        object.put("reported", place.claims().stream().map(JudgementJson::claim).toList());
        return object;
    }

    private static Map<String, Object> measured(JudgedPlace.Measured measured) {
        Map<String, Object> object = new LinkedHashMap<>();
        object.put("cpu", measured.key());
        object.put("name", measured.cpu());
        object.put("pair", measured.pair().toString());
        object.put("state", measured.summary().seen().id());
        object.put("torn", measured.summary().torn());
        object.put("changes", measured.summary().changes());
        if (!measured.withdrawn().isEmpty()) {
            object.put("withdrawn", measured.withdrawn());
        }
        return object;
    }

    private static Map<String, Object> promise(JudgedPlace.Promised promised) {
        Map<String, Object> object = new LinkedHashMap<>();
        object.put("cpu", promised.cpu());
        object.put("itself", promise(promised.itself()));
        object.put("withOrdinary", promise(promised.partner()));
        return object;
    }

    private static Map<String, Object> promise(PairPromise promise) {
        Map<String, Object> object = new LinkedHashMap<>();
        object.put("promise", promise.promise().toString());
        object.put("rules", promise.ruleIds());
        object.put("dependsOn", promise.asked().stream().map(CpuFeature::toString).sorted().toList());
        return object;
    }

    private static Map<String, Object> claim(JudgedPlace.Claim claim) {
        Map<String, Object> object = new LinkedHashMap<>();
        object.put("cpu", claim.observation().cpu());
        object.put("pair", claim.pair().toString());
        object.put("seen", claim.seen().toString());
        object.put("source", claim.observation().source());
        object.put("url", claim.observation().url());
        return object;
    }

    private static Map<String, Object> remedy(Remedy remedy) {
        Map<String, Object> object = new LinkedHashMap<>();
        object.put("remedy", remedy.kind().toString());
        object.put("words", remedy.words());
        return object;
    }
}
