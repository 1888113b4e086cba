// SPDX-License-Identifier: Apache-2.0
package org.tearline.file;

/**
 * Says how many of everything the machine has. An absent fact is null.
 *
 * @param threads logical CPUs
 * @param usable  logical CPUs that the tester was allowed to use
 */
public record PublishedTopology(Integer sockets, Integer cores, Integer threads, Integer usable) {
}
