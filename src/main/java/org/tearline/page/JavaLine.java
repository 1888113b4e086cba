// SPDX-License-Identifier: Apache-2.0
package org.tearline.page;

import java.util.Map;
import org.tearline.trial.Api;
import org.tearline.trial.WriteMode;

/**
 * Java source lines for writes of a long, with the placeholder {@code ADDRESS}. Thread-safe.
 *
 * @param writes calls of Unsafe by mode, without plain ones; converted for other APIs
 */
record JavaLine(Map<String, String> writes, Map<String, Lines> apis) {
    private static final JavaLine ALL = Resource.json("/page/java.json", JavaLine.class);

    /**
     * The plain write of an API. That of a vector of {@code BITS} bits needs JDK 22 or newer.
     *
     * @param bytes    what a VarHandle of longs accesses; null if the API has no VarHandle
     * @param receiver of the calls, if it knows the memory; null otherwise
     */
    private record Lines(String bytes, String receiver, String write) {
        /** Converts putLongOpaque(null, …) to buffer.putLongOpaque(…), or to longs.setOpaque(buffer, …). */
        private String converted(String call) {
            if (receiver != null) {
                return receiver + "." + call.replace("(null, ", "(");
            }
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
}
