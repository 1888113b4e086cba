// SPDX-License-Identifier: Apache-2.0
package org.tearline.page;

import java.util.Map;
import org.tearline.trial.Api;
import org.tearline.trial.TrialSpec.ReadMode;
import org.tearline.trial.TrialSpec.WriteMode;

/**
 * Java source lines for accesses to a long, with the placeholder {@code ADDRESS}. Thread-safe.
 *
 * @param writes the arguments and methods of Unsafe, by mode
 */
record JavaLine(Map<String, String> writes, Map<String, String> reads, Map<String, Lines> apis) {
    private static final JavaLine ALL = Resource.json("/page/java.json", JavaLine.class);

    /**
     * Plain accesses, which for a vector of {@code BITS} bits are to a ByteBuffer on JDK 17 and 18.
     *
     * @param bytes what a VarHandle of longs accesses; null if the API has no VarHandle
     */
    private record Lines(String bytes, String write, String read) {
        /** Converts a line of Unsafe to one with a VarHandle, if the API has one. */
        private String in(String line) {
            return bytes == null ? "UnsafeApi." + line : "longs." + line.replaceFirst("^put", "set")
                .replaceFirst("Long", "").replace("(null, ", "(" + bytes + ", ");
        }
    }

    static String of(Api api, WriteMode mode) {
        Lines lines = ALL.apis.get(api.toString());
        return mode == WriteMode.PLAIN ? lines.write : lines.in(ALL.writes.get(mode.toString()));
    }

    static String of(Api api, ReadMode mode) {
        Lines lines = ALL.apis.get(api.toString());
        return mode == ReadMode.PLAIN ? lines.read : lines.in(ALL.reads.get(mode.toString()));
    }
}
