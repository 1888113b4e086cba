package org.tearline.report.page;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import org.tearline.report.merged.MergedCpu;
import org.tearline.report.merged.MergedPair;

/** Addresses inside the page, which its script follows. Pure; any thread. */
final class Links {
    private Links() {
    }

    static String to(MergedCpu cpu, MergedPair pair) {
        String usual = pair.pair().write() + "/" + pair.pair().read();
        return "#cpu=" + cpu.id() + "&write=" + pair.pair().write() + "&read=" + pair.pair().read()
            + (usual.equals(pair.pair().title()) ? "" : "&pair="
                + URLEncoder.encode(pair.pair().title(), StandardCharsets.UTF_8));
    }

    static String to(MergedCpu cpu, MergedPair pair, int offset) {
        return to(cpu, pair) + "&offset=" + offset;
    }
}
