// SPDX-License-Identifier: Apache-2.0
package org.tearline.cli;

import java.io.IOException;
import java.nio.file.Path;
import org.tearline.cli.text.ProbeText;
import org.tearline.machine.Jvm;
import org.tearline.machine.KernelFiles;
import org.tearline.machine.Machine;
import org.tearline.machine.SplitLockCost;
import org.tearline.run.WorkerAnswers;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code tester probe}: prints the facts about a machine, and what is promised and published about its CPU. */
@Command(name = "probe",
    header = "Print the CPU, caches, kernel and JVM, and what is promised and published about the CPU.",
    description = {"", "Prints each fact with its source. Omits most unknown facts.", ""},
    exitCodeList = {"0:printed", "2:wrong usage", ExitCode.FAILED, "130:interrupted"})
final class ProbeCommand extends Subcommand {
    @Option(names = "--sysroot", paramLabel = "DIR", description = {
        "Folder with proc and sys captured on another machine, read instead of /proc and /sys, as by lscpu --sysroot."
            + " Omits facts that only a live machine provides. Default: this machine"})
    private Path sysroot;

    @Option(names = "--no-split-locks", description = "Do not time locked operations across a line. By default, up to "
        + SplitLockCost.SERIES + " in a row are executed, mostly for at most " + SplitLockCost.SERIES_MILLIS
            + " ms; far fewer if the kernel slows them.")
    private boolean noSplitLocks;

    @Option(names = "--json", description = JSON)
    private boolean json;

    @Override
    public Integer call() throws IOException, InterruptedException {
        Machine machine = machine();
        ProbeText text = new ProbeText(machine, timeSplitLocks(machine));
        if (json) {
            stdout.println(text.json());
        } else {
            text.print(screen());
        }
        return 0;
    }

    private Machine machine() {
        if (sysroot == null) {
            return Machine.live();
        }
        requireFolder("--sysroot", sysroot);
        Jvm unknown = null;
        Machine machine = Machine.of(new KernelFiles(sysroot), unknown);
        reject(machine.topology().value().cpus().isEmpty(), "--sysroot " + sysroot
            + ": contains no readable proc/cpuinfo or sys/devices/system/cpu/online");
        return machine;
    }

    /** Returns null if the machine is not this one. */
    private SplitLockCost timeSplitLocks(Machine machine) throws IOException, InterruptedException {
        if (sysroot != null) {
            return null;
        }
        if (!machine.rules().hasSplitLocks()) {
            return SplitLockCost.notTimed("only x86 has split locks");
        }
        if (noSplitLocks) {
            return SplitLockCost.notTimed("--no-split-locks");
        }
        return WorkerAnswers.splitLockCost(machine.geometry(), machine.splitLocks());
    }
}
