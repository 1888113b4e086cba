// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.record;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;

/** Walks the stack of a hit, from the access to the program's own code. Immutable. Thread-safe. */
final class Frames {
    /** Access libraries nest less deeply; without a bound a recursion in one would make a site of every depth. */
    private static final int DEEPEST = 32;
    private static final StackWalker WALKER = StackWalker.getInstance();

    private final String hook;
    private final List<String> libraries;
    private final int own;
    private final Selection all = new Selection(false);
    private final Selection callers = new Selection(true);

    /** @param hook end of the name of the class that the program's code calls; frames up to it are the agent's */
    Frames(String hook, List<String> libraries, int own) {
        this.hook = hook;
        this.libraries = libraries;
        this.own = own;
    }

    /** The frames from the access outwards, and which is the first outside the access libraries, or else the last. */
    record Walk(List<StackTraceElement> frames, int outermost) {
    }

    /** A class, as no lambda is on the way to the program's start: to link the first one takes tens of milliseconds. */
    private final class Selection implements Function<Stream<StackWalker.StackFrame>, Walk> {
        private final boolean wrapper;

        Selection(boolean wrapper) {
            this.wrapper = wrapper;
        }

        @Override
        public Walk apply(Stream<StackWalker.StackFrame> stack) {
            return select(stack.iterator(), wrapper);
        }
    }

    /** @param wrapper whether the method that makes the access counts as an access library */
    Walk walk(boolean wrapper) {
        return WALKER.walk(wrapper ? callers : all);
    }

    private Walk select(Iterator<StackWalker.StackFrame> stack, boolean wrapper) {
        List<StackTraceElement> frames = new ArrayList<>();
        int outermost = -1;
        boolean agent = true;
        while (stack.hasNext()) {
            StackWalker.StackFrame frame = stack.next();
            boolean isHook = frame.getClassName().equals(hook);
            if (agent || isHook) {
                agent = agent && !isHook;
                continue;
            }
            frames.add(plain(frame.toStackTraceElement()));
            if (outermost < 0 && !(wrapper && frames.size() == 1) && !library(frame.getClassName())) {
                outermost = frames.size() - 1;
            }
            if (outermost >= 0 && frames.size() >= outermost + own || frames.size() == DEEPEST) {
                break;
            }
        }
        return new Walk(List.copyOf(frames), outermost < 0 ? Math.max(0, frames.size() - 1) : outermost);
    }

    /** Without loader and module, whose versions would make a site of their own. */
    private static StackTraceElement plain(StackTraceElement frame) {
        return new StackTraceElement(frame.getClassName(), frame.getMethodName(), frame.getFileName(),
            frame.getLineNumber());
    }

    private boolean library(String className) {
        for (String library : libraries) {
            if (className.startsWith(library)) {
                return true;
            }
        }
        return false;
    }
}
