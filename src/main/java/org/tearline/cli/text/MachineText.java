// SPDX-License-Identifier: Apache-2.0
package org.tearline.cli.text;

import org.tearline.machine.CpuModel;
import org.tearline.machine.Emulated;
import org.tearline.machine.Machine;
import org.tearline.verdict.CellReason;

/** Describes the machine beside a result. Stateless. */
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

    /** Returns the design if it is known, with the brand or the numbers of the CPU. */
    static String cpu(Machine machine) {
        CpuModel cpu = machine.cpuOrUnknown().withDesign();
        String name = cpu.brand();
        if (cpu.brand() == null) {
            name = machine.cpuName();
        }
        if (cpu.microarchitecture() == null) {
            return name;
        }
        return cpu.microarchitecture() + " (" + name + ")";
    }
}
