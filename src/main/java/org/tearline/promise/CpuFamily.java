// SPDX-License-Identifier: Apache-2.0
package org.tearline.promise;

/**
 * CPUs that are promised the same, by the name under which people look for theirs. Immutable.
 *
 * @param alsoCalled names of models and designs in it, for who searches
 * @param traits those of one of them, with every feature that a promise may ask for and the family has
 */
public record CpuFamily(String name, String alsoCalled, CpuTraits traits) {
}
