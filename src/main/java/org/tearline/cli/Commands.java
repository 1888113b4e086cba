// SPDX-License-Identifier: Apache-2.0
package org.tearline.cli;

import java.util.List;
import java.util.function.Supplier;

/** The commands by their names. */
final class Commands {
    /** The command that options or an offset imply; see {@link Program#withCommand}. */
    static final String DEFAULT = "run";

    /** In the order in which help lists the commands, those for everybody first. */
    static final List<String> NAMES = List.of(DEFAULT, "granules", "sweep", "probe", "asm", "show",
        "validate", "submit", "import-jcstress", "judge", "ask", "report", "accept");

    private Commands() {
    }

    /** Returns a new command; the default one for any other name. */
    static Subcommand named(String name) {
        // Constructor references, because the verifier would load every class that a plain "new" names here.
        Supplier<Subcommand> command = switch (name) {
            case "granules" -> GranulesCommand::new;
            case "sweep" -> SweepCommand::new;
            case "probe" -> ProbeCommand::new;
            case "asm" -> AsmCommand::new;
            case "show" -> ShowCommand::new;
            case "validate" -> ValidateCommand::new;
            case "submit" -> SubmitCommand::new;
            case "import-jcstress" -> ImportJcstressCommand::new;
            case "judge" -> JudgeCommand::new;
            case "ask" -> AskCommand::new;
            case "report" -> ReportCommand::new;
            case "accept" -> AcceptCommand::new;
            default -> RunCommand::new;
        };
        return command.get();
    }
}
