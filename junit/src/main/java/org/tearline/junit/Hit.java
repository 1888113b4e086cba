// SPDX-License-Identifier: Apache-2.0
package org.tearline.junit;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Supplier;
import org.tearline.agent.access.Place;

/**
 * A misaligned access as the agent describes it. Immutable.
 *
 * @param object  class of the object of the heap; null in native memory
 * @param offset  from the start of the line; in an object from a multiple of 8
 * @param address in native memory; the offset in an object
 * @param mapping reads the memory map of the process; gives null where nothing is known
 * @param site    index of the first frame outside the access libraries
 * @param frames  from the access outwards
 */
record Hit(String method, String operation, String mode, int bytes, String object, Place place, int offset,
           long address, Supplier<Map<String, Object>> mapping, int site, List<StackTraceElement> frames) {

    @SuppressWarnings("unchecked")
    static Hit of(Map<String, Object> from) {
        Map<String, Object> access = (Map<String, Object>) from.get("access");
        return new Hit((String) access.get("method"), (String) access.get("operation"), (String) access.get("mode"),
            (int) access.get("bytes"), (String) from.get("object"),
            Place.valueOf(((String) from.get("place")).toUpperCase(Locale.ROOT).replace('-', '_')),
            (int) from.get("offset"), (long) from.get("address"),
            (Supplier<Map<String, Object>>) from.get("mapping"), (int) from.get("site"),
            (List<StackTraceElement>) from.get("frames"));
    }
}
