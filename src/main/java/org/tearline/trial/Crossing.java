// SPDX-License-Identifier: Apache-2.0
package org.tearline.trial;

/** The largest boundary that an access crosses. */
public enum Crossing {
    NONE, LINE, PAGE;

    @Override
    public String toString() {
        return LowerCase.of(this);
    }
}
