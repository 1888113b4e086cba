// SPDX-License-Identifier: Apache-2.0
package org.tearline.machine;

/** A fact, and the file or API that states it. */
public record Found<T>(T value, String source) {
    /** Returns null for a null value, which stands for an unknown fact. */
    static <T> Found<T> of(T value, String source) {
        if (value == null) {
            return null;
        }
        return new Found<>(value, source);
    }
}
