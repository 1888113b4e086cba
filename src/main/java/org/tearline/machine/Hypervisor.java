// SPDX-License-Identifier: Apache-2.0
package org.tearline.machine;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** What a machine can be the guest of, in the words of result files. Immutable. */
public enum Hypervisor {
    /** No guest. */
    NONE(Emulated.NO, "none"),
    /** Nothing tells whether it is one. */
    UNKNOWN(Emulated.UNKNOWN),
    KVM(Emulated.NO, "KVM", "linux,kvm", "Google Compute Engine", "Alibaba Cloud ECS", "Amazon EC2"),
    VMWARE(Emulated.NO, "VMware"),
    /** Not by its maker's name, which hardware has, too. */
    HYPERV(Emulated.NO, "Virtual Machine"),
    XEN(Emulated.NO, "Xen", "HVM domU"),
    BHYVE(Emulated.NO, "BHYVE"),
    /** Its versions before 6.1 could translate. */
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
    /** A guest of something that is not in this list. */
    OTHER(Emulated.UNKNOWN);

    private final Emulated emulated;
    private final List<String> names;

    Hypervisor(Emulated emulated, String... names) {
        this.emulated = emulated;
        this.names = List.of(names);
    }

    /** Returns the one that calls itself so, or begins with it. */
    static Optional<Hypervisor> named(String text) {
        String wanted = text.strip().toLowerCase(Locale.ROOT);
        return Arrays.stream(values()).filter(one -> one.names.stream()
            .anyMatch(name -> wanted.startsWith(name.toLowerCase(Locale.ROOT)))).findFirst();
    }

    /** Returns whether its guests' instructions are executed by software. */
    Emulated emulated() {
        return emulated;
    }

    /** Returns the word in result files. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
