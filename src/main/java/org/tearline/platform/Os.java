// SPDX-License-Identifier: Apache-2.0
package org.tearline.platform;

/**
 * The operating system. Immutable.
 *
 * @param name    such as Linux
 * @param version of the kernel, in full
 * @param wine    the version of Wine, which runs programs of Windows on another system; null for none
 * @param source  who says so
 */
public record Os(String name, String version, String wine, String source) {
    /** True if this JVM runs on Linux. */
    public static final boolean LINUX = System.getProperty("os.name").equals("Linux");
    /** True on Windows, or on what imitates it. */
    public static final boolean WINDOWS = System.getProperty("os.name").startsWith("Windows");
    /** True on macOS. */
    public static final boolean MACOS = System.getProperty("os.name").startsWith("Mac");
    private static final String RELEASE = "proc/sys/kernel/osrelease";

    /** Returns the system below a root; null if nothing tells. */
    static Os of(Linux kernel, Jvm jvm) {
        String release = kernel.line(RELEASE).orElse(null);
        // Other systems have a /proc that makes believe to be Linux.
        if (release != null && (jvm == null || LINUX)) {
            return new Os("Linux", release, null, "/" + RELEASE);
        }
        String wine = kernel.root() == null ? Windows.wine().orElse(null) : null;
        return jvm == null ? null : new Os(System.getProperty("os.name"), System.getProperty("os.version"), wine,
            "os.name, os.version" + (wine == null ? "" : ", wine_get_version"));
    }

    /** Name and version, and what imitates it. */
    @Override
    public String toString() {
        return name + " " + version + (wine == null ? "" : " imitated by Wine " + wine);
    }
}
