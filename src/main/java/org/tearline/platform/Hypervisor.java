// SPDX-License-Identifier: Apache-2.0
package org.tearline.platform;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * Names what a machine can be the guest of: the one list that the detection, the result file and its schema share, so
 * that nothing can be found that may not be written. Immutable.
 */
public enum Hypervisor {
    /** No guest. */
    NONE(false, all()),
    /** Nothing says whether it is one. */
    UNKNOWN(false, all()),
    KVM(true, all(), "KVM"),
    VMWARE(true, desktops(), "VMware"),
    HYPERV(true, desktops(), "Microsoft"),
    XEN(true, desktops(), "Xen"),
    BHYVE(true, EnumSet.of(Isa.X86, Isa.ARM, Isa.RISCV), "BHYVE", "bhyve"),
    /** Its versions before 6.1 could translate, so its name alone proves nothing. */
    VIRTUALBOX(false, desktops(), "VirtualBox", "innotek", "Oracle VM VirtualBox"),
    PARALLELS(true, desktops(), "Parallels"),
    POWERVM(true, EnumSet.of(Isa.POWER), "phyp", "PowerVM"),
    /** Partitions of a mainframe. */
    PRSM(true, EnumSet.of(Isa.S390), "PR/SM"),
    ZVM(true, EnumSet.of(Isa.S390), "z/VM"),
    APPLE(true, desktops(), "Apple Virtualization"),
    ACRN(true, EnumSet.of(Isa.X86), "ACRN"),
    /** Found by its firmware, without a sign of what executes the instructions. */
    QEMU(false, all(), "QEMU"),
    BOCHS(false, EnumSet.of(Isa.X86), "Bochs"),
    /** The translator of QEMU. */
    TCG(false, all(), "TCG"),
    /** A guest of something that is not in this list. */
    OTHER(false, all());

    private final boolean hardware;
    private final Set<Isa> isas;
    private final List<String> names;

    Hypervisor(boolean hardware, Set<Isa> isas, String... names) {
        this.hardware = hardware;
        this.isas = isas;
        this.names = List.of(names);
    }

    /** Returns the one whose name begins like this; another if none is known. */
    static Hypervisor named(String name) {
        String wanted = name.strip().toLowerCase(Locale.ROOT);
        return Arrays.stream(values()).filter(one -> one.names.stream()
            .anyMatch(known -> wanted.startsWith(known.toLowerCase(Locale.ROOT)))).findFirst().orElse(OTHER);
    }

    /** Returns whether there are guests of it with this instruction set. */
    public boolean hasGuestsOf(Isa isa) {
        return isas.contains(isa);
    }

    /** Returns whether it leaves the instructions to the hardware, always. */
    boolean usesHardware() {
        return hardware;
    }

    private static Set<Isa> all() {
        return EnumSet.allOf(Isa.class);
    }

    private static Set<Isa> desktops() {
        return EnumSet.of(Isa.X86, Isa.ARM);
    }

    /** Returns the word in result files. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
