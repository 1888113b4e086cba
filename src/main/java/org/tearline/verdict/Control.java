// SPDX-License-Identifier: Apache-2.0
package org.tearline.verdict;

/**
 * Holds what one control counted. Immutable.
 *
 * @param changes changes seen
 * @param torn    tears seen
 */
public record Control(long changes, long torn) {
}
