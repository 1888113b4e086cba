// SPDX-License-Identifier: Apache-2.0
package org.tearline.report.page;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import org.tearline.merge.MergedCpu;
import org.tearline.merge.MergedPair;

/** Addresses inside the page, which its script follows. Pure. Thread-safe. */
final class Links {
    private Links() {
    }

    /** Returns the CPU's section. */
    static String section(MergedCpu cpu) {
        return "#cpu-" + cpu.id();
    }

    /** Returns the place in a CPU's section. */
    static String place(MergedPair pair) {
        String usual = pair.pair().write() + "/" + pair.pair().read();
        return "write=" + pair.pair().write() + "&read=" + pair.pair().read()
            + (usual.equals(pair.pair().title()) ? "" : "&pair="
                + URLEncoder.encode(pair.pair().title(), StandardCharsets.UTF_8));
    }

    static String place(MergedPair pair, int offset) {
        return place(pair) + "&offset=" + offset;
    }
}
