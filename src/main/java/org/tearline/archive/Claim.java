// SPDX-License-Identifier: Apache-2.0
package org.tearline.archive;

import java.util.List;
import org.tearline.verdict.Granules;

/**
 * What one voice says of a CPU whose numbers do not rest on it.
 *
 * @param differences where it cannot be true together with the agreed numbers; empty where it agrees
 * @param disputing   of the handles that make one of these differences, as many as agree on it
 */
public record Claim(Voice voice, List<CpuFile> files, Granules granules, List<Difference> differences, int disputing) {
}
