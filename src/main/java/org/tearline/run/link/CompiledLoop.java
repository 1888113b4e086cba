// SPDX-License-Identifier: Apache-2.0
package org.tearline.run.link;

import org.tearline.trial.Side;

/**
 * A loop as a worker compiled it.
 *
 * @param className the hidden class that has the loop, as the JVM's own prints name it; null if the API refused
 * @param problem   why there is no code of the wanted tier, or null
 */
public record CompiledLoop(Side side, String mode, String className, String problem) {
}
