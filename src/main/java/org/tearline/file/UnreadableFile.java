// SPDX-License-Identifier: Apache-2.0
package org.tearline.file;

import static org.tearline.file.ValidationRule.DUPLICATE_KEY;
import static org.tearline.file.ValidationRule.JSON;
import static org.tearline.file.ValidationRule.LIMITS;
import static org.tearline.file.ValidationRule.SCHEMA;

import java.util.Optional;
import java.util.stream.Collectors;
import org.tearline.file.Examination.Finding;
import tools.jackson.core.JacksonException;
import tools.jackson.core.exc.UnexpectedEndOfInputException;
import tools.jackson.databind.DatabindException;

/** Reports an unreadable file in one printable line. Jackson's own messages name Java types and settings. */
public final class UnreadableFile extends Exception {
    private static final long serialVersionUID = 1;

    private final transient Finding finding;

    /** Creates the exception for JSON of another kind, or that contradicts itself. */
    public UnreadableFile(String message) {
        this(SCHEMA, message);
    }

    public UnreadableFile(ValidationRule rule, String message) {
        this(new Finding(rule, "", message));
    }

    UnreadableFile(Finding finding) {
        // A fault of the file needs no stack trace.
        super(finding.fault(), null, false, false);
        this.finding = finding;
    }

    /** Creates the exception for text that is not JSON. */
    static UnreadableFile ofText(JacksonException e) {
        String place = "";
        if (e.getLocation() != null && e.getLocation().getLineNr() > 0) {
            place = "line " + e.getLocation().getLineNr() + ", column " + e.getLocation().getColumnNr() + ": ";
        }
        if (e instanceof ReaderLimits.Exceeded) {
            return new UnreadableFile(LIMITS, place + e.getOriginalMessage());
        }
        if (e.getOriginalMessage().startsWith("Duplicate")) {
            return new UnreadableFile(DUPLICATE_KEY, place + "duplicate name in an object");
        }
        if (e instanceof UnexpectedEndOfInputException) {
            return new UnreadableFile(JSON, place + "unexpected end of file");
        }
        return new UnreadableFile(JSON, place + "not valid JSON");
    }

    /** Creates the exception for JSON that does not fit the record. */
    static UnreadableFile ofValue(JacksonException e) {
        String pointer = "";
        if (e instanceof DatabindException known && !known.getPath().isEmpty()) {
            pointer = known.getPath().stream()
                .map(step -> Optional.ofNullable(step.getPropertyName()).map(Quoted::of)
                    .orElse(String.valueOf(step.getIndex())))
                .collect(Collectors.joining("/", "/", ": "));
        }
        return new UnreadableFile(pointer + "a field is missing or its value is out of range");
    }

    Finding finding() {
        return finding;
    }
}
