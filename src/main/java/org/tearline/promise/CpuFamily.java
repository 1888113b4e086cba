// SPDX-License-Identifier: Apache-2.0
package org.tearline.promise;

/** CPUs that are promised the same, by a name that people know. */
public record CpuFamily(String name, String alsoCalled, CpuTraits traits) {
}
