// SPDX-License-Identifier: Apache-2.0
package org.tearline.cli;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.tearline.machine.Linux;
import org.tearline.machine.Machine;
import org.tearline.machine.SplitLockCost;
import org.tearline.run.SplitLockTrial;
import org.tearline.trial.Width;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code tester probe}: what machine this is, and what is promised for it. */
@Command(name = "probe", mixinStandardHelpOptions = true,
    header = "Print what the tests rely on: CPU, caches, kernel, JVM, promises.",
    description = {"", "Every fact comes with the file or API that says so. What is not known is left out, never"
        + " guessed.", ""},
    exitCodeList = {"0:printed", "2:wrong usage", "4:internal error", "130:interrupted"})
final class ProbeCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

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

    private final PrintStream out;

    ProbeCommand(PrintStream out) {
        this.out = out;
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        Machine machine = open();
        Probed probed = new Probed(machine, sysroot == null ? splitLocks(machine) : null, width);
        if (json) {
            out.println(probed.json());
        } else {
            probed.print(out);
        }
        out.flush();
        return 0;
    }

    private Machine open() {
        if (sysroot == null) {
            return Machine.live();
        }
        if (!Files.isDirectory(sysroot)) {
            throw new ParameterException(spec.commandLine(), "--sysroot " + sysroot + ": no such folder");
        }
        Machine machine = Machine.of(new Linux(sysroot), null);
        if (machine.topology().value().cpus().isEmpty()) {
            throw new ParameterException(spec.commandLine(), "--sysroot " + sysroot
                + ": neither proc/cpuinfo nor sys/devices/system/cpu/online in it can be read");
        }
        return machine;
    }

    private SplitLockCost splitLocks(Machine machine) throws IOException, InterruptedException {
        if (!machine.rules().hasSplitLocks()) {
            return SplitLockCost.notTimed("only x86 has split locks");
        }
        return noSplitLocks ? SplitLockCost.notTimed("--no-split-locks")
            : SplitLockTrial.run(machine.geometry(), machine.splitLocks());
    }
}
