// SPDX-License-Identifier: Apache-2.0
package org.tearline.file;

import java.util.stream.Collectors;
import tools.jackson.core.JacksonException;
import tools.jackson.core.exc.StreamConstraintsException;
import tools.jackson.core.exc.UnexpectedEndOfInputException;
import tools.jackson.databind.DatabindException;

/** One printable line on why a file cannot be read. Jackson's own messages name Java types and settings. */
public final class UnreadableFile extends Exception {
    private static final long serialVersionUID = 1;

    private final ValidationRule rule;

    public UnreadableFile(ValidationRule rule, String message) {
        super(message, null, false, false);
        this.rule = rule;
    }

    /** Of text that is no JSON. */
    static UnreadableFile ofText(JacksonException e) {
        boolean located = e.getLocation() != null && e.getLocation().getLineNr() > 0;
        String place = located ? "line " + e.getLocation().getLineNr() + ", column " + e.getLocation().getColumnNr()
            + ": " : "";
        if (e instanceof StreamConstraintsException) {
            return new UnreadableFile(ValidationRule.LIMITS, place + "too deep or too long");
        }
        return e.getOriginalMessage().startsWith("Duplicate")
            ? new UnreadableFile(ValidationRule.DUPLICATE_KEY, place + "a name for the second time in its object")
            : new UnreadableFile(ValidationRule.JSON, place + (e instanceof UnexpectedEndOfInputException
                ? "the file ends in the middle" : "not JSON from here on"));
    }

    /** Of JSON that is no such record. */
    static UnreadableFile ofValue(JacksonException e) {
        String pointer = e instanceof DatabindException known && !known.getPath().isEmpty() ? known.getPath().stream()
            .map(step -> step.getPropertyName() == null ? String.valueOf(step.getIndex())
                : Quoted.of(step.getPropertyName())).collect(Collectors.joining("/", "/", ": ")) : "";
        return new UnreadableFile(ValidationRule.SCHEMA, pointer + "a field is missing or its value is out of range");
    }

    /** The rule that the file breaks. */
    public ValidationRule rule() {
        return rule;
    }
}
