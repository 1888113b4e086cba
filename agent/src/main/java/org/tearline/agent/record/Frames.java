// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.record;

import java.lang.StackWalker.StackFrame;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.function.BiPredicate;
import java.util.function.Function;
import java.util.stream.Stream;

/** Walks the stack of a hit, from the access to the program's own code. Thread-safe. */
final class Frames {
    /** Maximum depth, which limits the sites that a recursive library can create. Other libraries nest less deeply. */
    private static final int DEEPEST = 32;
    /** Maximum depth of nested wrappers. */
    private static final int WRAPPERS = 4;
    private static final StackWalker WALKER = StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE);

    private final String hook;
    private final List<String> libraries;
    private final int own;
    private final BiPredicate<StackFrame, StackFrame> passesOn;
    private final Selection all = new Selection(false);
    private final Selection callers = new Selection(true);

    /**
     * @param hook     class that rewritten code calls; its frames and those of its callees belong to the agent
     * @param own      how many frames to keep, from the site outwards
     * @param passesOn whether a method only passes an address on to the wrapper that it calls
     */
    Frames(String hook, List<String> libraries, int own, BiPredicate<StackFrame, StackFrame> passesOn) {
        this.hook = hook;
        this.libraries = libraries;
        this.own = own;
        this.passesOn = passesOn;
    }

    /**
     * The frames, from the access outwards, and the index of the first one outside the access libraries, or of the last
     * frame if there is none.
     */
    record Walk(List<StackTraceElement> frames, int outermost) {
    }

    /** Not a lambda: linking the first lambda in a JVM adds tens of milliseconds to startup. */
    private final class Selection implements Function<Stream<StackFrame>, Walk> {
        private final boolean wrapper;

        Selection(boolean wrapper) {
            this.wrapper = wrapper;
        }

        @Override
        public Walk apply(Stream<StackFrame> stack) {
            return select(stack.iterator(), wrapper);
        }
    }

    /** @param wrapper whether the accessing method only passes its address on */
    Walk walk(boolean wrapper) {
        return WALKER.walk(wrapper ? callers : all);
    }

    private Walk select(Iterator<StackFrame> stack, boolean wrapper) {
        List<StackTraceElement> frames = new ArrayList<>();
        int outermost = -1;
        boolean agent = true;
        boolean passes = wrapper;
        StackFrame callee = null;
        while (stack.hasNext()) {
            StackFrame frame = stack.next();
            boolean isHook = frame.getClassName().equals(hook);
            if (agent || isHook) {
                agent = agent && !isHook;
                continue;
            }
            if (outermost < 0) {
                boolean library = library(frame.getClassName());
                passes = passes && !library && frames.size() < WRAPPERS
                    && (callee == null || passesOn.test(frame, callee));
                outermost = passes || library ? -1 : frames.size();
            }
            frames.add(plain(frame.toStackTraceElement()));
            callee = frame;
            if (outermost >= 0 && frames.size() >= outermost + own || frames.size() == DEEPEST) {
                break;
            }
        }
        return new Walk(List.copyOf(frames), outermost < 0 ? Math.max(0, frames.size() - 1) : outermost);
    }

    /** Drops the names of the class loader and the module, which could split one site into several. */
    private static StackTraceElement plain(StackTraceElement frame) {
        return new StackTraceElement(frame.getClassName(), frame.getMethodName(), frame.getFileName(),
            frame.getLineNumber());
    }

    /** Uses a loop, since linking the lambda of a stream would slow down startup. */
    private boolean library(String className) {
        for (String library : libraries) {
            if (className.startsWith(library)) {
                return true;
            }
        }
        return false;
    }
}
