// SPDX-License-Identifier: Apache-2.0
package org.tearline.cli.json;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.tearline.file.TesterBuild;
import org.tearline.judge.AgentReport;
import org.tearline.judge.Danger;
import org.tearline.judge.Fingerprints;
import org.tearline.judge.JudgedReport;
import org.tearline.judge.JudgedValue;
import org.tearline.judge.SourceTree;

/** Writes a judgement as SARIF 2.1.0, which forges show beside the lines of a pull request. Thread-safe. */
public final class JudgementSarif {
    private static final String SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json";
    private static final String VERSION = "2.1.0";
    /** Holds what forges take for the folder that was checked out. */
    private static final String ROOT = "%SRCROOT%";
    private static final String HOME = "https://github.com/tearline/tearline";
    /** Forges cut long lists. */
    private static final int LINES_SHOWN = 8;

    private JudgementSarif() {
    }

    /**
     * Returns the whole judgement.
     *
     * @param sources where the program's sources are
     */
    public static String text(JudgedReport judgement, SourceTree sources) {
        Map<JudgedValue, String> names = Fingerprints.of(judgement.values());
        return JsonText.of(new SarifLog(SCHEMA, VERSION, List.of(new SarifLog.Run(new SarifLog.Tool(
            new SarifLog.Driver("Tearline", TesterBuild.running().version(), HOME,
                Arrays.stream(Danger.values()).map(JudgementSarif::rule).toList())), "utf16CodeUnits",
            judgement.values().stream().map(value -> result(value, names.get(value), sources)).toList()))));
    }

    private static SarifLog.Rule rule(Danger danger) {
        String what = "A misaligned value is " + danger.words();
        String help = "At a multiple of its size a value is whole. Elsewhere that depends on the CPU and the place, and"
            + " across a cache line no vendor promises it: others may see half of it. Put it at a multiple of its size,"
            + " pad before it, or lock both the write and the read.";
        return new SarifLog.Rule(danger.ruleId(), new SarifLog.Text(what + "."), new SarifLog.Help(help, help),
            new SarifLog.Configuration(level(danger)));
    }

    private static String level(Danger danger) {
        return switch (danger) {
            case TEARS -> "error";
            case MAY_TEAR -> "warning";
            case LOCKED, ONE_THREAD -> "note";
        };
    }

    private static SarifLog.Result result(JudgedValue value, String name, SourceTree sources) {
        List<SarifLog.Location> lines = value.sites().stream().limit(LINES_SHOWN)
            .map(site -> shown(own(site), sources)).toList();
        return new SarifLog.Result(value.danger().ruleId(), value.danger().ordinal(), level(value.danger()),
            new SarifLog.Text(text(value)), lines.subList(0, 1), lines.size() == 1 ? null
                : lines.subList(1, lines.size()), value.sites().stream().limit(LINES_SHOWN)
                .map(site -> new SarifLog.Stack(own(site).stream()
                    .map(frame -> new SarifLog.StackFrame(location(frame, sources))).toList())).toList(),
            Map.of(Fingerprints.KEY, name));
    }

    private static String text(JudgedValue value) {
        return value.sites().stream().limit(LINES_SHOWN).map(ValueSentence::access).distinct()
            .collect(Collectors.joining("; ")) + ": " + value.danger().words() + ". "
            + ValueSentence.places(value).stream().map(JudgementSarif::sentence).collect(Collectors.joining(" ")) + " "
            + sentence(value.remedies().get(0).words());
    }

    private static String sentence(String words) {
        return Character.toUpperCase(words.charAt(0)) + words.substring(1) + ".";
    }

    private static List<AgentReport.Frame> own(AgentReport.Site site) {
        return site.frames().subList(site.site(), site.frames().size());
    }

    /** Returns the innermost frame whose source is here, or the site. */
    private static SarifLog.Location shown(List<AgentReport.Frame> frames, SourceTree sources) {
        return location(frames.stream().filter(frame -> sources.find(frame).isPresent()).findFirst()
            .orElse(frames.get(0)), sources);
    }

    private static SarifLog.Location location(AgentReport.Frame frame, SourceTree sources) {
        Optional<String> file = sources.find(frame);
        return new SarifLog.Location(file.map(path -> new SarifLog.PhysicalLocation(
            new SarifLog.ArtifactLocation(uri(path), ROOT),
            frame.line() == null || frame.line() < 1 ? null : new SarifLog.Region(frame.line()))).orElse(null),
            List.of(new SarifLog.LogicalLocation(frame.type() + "." + frame.method(), "function")));
    }

    private static String uri(String path) {
        try {
            return new URI(null, null, path, null).toASCIIString();
        } catch (URISyntaxException e) {
            throw new IllegalArgumentException(path, e);
        }
    }
}
