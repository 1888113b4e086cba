// SPDX-License-Identifier: Apache-2.0
package org.tearline.file;

import java.util.Locale;

/** Names which witness a result file speaks for. */
public enum Kind {
    /** The tester's own sweep, with controls, witnesses and a budget. */
    SWEEP,
    /** The independent jcstress project: the states that its tests saw. */
    JCSTRESS;

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
