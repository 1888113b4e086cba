// SPDX-License-Identifier: Apache-2.0
package org.tearline.cli;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.io.PrintStream;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.tearline.cli.json.Facts;
import org.tearline.cli.json.JsonText;
import org.tearline.cli.json.PromiseJson;
import org.tearline.cli.text.FactsText;
import org.tearline.cli.text.MachineAnswer;
import org.tearline.cli.text.PromiseText;
import org.tearline.file.PublishedMachine;
import org.tearline.machine.Machine;
import org.tearline.machine.SplitLockCost;
import org.tearline.promise.CpuTraits;
import org.tearline.promise.Guarantees;
import org.tearline.trial.Alignment;
import org.tearline.trial.Geometry;
import org.tearline.trial.Width;

/**
 * Holds what a machine is and what is promised for it, as text or in the shape of schema/probe.schema.json. Immutable.
 *
 * @param splitLocks what they were found to cost; null if nobody asked
 * @param width      of the value whose promises are asked for
 */
public record Probed(Machine machine, SplitLockCost splitLocks, Width width) {
    private static final int SCHEMA_VERSION = 1;
    /** Only decides which placements there are, and those are the same for every page size. */
    private static final int ANY_PAGE_BYTES = 4096;
    private static final int ANY_LINE_BYTES = 64;

    private record Document(int schemaVersion, boolean live, Map<String, ?> facts,
                            @JsonInclude(JsonInclude.Include.NON_NULL) PromiseJson promises) {
    }

    /** Returns one JSON object as indented text. */
    public String json() {
        return JsonText.of(new Document(SCHEMA_VERSION, machine.jvm() != null,
            Facts.of(machine, splitLocks).asMap(), traits() == null ? null
            : PromiseJson.of(Guarantees.load(), traits(), width, placements())));
    }

    /** Prints the answer for this machine, then the facts, then the promises. */
    public void print(PrintStream out) {
        new MachineAnswer(out).print(machine, splitLocks, width, placements());
        FactsText.print(Facts.of(machine, splitLocks), out);
        if (traits() != null) {
            out.println();
            PromiseText.print(Guarantees.load(), traits(), width, placements(), out);
        }
    }

    private CpuTraits traits() {
        return machine.cpu() == null ? null : PublishedMachine.traits(machine);
    }

    /** Returns the placements that such a value can have here, found by trying every offset. */
    private List<Alignment> placements() {
        Geometry geometry = new Geometry(machine.lines().lineBytes() == null ? ANY_LINE_BYTES
            : machine.lines().lineBytes().value(), ANY_PAGE_BYTES);
        return IntStream.range(0, ANY_PAGE_BYTES).mapToObj(offset -> Alignment.of(offset, width.bytes(), geometry))
            .distinct().sorted().toList();
    }
}
