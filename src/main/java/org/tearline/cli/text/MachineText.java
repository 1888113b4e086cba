// SPDX-License-Identifier: Apache-2.0
package org.tearline.cli.text;

import java.util.List;
import java.util.Objects;
import org.tearline.machine.CpuModel;
import org.tearline.machine.Emulated;
import org.tearline.machine.KernelFiles.CpuList;
import org.tearline.machine.Machine;
import org.tearline.trial.ThreadCpus;
import org.tearline.trial.TrialSpec.Processes;
import org.tearline.trial.TrialSpec;
import org.tearline.verdict.CellReason;
import org.tearline.verdict.TrialResult;

/** Says on what machine and CPUs a trial ran. */
final class MachineText {
    private MachineText() {
    }

    /** Returns the hypervisor, and an emulator or unknown JVM that may have caused a tear; each follows a comma. */
    static String surroundings(Machine machine) {
        String guest = "";
        if (Boolean.TRUE.equals(machine.guest())) {
            guest = ", " + machine.hypervisor() + " guest";
        }
        if (machine.emulated() == Emulated.YES) {
            return guest + ", emulated: any tear may come from the emulator";
        }
        if (machine.rules().jvmKnown()) {
            return guest;
        }
        return guest + ", " + CellReason.JVM_UNKNOWN.sentence() + ": any tear may come from the JVM";
    }

    /** Returns the design and the brand of the CPU, as far as they are known. */
    static String cpu(Machine machine) {
        CpuModel cpu = machine.cpuOrUnknown().withDesign();
        String name = Objects.requireNonNullElse(cpu.brand(), machine.cpuName());
        if (cpu.microarchitecture() == null) {
            return name;
        }
        return cpu.microarchitecture() + " (" + name + ")";
    }

    /** Returns the machine, the JVM and the memory of a trial. */
    static String on(TrialResult result) {
        Machine machine = result.machine();
        TrialSpec trial = result.trial();
        String text = cpu(machine) + surroundings(machine) + "; " + machine.os().value() + "; JDK "
            + machine.jvm().version() + ", " + trial.tier() + "; " + trial.memory() + " memory";
        if (trial.processes() == Processes.TWO) {
            text += ", two processes";
        }
        return text;
    }

    /** Returns how many threads a trial has, and on which CPUs they are. */
    static String threads(TrialSpec trial, ThreadCpus cpus) {
        String threads = threads(trial.writers(), "writer", cpus.writers()) + ", "
            + threads(trial.readers(), "reader", cpus.readers());
        if (cpus.note() == null) {
            return threads;
        }
        return threads + "; " + cpus.note();
    }

    private static String threads(int number, String noun, List<Integer> cpus) {
        String who = number + " " + noun + "s";
        if (number == 1) {
            who = "one " + noun;
        }
        if (cpus.isEmpty()) {
            return who + " on any CPU";
        }
        return who + " on CPU " + CpuList.format(cpus);
    }
}
