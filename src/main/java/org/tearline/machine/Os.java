// SPDX-License-Identifier: Apache-2.0
package org.tearline.machine;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.tearline.machine.Machine.Found;

/**
 * The operating system, as far as it can change a result.
 *
 * @param family linux, macos, windows, freebsd or other
 * @param kernel major and minor version only, such as 6.18; null if not known
 */
public record Os(String family, String kernel) {
    public static final boolean LINUX = System.getProperty("os.name").equals("Linux");
    public static final boolean WINDOWS = System.getProperty("os.name").startsWith("Windows");
    public static final boolean MACOS = System.getProperty("os.name").startsWith("Mac");
    private static final String RELEASE = "proc/sys/kernel/osrelease";
    private static final Pattern MAJOR_MINOR = Pattern.compile("\\d+\\.\\d+");

    static Found<Os> of(Linux kernel, Jvm jvm) {
        String release = kernel.line(RELEASE).orElse(null);
        // Other systems have a /proc that makes believe to be Linux.
        return release != null && (jvm == null || LINUX) ? new Found<>(of("linux", release), "/" + RELEASE)
            : jvm == null ? null : new Found<>(of(System.getProperty("os.name"), System.getProperty("os.version")),
                "os.name, os.version");
    }

    private static Os of(String name, String version) {
        String lower = name.toLowerCase(Locale.ROOT).replaceFirst("^mac.*", "macos");
        Matcher number = MAJOR_MINOR.matcher(version);
        return new Os(Stream.of("linux", "macos", "windows", "freebsd").filter(lower::startsWith).findFirst()
            .orElse("other"), number.find() ? number.group() : null);
    }

    @Override
    public String toString() {
        return kernel == null ? family : family + " " + kernel;
    }
}
