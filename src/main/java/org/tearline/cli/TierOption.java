// SPDX-License-Identifier: Apache-2.0
package org.tearline.cli;

import org.tearline.trial.Tier;
import picocli.CommandLine.Option;

/** The option {@code --tier}, which several commands have. */
final class TierOption {
    @Option(names = "--tier", paramLabel = "TIER", defaultValue = "c2",
        description = "What executes the loops: c2, c1 or interpreter. Default: ${DEFAULT-VALUE}")
    Tier chosen;
}
