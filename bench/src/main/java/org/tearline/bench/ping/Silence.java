// SPDX-License-Identifier: Apache-2.0
package org.tearline.bench.ping;

import java.io.IOException;

/** Nothing came for too long: the other end is gone, or hangs. */
final class Silence extends IOException {
    private static final long serialVersionUID = 1L;

    Silence() {
        super("nothing came, for 10 s or since the other end is gone");
    }
}
