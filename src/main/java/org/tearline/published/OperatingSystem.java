// SPDX-License-Identifier: Apache-2.0
package org.tearline.published;

/**
 * The operating system, as far as it can change a result. Immutable.
 *
 * @param family     linux, macos, windows, freebsd or other
 * @param kernel     major and minor version only, such as 6.18
 * @param imitatedBy wine, where that stands in for the system; null if it is the system itself
 */
public record OperatingSystem(String family, String kernel, String imitatedBy) {
    /** Runs programs of Windows on other systems. */
    public static final String WINE = "wine";

    /** The system itself. */
    public OperatingSystem(String family, String kernel) {
        this(family, kernel, null);
    }
}
