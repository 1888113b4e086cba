// SPDX-License-Identifier: Apache-2.0
package org.tearline.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.tearline.cli.json.Facts;
import org.tearline.cli.json.JsonText;
import org.tearline.cli.json.PromiseJson;
import org.tearline.cli.text.ProbeText;
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

/** {@code tester probe}: what machine this is, and what is promised for it. */
@Command(name = "probe", mixinStandardHelpOptions = true,
    header = "Print what the tests rely on: CPU, caches, kernel, JVM, promises.",
    description = {"", "Every fact comes with the file or API that says so. What is not known is left out, never"
        + " guessed.", ""},
    exitCodeList = {"0:printed", "2:wrong usage", "4:internal error", "130:interrupted"})
final class ProbeCommand extends Subcommand {
    private static final int SCHEMA_VERSION = 1;
    /** Only decides which placements there are, and those are the same for every page size. */
    private static final int ANY_PAGE_BYTES = 4096;
    private static final int ANY_LINE_BYTES = 64;

    @Option(names = "--sysroot", paramLabel = "DIR", description = {
        "Read another machine's captured proc and sys below this folder, as lscpu --sysroot does. What only a running"
            + " machine can tell is then left out. Default: this machine"})
    private Path sysroot;

    @Option(names = "--width", paramLabel = "BYTES", defaultValue = "8",
        description = "Whose promises to print: those for values of 2, 4, 8, 16, 32 or 64 bytes. Default: 8")
    private Width width;

    @Option(names = "--json", defaultValue = "false",
        description = "Print one JSON object and nothing else on standard output.")
    private boolean json;

    @Option(names = "--no-split-locks", defaultValue = "false", description = {
        "Do not time locked operations across a line. Without this option two thousand at most are made, in some 3"
            + " ms, and far fewer if the kernel slows them."})
    private boolean noSplitLocks;

    @Option(names = "--verbose", defaultValue = "false", description = "Print stack traces of errors.")
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
                document.put("promises", PromiseJson.of(Guarantees.load(), PublishedMachine.traits(machine), width,
                    placements));
            }
            stdout.println(JsonText.of(document));
        } else {
            ProbeText.print(machine, splitLocks, width, placements, Terminal.stdout(stdout));
        }
        stdout.flush();
        return 0;
    }

    /** Those that such a value can have here, found by trying every offset. */
    private List<Alignment> placements(Machine machine) {
        Geometry geometry = new Geometry(machine.lines().lineBytes() == null ? ANY_LINE_BYTES
            : machine.lines().lineBytes().value(), ANY_PAGE_BYTES);
        return IntStream.range(0, ANY_PAGE_BYTES).mapToObj(offset -> Alignment.of(offset, width.bytes(), geometry))
            .distinct().sorted().toList();
    }

    private Machine open() {
        if (sysroot == null) {
            return Machine.live();
        }
        if (!Files.isDirectory(sysroot)) {
            throw bad("--sysroot " + sysroot + ": no such folder");
        }
        Machine machine = Machine.of(new Linux(sysroot), null);
        if (machine.topology().value().cpus().isEmpty()) {
            throw bad("--sysroot " + sysroot
                + ": can read neither proc/cpuinfo nor sys/devices/system/cpu/online in it");
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
