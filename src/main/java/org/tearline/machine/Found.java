// SPDX-License-Identifier: Apache-2.0
package org.tearline.machine;

/**
 * Something that was found out, and where. Immutable.
 *
 * @param source the file or API that says so
 */
public record Found<T>(T value, String source) {

    /** Null for null. */
    static <T> Found<T> of(T value, String source) {
        return value == null ? null : new Found<>(value, source);
    }
}
