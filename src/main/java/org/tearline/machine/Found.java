// SPDX-License-Identifier: Apache-2.0
package org.tearline.machine;

/** A fact with its source. */
public record Found<T>(T value, String source) {
    /** Null for null. */
    static <T> Found<T> of(T value, String source) {
        return value == null ? null : new Found<>(value, source);
    }
}
