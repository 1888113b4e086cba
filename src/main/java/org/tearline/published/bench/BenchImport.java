// SPDX-License-Identifier: Apache-2.0
package org.tearline.published.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.tearline.platform.Machine;
import org.tearline.platform.SplitLockCost;
import org.tearline.published.Costs;
import org.tearline.published.Delivered;
import org.tearline.published.Environment;
import org.tearline.published.ExportedFile;
import org.tearline.published.PublishedJvm;
import org.tearline.published.PublishedMachine;
import org.tearline.published.PublishedPinning;
import org.tearline.published.Quoted;
import org.tearline.published.ResultFile;
import org.tearline.published.TesterBuild;
import org.tearline.published.UnreadableExport;
import tools.jackson.databind.JsonNode;

/**
 * Holds what scripts/bench-costs measured, as a result file with the facts of the machine that made it. Thread-safe.
 */
public final class BenchImport {
    /** Of a smoke run the shapes count and not the times. */
    private static final String SMOKE = "smoke";
    /** Counted of queues and round trips, and of nothing else. */
    private static final String MESSAGES = "messages";
    private static final int MOST_WORDS = 120;

    private BenchImport() {
    }

    /**
     * Reads a file of the benchmarks; sealed.
     *
     * @param here the machine that this runs on, which must be the one that was measured
     * @param line as it was measured here; null if it was not
     * @throws UnreadableExport if no result file comes of it; says why
     */
    public static ResultFile of(Path file, Machine here, TesterBuild build, Costs.Line line)
        throws IOException, UnreadableExport {
        byte[] bytes = ExportedFile.bytes(file, BenchFile.MAX_BYTES);
        BenchFile measured = BenchFile.parse(bytes);
        if (measured.profile().equals(SMOKE)) {
            throw new UnreadableExport("a smoke run measures shapes and no times; run scripts/bench-costs --quick");
        }
        if (measured.conditions().lineBytes() != here.geometry().lineBytes()) {
            throw new UnreadableExport("made on another machine: lines of " + measured.conditions().lineBytes()
                + " bytes there, " + here.geometry().lineBytes() + " here");
        }
        int online = here.cpus().online().value().size();
        if (measured.conditions().cpus() > online) {
            throw new UnreadableExport("made on another machine: " + measured.conditions().cpus() + " CPUs there, "
                + online + " here");
        }
        // The file does not say its day; it is written when the run ends.
        LocalDate day = LocalDate.ofInstant(Files.getLastModifiedTime(file).toInstant(), ZoneOffset.UTC);
        return ResultFile.unsealed(day, ExportedFile.runId(bytes), build, environment(measured, here),
            costs(measured, line)).sealed();
    }

    /** This machine with the JVM of the forks. */
    private static Environment environment(BenchFile measured, Machine here) {
        BenchFile.Jvm jvm = measured.jvm();
        return PublishedMachine.of(here, SplitLockCost.notTimed("an import runs nothing"),
            new PublishedPinning(measured.conditions().pinned(), measured.conditions().pinned()), null)
            .ranBy(new PublishedJvm(jvm.vendor(), jvm.version(), jvm.name(), null));
    }

    private static Costs costs(BenchFile measured, Costs.Line line) throws UnreadableExport {
        return new Costs(measured.profile(), measured.jmh(), measured.conditions().cpus(),
            Tried.map(measured.groups(), BenchImport::group), Tried.map(measured.remedies(), BenchImport::judged),
            line);
    }

    private static Costs.Group group(BenchFile.Group group) throws UnreadableExport {
        return new Costs.Group(named(Costs.Question.values(), group.id()),
            Tried.map(group.series(), BenchImport::times), Tried.map(group.leftOut(), missing -> new Costs.Missing(
                words(missing.what()), named(Costs.Reason.values(), missing.reason()))));
    }

    private static Costs.Times times(BenchFile.Series series) throws UnreadableExport {
        Costs.Axis axis = named(Costs.Axis.values(), series.axis());
        boolean numbers = series.at().stream().allMatch(JsonNode::isInt);
        if (numbers != axis.numeric()) {
            throw new UnreadableExport("the points of " + axis + " are not " + (axis.numeric() ? "numbers" : "names"));
        }
        return new Costs.Times(setting(series.parameters()), named(Costs.Metric.values(), series.metric()), axis,
            numbers ? series.at().stream().map(JsonNode::intValue).toList() : null,
            numbers ? null : series.at().stream().map(JsonNode::asString).toList(), series.samples(),
            series.forks(), picos(series.median()), picos(series.low()), picos(series.high()), counted(series.counts()),
            delivered(series.counts()));
    }

    private static Costs.Setting setting(Map<String, JsonNode> parameters) {
        Integer width = number(parameters, "widthBytes");
        Integer stride = number(parameters, "strideBytes");
        Integer threads = number(parameters, "threads");
        JsonNode bytes = parameters.get("setBytes");
        return new Costs.Setting(text(parameters, "operation"), width, text(parameters, "set"),
            bytes == null ? null : bytes.asLong(-1), stride, text(parameters, "side"), text(parameters, "memory"),
            text(parameters, "mode"), threads, text(parameters, "counter"), text(parameters, "adder"),
            text(parameters, "place"), number(parameters, "processes"), text(parameters, "way"),
            text(parameters, "omission"));
    }

    private static Integer number(Map<String, JsonNode> parameters, String name) {
        return parameters.containsKey(name) ? (Integer) parameters.get(name).asInt(-1) : null;
    }

    private static String text(Map<String, JsonNode> parameters, String name) {
        return parameters.containsKey(name) ? parameters.get(name).asString() : null;
    }

    private static Costs.Counted counted(Map<String, List<Long>> counts) {
        return counts.isEmpty() || counts.containsKey(MESSAGES) ? null : new Costs.Counted(
            counts.get("increments"), counts.get("lost"), counts.get("reads"), counts.get("changes"),
            counts.get("torn"), counts.get("retries"), counts.get("lockedAcross"));
    }

    private static Delivered delivered(Map<String, List<Long>> counts) {
        return !counts.containsKey(MESSAGES) ? null : new Delivered(counts.get(MESSAGES), counts.get("lost"),
            counts.get("repeated"), counts.get("reordered"), counts.get("garbled"), counts.get("firstDamage"),
            counts.get("torn"), counts.get("tornAhead"), counts.get("witnessBefore"), counts.get("witnessTorn"),
            counts.get("stalls"), counts.get("stalledMicros"));
    }

    private static Costs.Judged judged(BenchFile.Judged judged) {
        BenchFile.Verdict verdict = judged.tester();
        Costs.Own own = new Costs.Own(judged.own().reads(), judged.own().changes(), judged.own().torn());
        Costs.Asked asked = verdict == null ? null : new Costs.Asked(verdict.write(), verdict.read(),
            verdict.offset(), verdict.verdict(), verdict.strength(), verdict.changes(), verdict.torn());
        return new Costs.Judged(judged.remedy(), own, asked, Costs.Right.of(own, asked));
    }

    private static List<Long> picos(List<Double> nanos) {
        return nanos.stream().map(value -> Math.round(value * Costs.PICOS)).toList();
    }

    /** Free words of the benchmark as a file may have them; the reason travels as a code. */
    private static String words(String text) {
        String plain = text.replace("'", "").replaceAll("[^A-Za-z0-9 ,.+-]", " ").replaceAll(" +", " ").strip();
        return plain.substring(0, Math.min(plain.length(), MOST_WORDS)).strip();
    }

    private static <T> T named(T[] values, String word) throws UnreadableExport {
        return Arrays.stream(values).filter(value -> value.toString().equals(word)).findFirst()
            .orElseThrow(() -> new UnreadableExport(Quoted.of(word) + " is not known"));
    }

    /** A function that may end the reading. */
    private interface Tried<A, B> {
        B of(A value) throws UnreadableExport;

        static <A, B> List<B> map(List<A> all, Tried<A, B> each) throws UnreadableExport {
            List<B> made = new ArrayList<>();
            for (A one : all) {
                made.add(each.of(one));
            }
            return List.copyOf(made);
        }
    }
}
