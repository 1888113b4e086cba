// SPDX-License-Identifier: Apache-2.0
package org.tearline.published.bench;

import java.util.List;
import java.util.Map;
import org.tearline.published.ExportedFile;
import org.tearline.published.UnreadableExport;
import tools.jackson.databind.JsonNode;

/** The part that a result needs of what scripts/bench-costs leaves; bench-costs.schema.json has all. Immutable. */
record BenchFile(String profile, String jmh, Jvm jvm, Conditions conditions, List<Group> groups,
                 List<Judged> remedies) {
    /** A full run takes less than one; the rest is room. */
    static final int MAX_BYTES = 16 << 20;

    private static final String SCHEMA = "/schema/bench-costs.schema.json";

    /** The JVM of all forks. */
    record Jvm(String vendor, String version, String name) {
    }

    /** Says how many threads could run at once, whether each was kept on a CPU, and the line that offsets are about. */
    record Conditions(int cpus, boolean pinned, int lineBytes) {
    }

    /** One question. */
    record Group(String id, List<Series> series, List<Missing> leftOut) {
    }

    /** Measurements along one axis; points are numbers or names. */
    record Series(Map<String, JsonNode> parameters, String metric, String axis, List<JsonNode> at,
                  List<Long> samples, List<Integer> forks, List<Double> median, List<Double> low, List<Double> high,
                  Map<String, List<Long>> counts) {
    }

    /** Something that was not measured; why is for people. */
    record Missing(String what, String reason, String why) {
    }

    /** Holds what the benchmark counted of a remedy. */
    record Own(long reads, long changes, long torn) {
    }

    /** Holds what the tester said of a remedy. */
    record Verdict(String write, String read, int offset, String verdict, String strength, long changes, long torn) {
    }

    /** A remedy. */
    record Judged(String remedy, Own own, Verdict tester) {
    }

    static BenchFile parse(byte[] bytes) throws UnreadableExport {
        return ExportedFile.parse(bytes, SCHEMA, BenchFile.class);
    }
}
