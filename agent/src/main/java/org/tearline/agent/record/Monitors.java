// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.record;

import java.lang.StackWalker.StackFrame;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.Arrays;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Finds the monitors that the current thread holds, through the JDK's internal live stack frames. This takes some ten
 * microseconds. Locks of java.util.concurrent and, on most JDKs, the monitors of virtual threads stay unknown.
 * Thread-safe.
 */
final class Monitors {
    static final int[] NONE = {};

    private final StackWalker walker;
    private final MethodHandle monitors;

    private Monitors(StackWalker walker, MethodHandle monitors) {
        this.walker = walker;
        this.monitors = monitors;
    }

    /** Returns null if this JDK has no live stack frames, or if java.lang is not open to the agent. */
    static Monitors find() {
        try {
            Class<?> frame = Class.forName("java.lang.LiveStackFrame");
            MethodHandles.Lookup lookup = MethodHandles.privateLookupIn(frame, MethodHandles.lookup());
            StackWalker walker = (StackWalker) lookup
                .findStatic(frame, "getStackWalker", MethodType.methodType(StackWalker.class)).invoke();
            return new Monitors(walker, lookup
                .findVirtual(frame, "getMonitors", MethodType.methodType(Object[].class))
                .asType(MethodType.methodType(Object[].class, StackFrame.class)));
        } catch (Throwable e) {
            return null;
        }
    }

    /** Returns the identity hash codes of the held monitors. */
    int[] held() {
        try {
            return walker.walk(new Function<Stream<StackFrame>, int[]>() {
                @Override
                public int[] apply(Stream<StackFrame> stack) {
                    return stack.flatMapToInt(Monitors.this::of).distinct().toArray();
                }
            });
        } catch (UnsupportedOperationException e) {
            // The thread is virtual.
            return NONE;
        }
    }

    private IntStream of(StackFrame frame) {
        try {
            return Arrays.stream((Object[]) monitors.invokeExact(frame)).mapToInt(System::identityHashCode);
        } catch (Throwable e) {
            return IntStream.empty();
        }
    }
}
