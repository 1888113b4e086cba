// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.programs.fences;

import java.lang.invoke.VarHandle;

/** Calls fences for classes that name none. */
public interface Fences {
    static void load() {
        VarHandle.acquireFence();
    }

    static void store() {
        VarHandle.releaseFence();
    }

    /** To be extended. */
    class Parent {
        protected void inherited() {
            VarHandle.acquireFence();
        }
    }
}
