// SPDX-License-Identifier: Apache-2.0
package org.tearline.report.page;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import org.tearline.report.merged.MergedCpu;
import org.tearline.report.merged.MergedPair;

/** Addresses inside the page, which its script follows. Pure; any thread. */
final class Links {
    private static final String PLACE = "#cpu=";

    private Links() {
    }

    /** The CPU's section, without the place in it. */
    static String section(String address) {
        return "#cpu-" + address.substring(PLACE.length()).replaceFirst("&.*", "");
    }

    /** The place in a CPU's section; null if it is no address of one. */
    static String place(String address) {
        return address.startsWith(PLACE) ? address.substring(address.indexOf('&') + 1) : null;
    }

    static String to(MergedCpu cpu, MergedPair pair) {
        String usual = pair.pair().write() + "/" + pair.pair().read();
        return PLACE + cpu.id() + "&write=" + pair.pair().write() + "&read=" + pair.pair().read()
            + (usual.equals(pair.pair().title()) ? "" : "&pair="
                + URLEncoder.encode(pair.pair().title(), StandardCharsets.UTF_8));
    }

    static String to(MergedCpu cpu, MergedPair pair, int offset) {
        return to(cpu, pair) + "&offset=" + offset;
    }
}
