// SPDX-License-Identifier: Apache-2.0
package org.tearline.submission;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/**
 * Holds what is taken back of a published file. Immutable.
 *
 * @param reason why, in the words of the list
 */
public record Recall(Withdrawn withdrawn, String reason) {

    /** Names how much is taken back. */
    public enum Withdrawn {
        /** Every place without a tear; a tear with its bytes is evidence whatever else is wrong. */
        NEGATIVE_RESULTS,
        /** The whole file. */
        EVERYTHING;

        static Optional<Withdrawn> named(String word) {
            return Arrays.stream(values()).filter(each -> each.toString().equals(word)).findFirst();
        }

        /** Returns the word as the list has it. */
        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }
    }

    /** Returns whether its torn cells count on. */
    public boolean tearsCount() {
        return withdrawn == Withdrawn.NEGATIVE_RESULTS;
    }

    /** Returns what is taken back, and why. */
    @Override
    public String toString() {
        return withdrawn + ": " + reason;
    }
}
