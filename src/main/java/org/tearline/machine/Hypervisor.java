// SPDX-License-Identifier: Apache-2.0
package org.tearline.machine;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** What a machine may be a guest of, in the words of result files. */
public enum Hypervisor {
    NONE(Emulated.NO, "none"),
    UNKNOWN(Emulated.UNKNOWN),
    KVM(Emulated.NO, "KVM", "linux,kvm", "Google Compute Engine", "Alibaba Cloud ECS", "Amazon EC2"),
    VMWARE(Emulated.NO, "VMware"),
    /** Not by its maker's name, which real hardware carries too. */
    HYPERV(Emulated.NO, "Virtual Machine"),
    XEN(Emulated.NO, "Xen", "HVM domU"),
    BHYVE(Emulated.NO, "BHYVE"),
    /** Versions before 6.1 could translate. */
    VIRTUALBOX(Emulated.UNKNOWN, "VirtualBox", "innotek", "Oracle VM VirtualBox"),
    PARALLELS(Emulated.NO, "Parallels"),
    POWERVM(Emulated.NO, "phyp", "PowerVM", "ibm,phyp"),
    /** Partitions of a mainframe. */
    PRSM(Emulated.NO, "PR/SM"),
    ZVM(Emulated.NO, "z/VM", "zvm"),
    APPLE(Emulated.NO, "Apple"),
    ACRN(Emulated.NO, "ACRN"),
    /** By its firmware, without a sign of KVM: it translates. */
    QEMU(Emulated.YES, "QEMU"),
    BOCHS(Emulated.YES, "Bochs"),
    /** The translator of QEMU. */
    TCG(Emulated.YES, "TCG"),
    /** A guest of something not in this list. */
    OTHER(Emulated.UNKNOWN);

    private final Emulated emulated;
    private final List<String> names;

    Hypervisor(Emulated emulated, String... names) {
        this.emulated = emulated;
        this.names = List.of(names);
    }

    /** The hypervisor whose name the text begins with. */
    static Optional<Hypervisor> named(String text) {
        String wanted = text.strip().toLowerCase(Locale.ROOT);
        return Arrays.stream(values()).filter(one -> one.names.stream()
            .anyMatch(name -> wanted.startsWith(name.toLowerCase(Locale.ROOT)))).findFirst();
    }

    /** Whether software executes its guests' instructions. */
    Emulated emulated() {
        return emulated;
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
