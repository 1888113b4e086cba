// SPDX-License-Identifier: Apache-2.0
package org.tearline.report.review;

import java.util.stream.Collectors;
import org.tearline.judge.AgentReport;
import org.tearline.judge.JudgedSite;
import org.tearline.plan.OffsetList;
import org.tearline.published.Quoted;
import org.tearline.report.text.Words;

/** Says in two sentences what a site does and what to do about it, for pull requests. Thread-safe. */
final class SiteSentence {
    private SiteSentence() {
    }

    static String of(JudgedSite judged) {
        return access(judged) + ", " + places(judged) + ": " + judged.danger().words() + ". "
            + capital(judged.remedies().get(0).words()) + ".";
    }

    /** Returns what is called, such as "getLongVolatile, volatile read of 8 bytes". */
    static String access(JudgedSite judged) {
        AgentReport.Access access = judged.site().access();
        return Quoted.name(access.method()) + ", " + access.mode() + " " + access.operation() + " of " + access.bytes()
            + " bytes";
    }

    /** Returns where the values lie, the worst place first. */
    static String places(JudgedSite judged) {
        return judged.places().stream().map(place -> (judged.site().object() == null || place.certain()
            ? Words.place(place.placement()) : "misaligned in an object that the collector moves") + " at "
            + OffsetList.ranges(place.offsets())).collect(Collectors.joining(", "));
    }

    static String capital(String words) {
        return Character.toUpperCase(words.charAt(0)) + words.substring(1);
    }
}
