// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.site;

import java.lang.StackWalker.StackFrame;

/** What the class files of the program say about the methods on a stack. */
public interface Code {
    /** Whether a method only passes an address on to the wrapper that it calls. */
    boolean passesOn(StackFrame method, StackFrame callee);

    /** Returns the line of a frame; -1 if it is unknown. */
    int line(StackFrame frame);
}
