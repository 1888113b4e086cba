// SPDX-License-Identifier: Apache-2.0
package org.tearline.page;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.tearline.trial.Api;
import org.tearline.trial.ReadMode;
import org.tearline.trial.Width;
import org.tearline.trial.WriteMode;

/** The table of {@link Api} for the page's script. Thread-safe. */
final class ApiData {
    private static final int OLDEST_JAVA = 17;
    private static final int NEWEST_JAVA = 25;

    private ApiData() {
    }

    /** Returns the properties of each API by its name in links: its modes, refusals and replacement. */
    static Map<String, Object> all() {
        Map<String, Object> apis = new LinkedHashMap<>();
        for (Api api : Api.values()) {
            List<WriteMode> writes = api.plainOnly() ? List.of(WriteMode.PLAIN) : PageData.WRITES;
            List<ReadMode> reads = api.plainOnly() ? List.of(ReadMode.PLAIN) : PageData.READS;
            Map<String, Object> entry = new LinkedHashMap<>();
            entry.put("name", api.title());
            entry.put("pieces", api.inPieces());
            entry.put("instead", api.instead().toString());
            entry.put("other", refusalOfOtherModes(api));
            entry.put("writes", modes(writes, mode -> JavaLine.of(api, mode),
                (mode, place) -> reason(java -> api.refusal(mode, place.width, place.aligned, java))));
            entry.put("reads", modes(reads, mode -> JavaLine.of(api, mode),
                (mode, place) -> reason(java -> api.refusal(mode, place.width, place.aligned, java))));
            apis.put(api.toString(), entry);
        }
        return apis;
    }

    /** Returns why an API refuses all modes that are not listed for it; "" if all are listed. */
    private static String refusalOfOtherModes(Api api) {
        if (!api.plainOnly()) {
            return "";
        }
        boolean aligned = true;
        return api.refusal(WriteMode.VOLATILE, Width.LONG, aligned, NEWEST_JAVA);
    }

    /** The places of a value that the JDK distinguishes, in the order in which the script expects them. */
    private enum Place {
        ALIGNED(Width.LONG, true), MISALIGNED(Width.LONG, false), ALIGNED_SHORT(Width.SHORT, true),
        MISALIGNED_SHORT(Width.SHORT, false);

        private final Width width;
        private final boolean aligned;

        Place(Width width, boolean aligned) {
            this.width = width;
            this.aligned = aligned;
        }
    }

    /** Returns for each mode its line of Java, followed by why the JDK refuses the mode at each place, or "". */
    private static <M> Map<String, List<String>> modes(List<M> modes, Function<M, String> line,
                                                       BiFunction<M, Place, String> refusal) {
        Map<String, List<String>> all = new LinkedHashMap<>();
        for (M mode : modes) {
            List<String> texts = new ArrayList<>(List.of(line.apply(mode)));
            for (Place place : Place.values()) {
                texts.add(refusal.apply(mode, place));
            }
            all.put(mode.toString(), texts);
        }
        return all;
    }

    /** Combines the refusals of the newest and the oldest JDK in the format of api.js; "" if the newest has none. */
    private static String reason(Function<Integer, String> inJava) {
        String now = inJava.apply(NEWEST_JAVA);
        String before = inJava.apply(OLDEST_JAVA);
        if (now == null) {
            return "";
        }
        if (now.equals(before)) {
            return now;
        }
        // Between the two, refusals have changed in one release only.
        String since = now + " since JDK " + Api.FIRST_PLAIN_ON_HEAP;
        return before == null ? since : since + ", " + before + " before";
    }
}
