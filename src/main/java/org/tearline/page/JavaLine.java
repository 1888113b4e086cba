// SPDX-License-Identifier: Apache-2.0
package org.tearline.page;

import java.util.Map;
import org.tearline.trial.Api;
import org.tearline.trial.ReadMode;
import org.tearline.trial.WriteMode;

/**
 * Java source lines for accesses to a long, with the placeholder {@code ADDRESS}. Thread-safe.
 *
 * @param writes calls of Unsafe by mode, without plain ones; converted for other APIs
 */
record JavaLine(Map<String, String> writes, Map<String, String> reads, Map<String, Lines> apis) {
    private static final JavaLine ALL = Resource.json("/page/java.json", JavaLine.class);

    /**
     * The plain accesses of an API. Those of a vector of {@code BITS} bits need JDK 22 or newer.
     *
     * @param bytes what a VarHandle of longs accesses; null if the API has no VarHandle
     */
    private record Lines(String bytes, String write, String read) {
        /** Converts putLongOpaque(null, …) to longs.setOpaque(buffer, …) if the API has a VarHandle. */
        private String converted(String call) {
            if (bytes == null) {
                return "UnsafeApi." + call;
            }
            return "longs." + call.replaceFirst("^put", "set").replaceFirst("Long", "")
                .replace("(null, ", "(" + bytes + ", ");
        }
    }

    static String of(Api api, WriteMode mode) {
        Lines lines = ALL.apis.get(api.toString());
        return mode == WriteMode.PLAIN ? lines.write : lines.converted(ALL.writes.get(mode.toString()));
    }

    static String of(Api api, ReadMode mode) {
        Lines lines = ALL.apis.get(api.toString());
        return mode == ReadMode.PLAIN ? lines.read : lines.converted(ALL.reads.get(mode.toString()));
    }
}
