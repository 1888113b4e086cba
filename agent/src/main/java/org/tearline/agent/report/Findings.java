// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.report;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.tearline.agent.access.Access;
import org.tearline.agent.access.Lines;
import org.tearline.agent.order.Mappings.Mapping;
import org.tearline.agent.order.Source;
import org.tearline.agent.record.Recorder;
import org.tearline.agent.record.Recorder.Hit;
import org.tearline.agent.rewrite.Hook;
import org.tearline.agent.rewrite.Rewriter;
import org.tearline.agent.site.Frames.Walk;
import org.tearline.agent.site.Locations;
import org.tearline.agent.site.Site;
import org.tearline.agent.site.Site.Count;
import org.tearline.agent.site.SiteState;
import org.tearline.agent.value.Evidence;
import org.tearline.agent.value.Value;
import org.tearline.agent.value.ValueTable;

/**
 * The findings so far, and the report on them, whose fields are described in schema/agent.schema.json. The most severe
 * sites come first; sites without counted hits are left out. Thread-safe.
 */
public record Findings(boolean ended, Instant started, Instant taken, boolean ordered, int frames,
                       List<String> libraries, Rewriter.State watched, boolean attached, List<String> running,
                       int instructions, List<SiteState> sites, Recorder recorder, Hook.Lost lost) {
    private static final Comparator<SiteState> WORST_FIRST =
        Comparator.<SiteState>comparingInt(state -> state.site().worst()).thenComparingInt(SiteState::threads)
            .thenComparingLong(state -> state.site().hits()).reversed();

    public Findings {
        sites = sites.stream().filter(state -> state.site().hits() > 0).sorted(WORST_FIRST).toList();
    }

    /** Uses only JDK classes as values, because a caller may be in another class loader. */
    public Map<String, Object> report() {
        Lines lines = recorder.lines();
        int granule = lines.granuleBytes();
        // The program may go on meanwhile: what is counted twice would differ.
        List<Map<String, Object>> all = sites.stream().map(Findings::site).toList();
        long hits = all.stream().mapToLong(site -> (long) site.get("hits")).sum();
        return ordered("schemaVersion", 3, "ended", ended,
            "started", started.toString(), "taken", taken.toString(), "process", process(),
            "geometry", ordered("lineBytes", lines.lineBytes(), "pageBytes", lines.pageBytes(),
                "granuleBytes", granule == 1 ? null : granule),
            "options", ordered("ordered", ordered, "frames", frames, "libraries", libraries),
            "watched", reportOfWatched(),
            "hits", ordered("atSites", hits, "unplaced", recorder.unplaced(), "lost", lost.count(),
                "firstLost", lost.first()),
            "values", ordered("known", recorder.valuesKnown(), "limit", ValueTable.LIMIT),
            "sites", all);
    }

    /** Renders one access like a site of the report, except that the frames are StackTraceElements. */
    public static Map<String, Object> report(Hit hit) {
        return ordered("access", access(hit.walk().access()), "memory", memory(hit.base()),
            "object", hit.base() == null ? null : hit.base().getClass().getTypeName(),
            "offset", hit.position().offset(), "crossesLine", hit.position().crossesLine(),
            "crossesPage", hit.position().crossesPage(), "address", hit.offset(),
            "site", hit.walk().site(), "frames", hit.walk().frames());
    }

    private static Map<String, Object> access(Access access) {
        return ordered("class", access.owner(), "method", access.method(), "api", access.api(),
            "operation", access.operation().toString(), "mode", access.mode(), "bytes", access.bytes(),
            "inPieces", access.inPieces(), "bulk", access.bulk());
    }

    /** @param object null for native memory */
    private static String memory(Object object) {
        return object == null ? "native" : "heap";
    }

    private static Map<String, Object> process() {
        return ordered("pid", ProcessHandle.current().pid(), "jvm", System.getProperty("java.vm.name"),
            "javaVersion", System.getProperty("java.runtime.version"), "os", System.getProperty("os.name"),
            "architecture", System.getProperty("os.arch"));
    }

    private Map<String, Object> reportOfWatched() {
        List<Map<String, Object>> calls = watched.handles() == 0 ? List.of()
            : List.of(ordered("kind", "method-handle", "count", watched.handles(), "first", null));
        return ordered("kinds", kinds(true), "notWatched", kinds(false),
            "loaded", watched.loaded(), "classes", watched.classes(), "instructions", instructions,
            "instructionLimit", Locations.LIMIT, "unwatchedCalls", calls,
            "attached", attached, "running", running, "failures", watched.failures(),
            "notRewritten", watched.notRewritten().stream()
                .map(type -> ordered("class", type.className(), "why", type.why())).toList());
    }

    private List<String> kinds(boolean areWatched) {
        return Arrays.stream(Kind.values()).filter(kind -> kind.isWatched(ordered) == areWatched).map(Kind::toString)
            .toList();
    }

    private static Map<String, Object> site(SiteState state) {
        Site site = state.site();
        Site.Key key = site.key();
        Walk walk = key.walk();
        Mapping mapping = site.first().mapping();
        Map<String, Object> values = values(state);
        List<Count> counts = site.counts();
        long hits = counts.stream().mapToLong(Count::count).sum();
        return ordered("access", access(walk.access()), "memory", memory(key.object()), "object", key.object(),
            "hits", hits, "estimated", site.estimated().get(),
            "places", counts.stream().map(count -> ordered("offset", count.position().offset(),
                "crossesLine", count.position().crossesLine(), "crossesPage", count.position().crossesPage(),
                "hits", count.count())).toList(),
            "values", values,
            "mapping", mapping == null ? null : ordered("file", mapping.file(), "shared", mapping.shared()),
            "first", ordered("time", site.first().time().toString(), "thread", site.first().thread(),
                "offset", site.first().offset()),
            "site", walk.site(), "frames", walk.frames().stream().map(Findings::frame).toList());
    }

    private static Map<String, Object> frame(StackTraceElement frame) {
        return ordered("class", frame.getClassName(), "method", frame.getMethodName(), "file", frame.getFileName(),
            "line", frame.getLineNumber() < 0 ? null : frame.getLineNumber());
    }

    private static Map<String, Object> values(SiteState state) {
        Map<String, Object> values = ordered("known", state.values());
        List<Map<String, Object>> reasons = new ArrayList<>();
        for (Evidence evidence : Evidence.values()) {
            int count = state.count(evidence);
            values.merge(evidence.field(), count, (one, other) -> (int) one + (int) other);
            if (evidence.why() != null && count > 0) {
                reasons.add(ordered("why", evidence.why(), "values", count));
            }
        }
        Site site = state.site();
        values.putAll(ordered("orderedBy", sources(state), "unknownWhy", reasons,
            "untracked", ordered("hits", site.untrackedHits().get(), "unordered", site.contended().get(),
                "unknown", site.doubtful().get()),
            "mostThreads", state.threads(), "threadLimit", Value.THREADS, "group", state.group()));
        return values;
    }

    private static List<Map<String, Object>> sources(SiteState state) {
        return state.sources().entrySet().stream()
            .sorted(Map.Entry.<Source, Integer>comparingByValue().reversed())
            .map(source -> ordered("source", source.getKey().kind(), "name", source.getKey().name(), "values",
                source.getValue()))
            .toList();
    }

    private static Map<String, Object> ordered(Object... keysAndValues) {
        Map<String, Object> map = new LinkedHashMap<>();
        for (int i = 0; i < keysAndValues.length; i += 2) {
            map.put((String) keysAndValues[i], keysAndValues[i + 1]);
        }
        return map;
    }
}
