// SPDX-License-Identifier: Apache-2.0
package org.tearline.file;

/**
 * Says whether threads were held on their CPUs.
 *
 * @param asked whether the tester tried
 * @param had   whether every thread was found where it belonged
 */
public record PublishedPinning(boolean asked, boolean had) {
}
