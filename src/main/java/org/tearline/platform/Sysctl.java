// SPDX-License-Identifier: Apache-2.0
package org.tearline.platform;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Asks macOS's sysctl about the hardware; no other system does. Stateless. */
final class Sysctl {
    private static final Pattern LINE = Pattern.compile("(?m)^hw\\.cachelinesize: (16|32|64|128|256)$");

    /** The first is that of the process that asks, the second that of the hardware, which a translated one sees too. */
    private static final Pattern APPLE_SILICON = Pattern.compile(
        "(?m)^(sysctl\\.proc_translated|hw\\.optional\\.arm64): 1$");

    private Sysctl() {
    }

    /** Returns the cache line of this machine, in bytes. */
    static Optional<Integer> lineBytes() {
        return lineBytes(print("hw.cachelinesize"));
    }

    /** Returns whether Rosetta translates this JVM, which is one for x86. */
    static boolean translates(String jvmArch) {
        return translates(jvmArch, print("sysctl.proc_translated", "hw.optional.arm64"));
    }

    /** The same of what sysctl printed; a Mac with an Intel CPU knows neither name. */
    static boolean translates(String jvmArch, String printed) {
        return !jvmArch.equals("aarch64") && APPLE_SILICON.matcher(printed).find();
    }

    /** Names that this system does not know are left out. */
    private static String print(String... names) {
        try {
            Process sysctl = new ProcessBuilder(Stream.concat(Stream.of("/usr/sbin/sysctl"), Stream.of(names)).toList())
                .redirectError(ProcessBuilder.Redirect.DISCARD).start();
            return new String(sysctl.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
        } catch (IOException e) {
            return "";
        }
    }

    /** Returns the cache line in what sysctl printed; addresses are reckoned with it, so it is one that CPUs have. */
    static Optional<Integer> lineBytes(String printed) {
        return Optional.of(LINE.matcher(printed)).filter(Matcher::find).map(found -> Integer.valueOf(found.group(1)));
    }
}
