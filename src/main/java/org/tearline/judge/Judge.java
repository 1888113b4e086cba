// SPDX-License-Identifier: Apache-2.0
package org.tearline.judge;

import java.util.List;
import org.tearline.archive.KnownCpu;
import org.tearline.trial.Geometry;

/**
 * What values are judged by. Thread-safe.
 *
 * @param geometry of the machine that the reports come from
 * @param cpus     the measured CPUs
 * @param target   the CPUs that the program is to run on
 */
record Judge(Geometry geometry, List<KnownCpu> cpus, Target target) {
}
