// SPDX-License-Identifier: Apache-2.0
package org.tearline.published;

/**
 * The operating system, as far as it can change a result. Immutable.
 *
 * @param family linux, macos, windows, freebsd or other
 * @param kernel major and minor version only, such as 6.18
 */
public record OperatingSystem(String family, String kernel) {
}
