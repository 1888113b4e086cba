// SPDX-License-Identifier: Apache-2.0
package org.tearline.words;

import java.util.LinkedHashMap;
import java.util.Map;

/** Makes JSON objects. */
public final class Members {
    private Members() {
    }

    /** Returns an object with members given as alternating names and values. */
    public static Map<String, Object> of(Object... members) {
        Map<String, Object> object = new LinkedHashMap<>();
        for (int i = 0; i < members.length; i += 2) {
            object.put((String) members[i], members[i + 1]);
        }
        return object;
    }
}
