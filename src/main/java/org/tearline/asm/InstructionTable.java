// SPDX-License-Identifier: Apache-2.0
package org.tearline.asm;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.tearline.asm.Inspector.Evidence;
import org.tearline.run.link.Message.CompileRequest;
import org.tearline.trial.Geometry;
import org.tearline.trial.Memory;
import org.tearline.trial.TrialSpec.ReadMode;
import org.tearline.trial.TrialSpec.Side;
import org.tearline.trial.TrialSpec.Tier;
import org.tearline.trial.TrialSpec.WriteMode;
import org.tearline.trial.Width;

/**
 * The instructions for every memory, width and mode in both compiled tiers. Values are misaligned unless the API
 * rejects misaligned values.
 *
 * @param advice what to install if there is no decoder, else null
 */
public record InstructionTable(String decoder, String advice, List<Row> rows) {
    /**
     * An offset that is misaligned for every width, but at which a short lies inside an aligned int: C1 cannot update a
     * short that crosses two ints.
     */
    private static final int MISALIGNED = 5;
    private static final List<WriteMode> WRITES = Arrays.stream(WriteMode.values())
        .filter(mode -> mode != WriteMode.SEQLOCK).toList();
    private static final List<ReadMode> READS = Arrays.stream(ReadMode.values()).filter(mode -> !mode.guarded())
        .toList();

    /** The instructions for one access, by memory. */
    public record Row(Tier tier, Width width, Side side, String mode, Map<Memory, Evidence> found) {
        /** Returns the most frequent instruction, ignoring memories that lack the access. */
        public String usual() {
            boolean any = found.values().stream().anyMatch(evidence -> evidence.kind() != null);
            return found.values().stream().filter(evidence -> !any || evidence.kind() != null)
                .collect(Collectors.groupingBy(Evidence::instruction, LinkedHashMap::new, Collectors.counting()))
                .entrySet().stream().sorted(Map.Entry.comparingByValue(Comparator.reverseOrder())).findFirst()
                .orElseThrow().getKey();
        }

        public Map<Memory, Evidence> different() {
            Map<Memory, Evidence> different = new LinkedHashMap<>(found);
            different.values().removeIf(evidence -> evidence.instruction().equals(usual()));
            return different;
        }
    }

    /** Compiles all accesses with this JVM, which takes a few seconds; see {@link Inspector#inspect}. */
    public static InstructionTable of(Geometry geometry) throws IOException, InterruptedException {
        List<Row> rows = new ArrayList<>();
        Inspector.Findings any = null;
        for (Tier tier : List.of(Tier.C2, Tier.C1)) {
            List<CompileRequest> requests = Stream.of(Width.LONG, Width.INT, Width.SHORT).flatMap(width ->
                Arrays.stream(Memory.values()).filter(memory -> memory.problem(Runtime.version().feature()) == null)
                    .flatMap(memory -> requests(memory, width, tier, geometry))).toList();
            List<Inspector.Findings> found = Inspector.inspect(requests);
            any = found.get(0);
            Map<List<Object>, Row> byAccess = new LinkedHashMap<>();
            for (int i = 0; i < requests.size(); i++) {
                CompileRequest request = requests.get(i);
                for (Evidence evidence : found.get(i).evidence()) {
                    byAccess.computeIfAbsent(List.of(request.width(), evidence.side(), evidence.mode()), key -> new Row(
                        tier, request.width(), evidence.side(), evidence.mode(), new LinkedHashMap<>())).found()
                        .put(request.memory(), evidence);
                }
            }
            rows.addAll(byAccess.values());
        }
        return new InstructionTable(any.decoder(), any.advice(), List.copyOf(rows));
    }

    private static Stream<CompileRequest> requests(Memory memory, Width width, Tier tier, Geometry geometry) {
        return !memory.checkedByJdk()
            ? Stream.of(new CompileRequest(memory, width, tier, MISALIGNED, geometry, WRITES, READS))
            : Stream.of(new CompileRequest(memory, width, tier, MISALIGNED, geometry, List.of(WriteMode.PLAIN),
                List.of(ReadMode.PLAIN)), new CompileRequest(memory, width, tier, 0, geometry,
                WRITES.subList(1, WRITES.size()), READS.subList(1, READS.size())));
    }
}
