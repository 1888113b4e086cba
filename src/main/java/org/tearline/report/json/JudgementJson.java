// SPDX-License-Identifier: Apache-2.0
package org.tearline.report.json;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.tearline.judge.AgentReport;
import org.tearline.judge.Danger;
import org.tearline.judge.JudgedPlace;
import org.tearline.judge.JudgedReport;
import org.tearline.judge.JudgedSite;
import org.tearline.plan.Alignment;
import org.tearline.platform.CpuFeature;
import org.tearline.promise.PairPromise;

/** Prints a judgement as JSON, in the shape of {@code schema/judge.schema.json}. Thread-safe. */
public final class JudgementJson {
    private static final int SCHEMA_VERSION = 1;

    private JudgementJson() {
    }

    /** Returns the whole judgement. */
    public static String text(JudgedReport judgement) {
        Map<Danger, Long> counts = new LinkedHashMap<>();
        Arrays.stream(Danger.values()).forEach(danger -> counts.put(danger,
            judgement.count(danger)));
        AgentReport.Program process = judgement.report().process();
        return JsonText.of(new Document(SCHEMA_VERSION, new Program(process.jvm(), process.javaVersion(), process.os(),
            process.architecture(), judgement.report().geometry().lineBytes()), judgement.results(), counts,
            judgement.sites().stream().map(Site::of).toList()));
    }

    private record Document(int schemaVersion, Program program, int results, Map<Danger, Long> counts,
                            List<Site> sites) {
    }

    private record Program(String jvm, String javaVersion, String os, String architecture, int lineBytes) {
    }

    private record Access(String method, AgentReport.Operation operation, String mode, int bytes) {
    }

    private record Shared(long values, long byThreads, long mostThreads, boolean byProcesses, String file) {
    }

    private record Remedy(String remedy, String words) {
    }

    private record Site(Danger danger, Access access, String at, long hits, Shared shared, List<Place> places,
                        List<Remedy> remedies) {
        private static Site of(JudgedSite judged) {
            AgentReport.Site site = judged.site();
            AgentReport.Access access = site.access();
            return new Site(judged.danger(), new Access(access.method(), access.operation(), access.mode(),
                access.bytes()), site.frame().toString(), site.hits(), new Shared(site.values().known(),
                site.values().shared(), site.values().mostThreads(), site.seenByProcesses(),
                site.mapping() == null ? null : site.mapping().file()),
                judged.places().stream().map(place -> Place.of(place, access)).toList(),
                judged.remedies().stream().map(remedy -> new Remedy(remedy.kind().toString(), remedy.words()))
                    .toList());
        }
    }

    private record Place(Alignment place, boolean certain, List<Integer> offsets, long hits, boolean splitLock,
                         boolean torn, List<Measured> measured, List<Promised> promises) {
        private static Place of(JudgedPlace place, AgentReport.Access access) {
            return new Place(place.placement(), place.certain(), place.offsets(), place.hits(),
                place.splitLock(access), place.tore(), place.measured().stream().map(Measured::of).toList(),
                place.promises().stream().map(promised -> new Promised(promised.cpu(), Pair.of(promised.itself()),
                    Pair.of(promised.partner()))).toList());
        }
    }

    private record Measured(String cpu, String name, String pair, String state, long torn, long changes) {
        private static Measured of(JudgedPlace.Measured measured) {
            return new Measured(measured.key(), measured.cpu(), measured.pair().toString(),
                measured.summary().seen().id(), measured.summary().torn(), measured.summary().changes());
        }
    }

    private record Promised(String cpu, Pair itself, Pair withOrdinary) {
    }

    private record Pair(String promise, List<String> rules, List<String> dependsOn) {
        private static Pair of(PairPromise promise) {
            return new Pair(promise.promise().toString(), promise.ruleIds(),
                promise.asked().stream().map(CpuFeature::toString).sorted().toList());
        }
    }
}
