// SPDX-License-Identifier: Apache-2.0
package org.tearline.cli.text;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.tearline.file.ResultFile.TesterBuild;
import org.tearline.judge.AgentReport;
import org.tearline.judge.JudgedReport;
import org.tearline.judge.JudgedValue;
import org.tearline.judge.JudgedValue.Danger;
import org.tearline.judge.SourceTree;

/** Prints a judgement as SARIF 2.1.0. */
public final class JudgementSarif {
    private static final String SARIF_SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json";
    private static final String SARIF_VERSION = "2.1.0";
    /** Forges resolve this to the root of the checkout. */
    private static final String ROOT = "%SRCROOT%";
    private static final String HOME = "https://github.com/tearline/tearline";
    private static final String HELP = "A value at a multiple of its size is whole. Elsewhere, whether it tears depends"
        + " on the CPU and the place. Across a cache line, no vendor promises that it is whole: other threads may see"
        + " half of a store. Move it to a multiple of its size, add padding before it, or lock both the write and the"
        + " read.";
    /** Forges truncate long lists. */
    private static final int LINES_SHOWN = 8;

    private JudgementSarif() {
    }

    /** Returns SARIF, which forges show next to the lines of a pull request. */
    public static String of(JudgedReport judgement, SourceTree sources) {
        Map<String, Object> driver = JsonText.object("name", "Tearline", "version", TesterBuild.running().version(),
            "informationUri", HOME, "rules", Arrays.stream(Danger.values()).map(JudgementSarif::rule).toList());
        Map<String, Object> run = JsonText.object("tool", Map.of("driver", driver), "columnKind", "utf16CodeUnits",
            "results", judgement.values().stream().map(value -> result(value, sources)).toList());
        return JsonText.of(JsonText.object("$schema", SARIF_SCHEMA, "version", SARIF_VERSION, "runs", List.of(run)));
    }

    private static Map<String, Object> rule(Danger danger) {
        return JsonText.object("id", danger.ruleId(), "shortDescription", Map.of("text", "A misaligned value is "
            + danger.words() + "."), "help", JsonText.object("text", HELP, "markdown", HELP),
            "defaultConfiguration", Map.of("level", level(danger)));
    }

    private static String level(Danger danger) {
        return switch (danger) {
            case TEARS -> "error";
            case MAY_TEAR -> "warning";
            case LOCKED, HANDED_OVER, PUBLISHED_ONCE, ONE_THREAD -> "note";
        };
    }

    private static Map<String, Object> result(JudgedValue value, SourceTree sources) {
        List<AgentReport.Site> sites = value.sites().stream().limit(LINES_SHOWN).toList();
        List<Map<String, Object>> lines = sites.stream().map(site -> shown(own(site), sources)).toList();
        Map<String, Object> result = JsonText.object("ruleId", value.danger().ruleId(), "ruleIndex",
            value.danger().ordinal(), "level", level(value.danger()), "message", Map.of("text", text(value)),
            "locations", lines.subList(0, 1));
        if (lines.size() > 1) {
            result.put("relatedLocations", lines.subList(1, lines.size()));
        }
        result.put("stacks", sites.stream().map(site -> Map.of("frames", own(site).stream()
            .map(frame -> Map.of("location", location(frame, sources))).toList())).toList());
        result.put("properties", JsonText.object("hits", value.hits(), "values", value.values(), "shared",
            value.shared(), "publishedOnce", value.most(AgentReport.Values::publishedOnce), "handedOver",
            value.most(AgentReport.Values::handedOver), "locked", value.most(AgentReport.Values::locked),
            "mostThreads", value.mostThreads(), "byProcesses", value.seenByProcesses(), "places",
            value.places().stream().map(place -> JsonText.object("place", place.placement(), "offset", place.offset(),
                "bytes", place.bytes(), "certain", place.certain(), "hits", place.hits())).toList()));
        return result;
    }

    private static String text(JudgedValue value) {
        return value.sites().stream().limit(LINES_SHOWN).map(JudgementText::access).distinct()
            .collect(Collectors.joining("; ")) + ": " + value.danger().words() + ". "
            + JudgementText.places(value).stream().map(JudgementSarif::sentence).collect(Collectors.joining(" ")) + " "
            + sentence(value.remedies().get(0));
    }

    private static String sentence(String words) {
        return Character.toUpperCase(words.charAt(0)) + words.substring(1) + ".";
    }

    private static List<AgentReport.Frame> own(AgentReport.Site site) {
        return site.frames().subList(site.site(), site.frames().size());
    }

    /** Returns the innermost frame with a source file, or else the site. */
    private static Map<String, Object> shown(List<AgentReport.Frame> frames, SourceTree sources) {
        return location(frames.stream().filter(frame -> sources.find(frame).isPresent()).findFirst()
            .orElse(frames.get(0)), sources);
    }

    private static Map<String, Object> location(AgentReport.Frame frame, SourceTree sources) {
        Map<String, Object> location = new LinkedHashMap<>();
        sources.find(frame).ifPresent(path -> {
            Map<String, Object> place = JsonText.object("artifactLocation", JsonText.object("uri", uri(path),
                "uriBaseId", ROOT));
            if (frame.line() != null && frame.line() >= 1) {
                place.put("region", Map.of("startLine", frame.line()));
            }
            location.put("physicalLocation", place);
        });
        location.put("logicalLocations", List.of(JsonText.object("fullyQualifiedName", frame.type() + "."
            + frame.method(), "kind", "function")));
        return location;
    }

    private static String uri(String path) {
        try {
            return new URI(null, null, path, null).toASCIIString();
        } catch (URISyntaxException e) {
            throw new IllegalArgumentException(path, e);
        }
    }
}
