// SPDX-License-Identifier: Apache-2.0
package org.tearline.machine;

/**
 * A fact, and the file or API that states it.
 *
 * @param value null for an unknown fact
 */
public record Found<T>(T value, String source) {
}
