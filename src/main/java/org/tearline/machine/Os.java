// SPDX-License-Identifier: Apache-2.0
package org.tearline.machine;

import java.util.Locale;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The operating system.
 *
 * @param family linux, macos, windows, freebsd or other
 * @param kernel major and minor version only, such as 6.18; the version of macOS itself; null if unknown
 */
public record Os(String family, String kernel) {
    private static final String NAME = System.getProperty("os.name");
    public static final boolean LINUX = NAME.equals("Linux");
    public static final boolean WINDOWS = NAME.startsWith("Windows");
    public static final boolean MACOS = NAME.startsWith("Mac");
    private static final String RELEASE = "proc/sys/kernel/osrelease";

    static Found<Os> of(KernelFiles kernel, Jvm jvm) {
        Optional<String> release = kernel.line(RELEASE);
        // Other systems emulate Linux's /proc, so the file alone does not prove that this is Linux.
        if (release.isPresent() && (jvm == null || LINUX)) {
            return new Found<>(of("linux", release.get()), "/" + RELEASE);
        }
        if (jvm == null) {
            return new Found<>(null, null);
        }
        return new Found<>(of(NAME, System.getProperty("os.version")), "os.name, os.version");
    }

    private static Os of(String name, String version) {
        String lower = name.toLowerCase(Locale.ROOT).replaceFirst("^mac.*", "macos");
        String family = Stream.of("linux", "macos", "windows", "freebsd")
            .filter(lower::startsWith)
            .findFirst()
            .orElse("other");
        return new Os(family, Pattern.compile("\\d+\\.\\d+").matcher(version).results()
            .map(MatchResult::group)
            .findFirst()
            .orElse(null));
    }

    @Override
    public String toString() {
        if (kernel == null) {
            return family;
        }
        return family + " " + kernel;
    }
}
