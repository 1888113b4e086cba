package org.tearline.promise;

import java.util.List;

/** What the JDK's own documentation promises of an API, whatever the CPU. Immutable. */
public record JavaRule(String id, String appliesTo, String access, List<Integer> widths, String placement,
                       String promise, String source, String confidence) {
}
