// SPDX-License-Identifier: Apache-2.0
package org.tearline.trial;

/** The two loops of a trial: one stores, the other loads. */
public enum Side {
    WRITE, READ;

    @Override
    public String toString() {
        return LowerCase.of(this);
    }
}
