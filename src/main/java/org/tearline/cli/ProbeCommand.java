// SPDX-License-Identifier: Apache-2.0
package org.tearline.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.tearline.cli.text.Facts;
import org.tearline.cli.text.JsonText;
import org.tearline.cli.text.ProbeText;
import org.tearline.cli.text.Screen.Terminal;
import org.tearline.file.PublishedMachine;
import org.tearline.machine.Linux;
import org.tearline.machine.Machine;
import org.tearline.machine.SplitLockPolicy.SplitLockCost;
import org.tearline.promise.Guarantees;
import org.tearline.run.WorkerAnswers;
import org.tearline.trial.Geometry;
import org.tearline.trial.Geometry.Alignment;
import org.tearline.trial.Width;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code tester probe}: prints the facts about this machine and the promises that apply to it. */
@Command(name = "probe", mixinStandardHelpOptions = true,
    header = "Print CPU, caches, kernel, JVM and the promises that apply.",
    description = {"", "Each fact is printed with its source, a file or an API. Unknown facts are omitted, never"
        + " guessed.", ""},
    exitCodeList = {"0:printed", "2:wrong usage", "4:internal error", "130:interrupted"})
final class ProbeCommand extends Subcommand {
    private static final int SCHEMA_VERSION = 1;
    /** Any page size gives the same placements. */
    private static final int ANY_PAGE_BYTES = 4096;
    private static final int USUAL_LINE_BYTES = 64;

    @Option(names = "--sysroot", paramLabel = "DIR", description = {
        "Read proc and sys from this folder, as captured on another machine; lscpu has the same option. Omits facts"
            + " that only a live machine provides. Default: this machine"})
    private Path sysroot;

    @Option(names = "--width", paramLabel = "BYTES", defaultValue = "8",
        description = "Print the promises for values of this size: 2, 4, 8, 16, 32 or 64. Default:"
            + " ${DEFAULT-VALUE}")
    private Width width;

    @Option(names = "--json", description = JSON)
    private boolean json;

    @Option(names = "--no-split-locks", description = "Do not time locked operations across a line. By default up to"
        + " 2000 are executed, in about 3 ms; far fewer if the kernel slows them.")
    private boolean noSplitLocks;

    @Option(names = "--verbose", description = VERBOSE)
    private boolean verbose;

    @Override
    public Integer call() throws IOException, InterruptedException {
        Machine machine = open();
        SplitLockCost splitLocks = sysroot == null ? splitLocks(machine) : null;
        List<Alignment> placements = placements(machine);
        if (json) {
            Map<String, Object> document = JsonText.object("schemaVersion", SCHEMA_VERSION, "live",
                machine.jvm() != null, "facts", Facts.of(machine, splitLocks).asMap());
            if (machine.cpu() != null) {
                document.put("promises", ProbeText.json(Guarantees.load(), PublishedMachine.traits(machine), width,
                    placements));
            }
            stdout.println(JsonText.of(document));
        } else {
            ProbeText.print(machine, splitLocks, width, placements, Terminal.stdout(stdout));
        }
        stdout.flush();
        return 0;
    }

    /** Returns the distinct placements of all offsets. */
    private List<Alignment> placements(Machine machine) {
        Geometry geometry = new Geometry(machine.lines().lineBytes() == null ? USUAL_LINE_BYTES
            : machine.lines().lineBytes().value(), ANY_PAGE_BYTES);
        return IntStream.range(0, ANY_PAGE_BYTES).mapToObj(offset -> Alignment.of(offset, width.bytes(), geometry))
            .distinct().sorted().toList();
    }

    private Machine open() {
        if (sysroot == null) {
            return Machine.live();
        }
        requireFolder("--sysroot", sysroot);
        Machine machine = Machine.of(new Linux(sysroot), null);
        if (machine.topology().value().cpus().isEmpty()) {
            throw bad("--sysroot " + sysroot
                + ": contains no readable proc/cpuinfo or sys/devices/system/cpu/online");
        }
        return machine;
    }

    private SplitLockCost splitLocks(Machine machine) throws IOException, InterruptedException {
        if (!machine.rules().hasSplitLocks()) {
            return SplitLockCost.notTimed("only x86 has split locks");
        }
        return noSplitLocks ? SplitLockCost.notTimed("--no-split-locks")
            : WorkerAnswers.splitLockCost(machine.geometry(), machine.splitLocks());
    }
}
