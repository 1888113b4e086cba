// SPDX-License-Identifier: Apache-2.0
package org.tearline.verdict;

import org.tearline.trial.AccessRules;

/**
 * Holds what a judge has to know of the machine. Immutable.
 *
 * @param rules    what an access comes to there
 * @param promised what the vendor promises; asked of negative results, and of a side that was not seen to tear
 * @param emulationKnown whether the machine tells if it is emulated
 */
public record Circumstances(AccessRules rules, Promised promised, boolean emulationKnown) {
}
