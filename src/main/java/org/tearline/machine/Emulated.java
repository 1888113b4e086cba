// SPDX-License-Identifier: Apache-2.0
package org.tearline.machine;

import org.tearline.trial.LowerCase;

/** Whether software executes the instructions. If so, the emulator may cause a tear. */
public enum Emulated {
    YES, NO, UNKNOWN;

    @Override
    public String toString() {
        return LowerCase.of(this);
    }
}
