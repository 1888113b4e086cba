// SPDX-License-Identifier: Apache-2.0
package org.tearline.file;

/**
 * One rule that a file breaks. Immutable; the texts are printable, whatever the file holds.
 *
 * @param where the place in the file, or empty for the whole
 * @param what  what is wrong there
 */
public record Finding(ValidationRule rule, String where, String what) {

    /** Everything on one line: id, place, what is wrong, the rule, how to mend it. */
    public String line() {
        return rule.id() + ": " + (where.isEmpty() ? "" : where + ": ") + what + "; rule: " + rule.sentence()
            + "; mend: " + rule.mend();
    }
}
