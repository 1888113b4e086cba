// SPDX-License-Identifier: Apache-2.0
package org.tearline.platform;

/**
 * One logical CPU and where it sits. Immutable.
 *
 * @param number the kernel's number
 * @param core   the lowest CPU number of its physical core: alike for SMT siblings only
 * @param socket the lowest CPU number of its socket
 */
public record Cpu(int number, int core, int socket) {
}
