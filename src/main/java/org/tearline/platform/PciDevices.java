// SPDX-License-Identifier: Apache-2.0
package org.tearline.platform;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The PCI devices of a machine, by vendor and number in hex: some are made of software only. Immutable.
 *
 * @param ids      eight digits each
 * @param readable whether the kernel lists them
 */
record PciDevices(List<String> ids, boolean readable) {
    static final String FILE = "proc/bus/pci/devices";

    private static final int VENDOR_DIGITS = 4;

    /** Vendors that make no hardware. */
    private static final Map<String, Hypervisor> VENDORS = Map.of("80ee", Hypervisor.VIRTUALBOX,
        "15ad", Hypervisor.VMWARE, "1ab8", Hypervisor.PARALLELS, "5853", Hypervisor.XEN);

    /** Devices of vendors that make hardware, too: the screen and the graphics of Hyper-V. */
    private static final Map<String, Hypervisor> DEVICES = Map.of("14145353", Hypervisor.HYPERV,
        "1414008e", Hypervisor.HYPERV);

    /**
     * Virtio, QEMU's two, and Microsoft: mostly virtual, but cards that offer virtio to a whole machine exist, and
     * none of them says whether QEMU translates.
     */
    private static final Set<String> EITHER = Set.of("1af4", "1b36", "1234", "1414");

    /** Returns those that the kernel lists; none if it lists none. */
    static PciDevices of(Linux kernel) {
        Optional<String> text = kernel.text(FILE);
        return new PciDevices(text.stream().flatMap(String::lines).map(line -> line.split("\\s+"))
            .filter(fields -> fields.length > 1 && fields[1].matches("[0-9a-f]{8}")).map(fields -> fields[1]).toList(),
            text.isPresent());
    }

    /** Whose devices they are, if only one hypervisor has them. */
    Optional<Found<Hypervisor>> hypervisor() {
        return ids.stream().flatMap(id -> Optional.ofNullable(DEVICES.getOrDefault(id, VENDORS.get(vendor(id))))
            .stream()).findFirst().map(name -> new Found<>(name, "/" + FILE));
    }

    /** Returns whether there are some that a machine of hardware may have, but most often a guest has. */
    boolean ofEither() {
        return ids.stream().map(PciDevices::vendor).anyMatch(EITHER::contains);
    }

    private static String vendor(String id) {
        return id.substring(0, VENDOR_DIGITS);
    }
}
