// SPDX-License-Identifier: Apache-2.0
package org.tearline.run.worker;

/** An access threw while it was hammered; nothing that was counted in that round may be used. */
final class RoundFailed extends Exception {
    private static final long serialVersionUID = 1L;

    RoundFailed(Throwable cause) {
        super(cause);
    }
}
