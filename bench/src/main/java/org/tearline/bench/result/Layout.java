// SPDX-License-Identifier: Apache-2.0
package org.tearline.bench.result;

import java.util.List;
import java.util.Map;

/**
 * Says where the fields of one object lie, as JOL found them in this JVM. Immutable.
 *
 * @param layout        its name among the layouts that were measured
 * @param instanceBytes size of one object
 * @param fields        name to offset in bytes from the object's start
 * @param text          what JOL prints, by lines
 */
public record Layout(String layout, long instanceBytes, Map<String, Long> fields, List<String> text) {
}
