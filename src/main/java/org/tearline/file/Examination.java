// SPDX-License-Identifier: Apache-2.0
package org.tearline.file;

import java.util.ArrayList;
import java.util.List;

/**
 * Holds what came of validating one file.
 *
 * @param name     which file
 * @param file     its content; null if it could not be read
 * @param findings the rules that it breaks
 * @param notes    what its readers will be told, without being an error
 */
public record Examination(String name, ResultFile file, List<Finding> findings, List<String> notes) {

    /** Whether it breaks no rule. */
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
