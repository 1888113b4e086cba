// SPDX-License-Identifier: Apache-2.0
package org.tearline.tools;

import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/** Holds an option's numbers to a range; a wrong one costs one line that says what is allowed. Stateless. */
final class Range {
    private static final int MOST_DIGITS = 18;

    private Range() {
    }

    /**
     * A whole number.
     *
     * @throws ParameterException if it is none, or not within the range
     */
    static long check(CommandSpec command, String option, String text, long least, long most) {
        if (!text.matches("\\d{1," + MOST_DIGITS + "}") || Long.parseLong(text) < least
            || Long.parseLong(text) > most) {
            throw new ParameterException(command.commandLine(), option + " '" + text + "': give a whole number, "
                + least + " to " + most);
        }
        return Long.parseLong(text);
    }
}
