// SPDX-License-Identifier: Apache-2.0
package org.tearline.platform;

/**
 * The operating system. Immutable.
 *
 * @param name    such as Linux
 * @param version of the kernel, in full
 * @param source  who says so
 */
public record Os(String name, String version, String source) {
    private static final String LINUX = "Linux";
    private static final String RELEASE = "proc/sys/kernel/osrelease";

    /** The system below a root; null if nothing tells. */
    static Os of(Linux kernel, Jvm jvm) {
        String release = kernel.line(RELEASE).orElse(null);
        // Other systems have a /proc that makes believe to be Linux.
        if (release != null && (jvm == null || System.getProperty("os.name").equals(LINUX))) {
            return new Os(LINUX, release, "/" + RELEASE);
        }
        return jvm == null ? null : new Os(System.getProperty("os.name"), System.getProperty("os.version"),
            "os.name, os.version");
    }

    /** Name and version. */
    @Override
    public String toString() {
        return name + " " + version;
    }
}
