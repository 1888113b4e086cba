// SPDX-License-Identifier: Apache-2.0
package org.tearline.promise;

import java.util.List;

/** What the JDK's documentation promises of an API, whatever the CPU. */
public record JavaRule(String id, String appliesTo, String access, List<Integer> widths, String placement,
                       String promise, String sentence, String source, String url, String confidence) {
}
