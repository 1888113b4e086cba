// SPDX-License-Identifier: Apache-2.0
package org.tearline.file;

import java.util.stream.Collectors;
import tools.jackson.core.JacksonException;
import tools.jackson.core.exc.UnexpectedEndOfInputException;
import tools.jackson.databind.DatabindException;

/**
 * Words what is wrong with JSON for somebody who never saw the parser: its own messages name Java types and settings.
 *
 */
final class JsonFault {
    private JsonFault() {
    }

    /** Returns what is wrong with a text that is no JSON, after its line and column. */
    static String ofText(JacksonException e) {
        return place(e) + (isDuplicate(e) ? "a name for the second time in its object"
            : e instanceof UnexpectedEndOfInputException ? "the file ends in the middle" : "not JSON from here on");
    }

    /** Returns what is wrong with JSON that is no such record, after a pointer to the field. */
    static String ofValue(JacksonException e) {
        return (e instanceof DatabindException known && !known.getPath().isEmpty() ? known.getPath().stream()
            .map(step -> step.getPropertyName() == null ? String.valueOf(step.getIndex())
                : Quoted.of(step.getPropertyName())).collect(Collectors.joining("/", "/", ": ")) : "")
            + "a field is missing or its value is out of range";
    }

    /** Returns whether an object has a name twice. */
    static boolean isDuplicate(JacksonException e) {
        return e.getOriginalMessage().startsWith("Duplicate");
    }

    /** Returns where the text is wrong, as the beginning of a sentence; empty where that is unknown. */
    static String place(JacksonException e) {
        boolean located = e.getLocation() != null && e.getLocation().getLineNr() > 0;
        return located ? "line " + e.getLocation().getLineNr() + ", column " + e.getLocation().getColumnNr() + ": "
            : "";
    }
}
