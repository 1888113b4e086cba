// SPDX-License-Identifier: Apache-2.0
package org.tearline.asm;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.tearline.run.link.CompileRequest;
import org.tearline.trial.Geometry;
import org.tearline.trial.Memory;
import org.tearline.trial.ReadMode;
import org.tearline.trial.Side;
import org.tearline.trial.Tier;
import org.tearline.trial.Width;
import org.tearline.trial.WriteMode;

/**
 * The instruction of every access that one JVM compiles: each memory, width and mode in both tiers. Values are
 * misaligned; where an API takes aligned ones only, they are aligned.
 *
 * @param decoder what decoded the machine code
 * @param advice  what a person can do to see more, or null
 */
public record InstructionTable(String decoder, String advice, List<Row> rows) {
    /** Misaligned for every width, and inside an aligned int for a short: across two C1 refuses to change it. */
    private static final int MISALIGNED = 5;
    private static final List<Tier> TIERS = List.of(Tier.C2, Tier.C1);
    private static final List<Width> WIDTHS = List.of(Width.LONG, Width.INT, Width.SHORT);
    private static final List<WriteMode> WRITES = Arrays.stream(WriteMode.values())
        .filter(mode -> mode != WriteMode.SEQLOCK).toList();
    private static final List<ReadMode> READS = Arrays.stream(ReadMode.values()).filter(mode -> !mode.guarded())
        .toList();

    /** One access in all memories. */
    public record Row(Tier tier, Width width, Side side, String mode, Map<Memory, Evidence> found) {

        /** Returns what the access is in most memories that have it; of as many, what it is in the first. */
        public String usual() {
            boolean had = found.values().stream().anyMatch(evidence -> evidence.kind() != null);
            Map<String, Long> times = found.values().stream().filter(evidence -> !had || evidence.kind() != null)
                .collect(Collectors.groupingBy(Evidence::instruction,
                LinkedHashMap::new, Collectors.counting()));
            return times.entrySet().stream().sorted(Map.Entry.comparingByValue(Comparator.reverseOrder())).findFirst()
                .orElseThrow().getKey();
        }

        /** Returns the memories in which it is something else. */
        public Map<Memory, Evidence> different() {
            Map<Memory, Evidence> different = new LinkedHashMap<>(found);
            different.values().removeIf(evidence -> evidence.instruction().equals(usual()));
            return different;
        }
    }

    /**
     * Compiles everything with the JVM that runs this, which takes some seconds.
     *
     * @throws IOException                   if no worker can be had
     * @throws UnsupportedOperationException if the machine code of this CPU is not understood
     */
    public static InstructionTable of(Geometry geometry) throws IOException, InterruptedException {
        int java = Runtime.version().feature();
        List<Memory> memories = Arrays.stream(Memory.values()).filter(memory -> memory.problem(java) == null).toList();
        List<Row> rows = new ArrayList<>();
        Inspector.Findings any = null;
        for (Tier tier : TIERS) {
            List<CompileRequest> requests = memories.stream().flatMap(memory -> WIDTHS.stream().flatMap(width ->
                requests(memory, width, tier, geometry))).toList();
            List<Inspector.Findings> found = Inspector.inspect(requests, Path.of(System.getProperty("java.home")));
            any = found.get(0);
            for (Width width : WIDTHS) {
                rows.addAll(rows(tier, width, requests, found));
            }
        }
        return new InstructionTable(any.decoder(), any.advice(), List.copyOf(rows));
    }

    private static Stream<CompileRequest> requests(Memory memory, Width width, Tier tier, Geometry geometry) {
        if (!memory.checkedByJdk()) {
            return Stream.of(new CompileRequest(memory, width, tier, MISALIGNED, geometry, WRITES, READS));
        }
        return Stream.of(
            new CompileRequest(memory, width, tier, MISALIGNED, geometry, List.of(WriteMode.PLAIN),
                List.of(ReadMode.PLAIN)),
            new CompileRequest(memory, width, tier, 0, geometry, WRITES.subList(1, WRITES.size()),
                READS.subList(1, READS.size())));
    }

    private static List<Row> rows(Tier tier, Width width, List<CompileRequest> requests,
                                  List<Inspector.Findings> findings) {
        Map<List<String>, Row> rows = new LinkedHashMap<>();
        for (int i = 0; i < requests.size(); i++) {
            CompileRequest request = requests.get(i);
            if (request.width() == width) {
                for (Evidence evidence : findings.get(i).evidence()) {
                    rows.computeIfAbsent(List.of(evidence.side().toString(), evidence.mode()), key -> new Row(tier,
                        width, evidence.side(), evidence.mode(), new LinkedHashMap<>())).found()
                        .put(request.memory(), evidence);
                }
            }
        }
        return List.copyOf(rows.values());
    }
}
