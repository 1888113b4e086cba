// SPDX-License-Identifier: Apache-2.0
package org.tearline.file;

/** Says in one printable line why bytes are no result file. */
public final class UnreadableResult extends Exception {
    private static final long serialVersionUID = 1;

    private final Fault fault;

    UnreadableResult(Fault fault, String message) {
        super(message, null, false, false);
        this.fault = fault;
    }

    /** Returns what kind of thing is wrong. */
    public Fault fault() {
        return fault;
    }

    /** Names what can be wrong before the content matters. */
    public enum Fault {
        /** Too large, or no file at all. */
        SIZE,
        /** A result file, but of another schema version. */
        VERSION,
        /** Not JSON. */
        JSON,
        /** JSON, but with a value that its field cannot have. */
        VALUE,
        /** A name twice in one object. */
        DUPLICATE_KEY,
        /** Too deep, or a string, name or number too long. */
        LIMITS
    }
}
