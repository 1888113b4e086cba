// SPDX-License-Identifier: Apache-2.0
package org.tearline.bench.result;

/**
 * A row that was not measured, by name, and why. Immutable.
 *
 * @param group of questions
 */
public record LeftOut(String group, String what, String why) {
}
