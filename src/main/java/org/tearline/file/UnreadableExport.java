// SPDX-License-Identifier: Apache-2.0
package org.tearline.file;

/** Says in one printable line why a file is not what another program of this project writes. */
public final class UnreadableExport extends Exception {
    private static final long serialVersionUID = 1;

    /** Ends the reading of a file. */
    public UnreadableExport(String message) {
        super(message, null, false, false);
    }
}
