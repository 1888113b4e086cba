// SPDX-License-Identifier: Apache-2.0
package org.tearline.junit;

import java.util.List;
import java.util.Map;
import org.tearline.agent.access.Lines;
import org.tearline.agent.access.Lines.Position;

/**
 * A misaligned access reported by the agent.
 *
 * @param object  class of the heap object; null for native memory
 * @param address the address in native memory, or the offset in an object
 * @param site    index of the first frame that is neither a library's nor a wrapper's, or else of the last one
 * @param frames  from the access outwards
 */
record Hit(String method, String operation, String mode, int bytes, String object, Position position, long address,
           int site, List<StackTraceElement> frames) {

    @SuppressWarnings("unchecked")
    static Hit of(Map<String, Object> from) {
        Map<String, Object> access = (Map<String, Object>) from.get("access");
        return new Hit((String) access.get("method"), (String) access.get("operation"), (String) access.get("mode"),
            (int) access.get("bytes"), (String) from.get("object"),
            new Position((int) from.get("offset"), (boolean) from.get("crossesLine"),
                (boolean) from.get("crossesPage")), (long) from.get("address"),
            (int) from.get("site"), (List<StackTraceElement>) from.get("frames"));
    }

    /**
     * Whether the bytes cross a block boundary, or may cross one when the garbage collector moves the object.
     *
     * @param blockBytes a power of two; 0 means a line, and blocks of 1 are crossed by every misaligned access
     */
    boolean mayCross(int blockBytes) {
        if (blockBytes == 1) {
            return true;
        }
        if (object != null) {
            return position.offset() + bytes > Lines.OBJECT_ALIGNMENT;
        }
        if (blockBytes == 0) {
            return position.crossesLine();
        }
        long offsetInBlock = address & blockBytes - 1;
        return offsetInBlock + bytes > blockBytes;
    }
}
