// SPDX-License-Identifier: Apache-2.0
package org.tearline.promise;

import java.util.List;

/**
 * Holds what the JDK's own documentation promises of an API, whatever the CPU. Immutable.
 *
 * @param sentence the promise in our words
 * @param source   where it stands, and its address
 */
public record JavaRule(String id, String appliesTo, String access, List<Integer> widths, String placement,
                       String promise, String sentence, String source, String url, String confidence) {
}
