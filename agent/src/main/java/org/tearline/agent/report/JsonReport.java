// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.report;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.tearline.agent.access.Access;
import org.tearline.agent.record.Locations;
import org.tearline.agent.record.Mapping;
import org.tearline.agent.record.Recorder;
import org.tearline.agent.record.Site;
import org.tearline.agent.record.ValueTable;
import org.tearline.agent.rewrite.Rewriter;

/** The findings as JSON; schema/agent.schema.json says what every field means. Stateless, any thread. */
public final class JsonReport {
    private static final int SCHEMA_VERSION = 1;

    private JsonReport() {
    }

    /** The whole file. */
    public static String of(Findings findings) {
        Map<String, Object> root = new LinkedHashMap<>();
        root.put("schemaVersion", SCHEMA_VERSION);
        root.put("started", findings.started().toString());
        root.put("taken", findings.taken().toString());
        root.put("process", process());
        root.put("geometry", ordered("lineBytes", findings.geometry().lineBytes(),
            "pageBytes", findings.geometry().pageBytes(), "lineFrom", findings.geometry().lineFrom()));
        root.put("options", ordered("plain", findings.plain(), "frames", findings.frames()));
        root.put("watched", watched(findings));
        root.put("hits", ordered("atSites", findings.hits(), "unplaced", findings.unplaced(), "lost", findings.lost()));
        root.put("values", ordered("known", findings.values(), "limit", ValueTable.LIMIT));
        root.put("sites", findings.sites().stream().map(JsonReport::site).toList());
        return Json.of(root);
    }

    private static Map<String, Object> process() {
        return ordered("pid", ProcessHandle.current().pid(), "jvm", System.getProperty("java.vm.name"),
            "javaVersion", System.getProperty("java.runtime.version"), "os", System.getProperty("os.name"),
            "architecture", System.getProperty("os.arch"));
    }

    private static Map<String, Object> watched(Findings findings) {
        Rewriter.State state = findings.watched();
        return ordered("classes", state.classes(), "instructions", findings.instructions(),
            "instructionLimit", Locations.LIMIT, "methodHandles", state.handles(), "failures", state.failures(),
            "notRewritten", state.notRewritten().stream()
                .map(one -> ordered("class", one.className(), "why", one.why())).toList());
    }

    private static Map<String, Object> site(Recorder.SiteState state) {
        Site site = state.site();
        Site.Key key = site.key();
        Access access = key.access();
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("access", ordered("class", access.owner(), "method", access.method(),
            "operation", access.operation(), "mode", access.mode(), "bytes", access.bytes()));
        json.put("memory", key.object() == null ? "native" : "heap");
        json.put("object", key.object());
        json.put("worst", Findings.worst(site));
        json.put("hits", Findings.hits(site));
        json.put("places", site.counts().stream().map(count -> ordered("place", count.place(),
            "offset", count.offset(), "hits", count.count())).toList());
        json.put("values", ordered("known", state.values(), "shared", state.shared(),
            "mostThreads", state.threads(), "threadLimit", ValueTable.THREADS));
        json.put("mapping", mapping(site.first().mapping()));
        json.put("first", ordered("time", site.first().time(), "thread", site.first().thread(),
            "offset", site.first().offsetInPage()));
        json.put("site", key.outermost());
        json.put("frames", frames(key.frames()));
        return json;
    }

    private static Map<String, Object> mapping(Mapping mapping) {
        return mapping == null ? null : ordered("file", mapping.file(), "shared", mapping.shared());
    }

    private static List<Map<String, Object>> frames(List<StackTraceElement> frames) {
        return frames.stream().map(frame -> ordered("class", frame.getClassName(), "method", frame.getMethodName(),
            "file", frame.getFileName(), "line", frame.getLineNumber() < 0 ? null : frame.getLineNumber())).toList();
    }

    private static Map<String, Object> ordered(Object... keysAndValues) {
        Map<String, Object> map = new LinkedHashMap<>();
        for (int i = 0; i < keysAndValues.length; i += 2) {
            map.put((String) keysAndValues[i], keysAndValues[i + 1]);
        }
        return map;
    }
}
