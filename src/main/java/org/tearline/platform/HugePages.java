// SPDX-License-Identifier: Apache-2.0
package org.tearline.platform;

/**
 * Says whether a program can have huge pages for the asking, as the kernel says. Immutable. Thread-safe.
 *
 * @param bytes   the size of one; 0 if there is none
 * @param problem why there is none, in a few words, or null
 */
public record HugePages(int bytes, String problem) {
    private static final String FOLDER = "sys/kernel/mm/transparent_hugepage/";
    /** Of pages of 64 KiB the kernel makes huge ones of 512 MiB, which are not to be had for a trial. */
    private static final long MOST_BYTES = 64L << 20;

    /** Returns what the kernel of a machine says. */
    public static HugePages of(Linux kernel) {
        String enabled = kernel.line(FOLDER + "enabled").orElse(null);
        if (enabled == null) {
            return none("this system has no /" + FOLDER + "enabled, which Linux with transparent huge pages has");
        }
        if (enabled.contains("[never]")) {
            return none("/" + FOLDER + "enabled says never");
        }
        String size = kernel.line(FOLDER + "hpage_pmd_size").filter(text -> text.matches("[1-9]\\d{3,11}"))
            .orElse("0");
        long bytes = Long.parseLong(size);
        return Long.bitCount(bytes) != 1 ? none("no /" + FOLDER + "hpage_pmd_size tells how large one is")
            : bytes > MOST_BYTES ? none("one is of " + size + " bytes here, more than a trial takes")
            : new HugePages((int) bytes, null);
    }

    private static HugePages none(String problem) {
        return new HugePages(0, problem);
    }
}
