// SPDX-License-Identifier: Apache-2.0
package org.tearline.published;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.tearline.plan.CpuDistance;
import org.tearline.plan.Memory;
import org.tearline.plan.ReadMode;
import org.tearline.plan.WriteMode;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Holds what stays of a file whose negative results are withdrawn: the torn cells that have a witness, and where they
 * were seen. Controls, calibrations, instructions and every other cell are left out. The only reader of version 1.
 * Stateless. Thread-safe.
 */
public final class TornCells {
    /** Its negative results rest on too few changes, and it says so in fewer fields. */
    private static final int VERSION_1 = 1;

    private TornCells() {
    }

    /** A series of version 1, as far as tears need it. Lists run parallel to the offsets. */
    @JsonIgnoreProperties(ignoreUnknown = true)
    private record OldSeries(Memory memory, int widthBytes, WriteMode write, ReadMode read, CpuDistance placement,
                             SeriesTier tier, List<Integer> offsets, List<Long> changes, List<Long> torn,
                             SortedMap<Integer, SortedMap<Integer, Long>> seams, List<Series.Tear> witnesses) {

        private boolean parallel() {
            return offsets != null && changes != null && torn != null && changes.size() == offsets.size()
                && torn.size() == offsets.size();
        }

        private Series series() {
            return new Series(memory, widthBytes, 1, write, read, placement, tier,
                new Series.Totals(0, 0, 0, 0, 0, 0, 0), offsets, changes, torn, null, null, seams, null, null,
                witnesses, null);
        }
    }

    /** Returns the torn cells of a file of today. */
    public static ResultFile of(ResultFile file) {
        return new ResultFile(file.schemaVersion(), file.methodVersion(), file.licence(), file.kind(), file.date(),
            file.runId(), file.tester(), file.submitter(), file.environment(), file.profile(), null,
            file.series().stream().map(TornCells::of).flatMap(Optional::stream).toList(), null, null, file.digest());
    }

    /** Returns whether a tree says that it is of version 1. */
    public static boolean isVersion1(JsonNode tree) {
        return tree.path("schemaVersion").isIntegralNumber() && tree.path("schemaVersion").intValue() == VERSION_1;
    }

    /**
     * Returns the torn cells of a file of version 1.
     *
     * @throws UnreadableResult if it lacks what a tear needs
     */
    public static ResultFile ofVersion1(JsonNode tree) throws UnreadableResult {
        if (!tree.path("environment").isObject()) {
            throw new UnreadableResult(UnreadableResult.Fault.VALUE, "/environment: not there");
        }
        ObjectNode environment = (ObjectNode) tree.path("environment").deepCopy();
        environment.put("emulated", environment.path("emulated").asBoolean(true) ? "yes" : "no");
        // Timed by another method.
        environment.remove("splitLocks");
        JsonNode profile = tree.path("profile");
        long locked = profile.path("splitLockedChanges").asLong(0);
        List<Series> series = new ArrayList<>();
        for (JsonNode one : tree.path("series")) {
            OldSeries old = ResultText.value(one, OldSeries.class);
            if (!old.parallel()) {
                throw new UnreadableResult(UnreadableResult.Fault.VALUE,
                    "/series: a list of counts without a number for each offset");
            }
            of(old.series()).ifPresent(series::add);
        }
        return of(new ResultFile(VERSION_1, VERSION_1, tree.path("licence").asString(""),
            ResultText.value(tree.path("kind"), Kind.class), ResultText.value(tree.path("date"), LocalDate.class),
            tree.path("runId").asString(""), ResultText.value(tree.path("tester"), TesterBuild.class),
            tree.path("submitter").asString(null), ResultText.value(environment, Environment.class),
            new Profile(profile.path("name").asString(""), profile.path("changes").asLong(0), locked, locked, 0),
            null, series, null, null, tree.path("digest").asString("")));
    }

    /** Empty where no cell is torn with a witness. */
    private static Optional<Series> of(Series series) {
        Set<Integer> witnessed = series.witnesses().stream().map(Series.Tear::offset).collect(Collectors.toSet());
        List<Integer> offsets = new ArrayList<>();
        List<Long> changes = new ArrayList<>();
        List<Long> torn = new ArrayList<>();
        SortedMap<Integer, SortedMap<Integer, Long>> seams = new TreeMap<>(series.seams());
        for (int i = 0; i < series.offsets().size(); i++) {
            int offset = series.offsets().get(i);
            if (series.torn().get(i) > 0 && witnessed.contains(offset)) {
                offsets.add(offset);
                changes.add(series.changes().get(i));
                torn.add(series.torn().get(i));
            } else {
                seams.remove(offset);
            }
        }
        SortedMap<Integer, Long> firstTorn = new TreeMap<>(series.firstTornNanos());
        firstTorn.keySet().retainAll(offsets);
        return offsets.isEmpty() ? Optional.empty() : Optional.of(new Series(series.memory(), series.widthBytes(),
            series.processes(), series.write(), series.read(), series.placement(), series.tier(), series.totals(),
            List.copyOf(offsets), List.copyOf(changes), List.copyOf(torn), null, null, seams, firstTorn, null,
            series.witnesses().stream().filter(witness -> offsets.contains(witness.offset())).toList(), null));
    }
}
