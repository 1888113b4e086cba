// SPDX-License-Identifier: Apache-2.0
package org.tearline.file;

import java.time.format.DateTimeFormatter;
import java.util.Locale;

/** Where a result file belongs, computed from its content. */
public final class ResultPath {
    /** The folder of all results, from the root of the repository. */
    public static final String ROOT = "reports/results";
    private static final int MAX_VENDOR = 24;

    private ResultPath() {
    }

    /** The path below {@link #ROOT}: arch, CPU key, and a name of date, system, JVM and digest. */
    public static String below(ResultFile file) {
        Environment environment = file.environment();
        return String.join("/", environment.arch(), environment.cpu().key(), file.date()
            .format(DateTimeFormatter.BASIC_ISO_DATE) + "-" + environment.os().family() + "-" + jvm(environment.jvm())
            + "-" + file.digest().substring(0, Digest.NAME_LENGTH) + ".json");
    }

    public static String of(ResultFile file) {
        return ROOT + "/" + below(file);
    }

    private static String jvm(Environment.Java jvm) {
        String vendor = jvm.vendor().toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "");
        return vendor.substring(0, Math.min(vendor.length(), MAX_VENDOR)) + jvm.feature();
    }
}
