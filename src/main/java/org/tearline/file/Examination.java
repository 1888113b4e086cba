// SPDX-License-Identifier: Apache-2.0
package org.tearline.file;

import java.util.ArrayList;
import java.util.List;

/**
 * What came of validating one file.
 *
 * @param file     its content; null if it could not be read
 * @param findings the rules that it breaks
 * @param notes    what its readers will be told, without being an error
 */
public record Examination(String name, ResultFile file, List<Finding> findings, List<String> notes) {
    /**
     * One rule that a file breaks, in printable text.
     *
     * @param where the place in the file, or empty for the whole
     * @param what  what is wrong there
     */
    public record Finding(ValidationRule rule, String where, String what) {
        public String line() {
            return rule.id() + ": " + (where.isEmpty() ? "" : where + ": ") + what + "; rule: " + rule.sentence()
                + "; mend: " + rule.mend();
        }
    }

    /** Of a file whose content is not known. */
    public Examination(String name, String... notes) {
        this(name, null, List.of(), List.of(notes));
    }

    public boolean valid() {
        return findings.isEmpty();
    }

    /** The same with one more finding. */
    public Examination with(ValidationRule rule, String where, String what) {
        List<Finding> more = new ArrayList<>(findings);
        more.add(new Finding(rule, Quoted.of(where), Quoted.of(what)));
        return new Examination(name, file, List.copyOf(more), notes);
    }
}
