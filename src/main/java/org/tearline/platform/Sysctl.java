// SPDX-License-Identifier: Apache-2.0
package org.tearline.platform;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Asks macOS's sysctl about the hardware; no other system does. Stateless. */
final class Sysctl {
    private static final Pattern LINE = Pattern.compile("(?m)^hw\\.cachelinesize: (16|32|64|128|256)$");

    private Sysctl() {
    }

    /** Returns the cache line of this machine, in bytes. */
    static Optional<Integer> lineBytes() {
        try {
            Process sysctl = new ProcessBuilder("/usr/sbin/sysctl", "hw.cachelinesize")
                .redirectError(ProcessBuilder.Redirect.DISCARD).start();
            return lineBytes(new String(sysctl.getInputStream().readAllBytes(), StandardCharsets.US_ASCII));
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    /** Returns the cache line in what sysctl printed; addresses are reckoned with it, so it is one that CPUs have. */
    static Optional<Integer> lineBytes(String printed) {
        return Optional.of(LINE.matcher(printed)).filter(Matcher::find).map(found -> Integer.valueOf(found.group(1)));
    }
}
