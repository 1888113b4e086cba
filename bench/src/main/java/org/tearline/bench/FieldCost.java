// SPDX-License-Identifier: Apache-2.0
package org.tearline.bench;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Group;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/**
 * Measures increments of two fields, one per thread: of two objects made one after the other, or static. HotSpot keeps
 * the static fields of a class in one object, together.
 */
@State(Scope.Group)
public class FieldCost extends Cost {
    private static final int TIMES = SharingCost.TIMES;

    @Param({"objects", "padded-objects", "statics-of-one-class", "statics-of-two-classes"})
    public String fields;
    /** Plain accesses are opaque; see {@link SharingCost.Increment}. */
    @Param({"plain", "volatile"})
    public String mode;

    private Increment one;
    private Increment other;
    private Counter[] objects = {};

    /** An increment of one field, whose handle is a constant. */
    interface Increment {
        void once();
    }

    /** A counter of 24 bytes. */
    static class Counter {
        static final VarHandle VALUE = handle(Counter.class, "value", false);
        long value;

        Increment increment(boolean isVolatile) {
            if (isVolatile) {
                return () -> VALUE.setVolatile(this, (long) VALUE.getVolatile(this) + 1);
            }
            return () -> VALUE.setOpaque(this, (long) VALUE.getOpaque(this) + 1);
        }
    }

    /** A counter and 120 bytes of padding, behind which the next object starts. */
    static final class PaddedCounter extends Counter {
        long p01, p02, p03, p04, p05, p06, p07, p08, p09, p10, p11, p12, p13, p14, p15;
    }

    /** Two static counters. */
    static final class Both {
        static final VarHandle FIRST = handle(Both.class, "first", true);
        static final VarHandle SECOND = handle(Both.class, "second", true);
        static long first;
        static long second;

        private Both() {
        }

        static Increment first(boolean isVolatile) {
            if (isVolatile) {
                return () -> FIRST.setVolatile((long) FIRST.getVolatile() + 1);
            }
            return () -> FIRST.setOpaque((long) FIRST.getOpaque() + 1);
        }

        static Increment second(boolean isVolatile) {
            if (isVolatile) {
                return () -> SECOND.setVolatile((long) SECOND.getVolatile() + 1);
            }
            return () -> SECOND.setOpaque((long) SECOND.getOpaque() + 1);
        }
    }

    /** One static counter. */
    static final class Own {
        static final VarHandle SECOND = handle(Own.class, "second", true);
        static long second;

        private Own() {
        }

        static Increment second(boolean isVolatile) {
            if (isVolatile) {
                return () -> SECOND.setVolatile((long) SECOND.getVolatile() + 1);
            }
            return () -> SECOND.setOpaque((long) SECOND.getOpaque() + 1);
        }
    }

    private static VarHandle handle(Class<?> type, String field, boolean isStatic) {
        try {
            MethodHandles.Lookup lookup = MethodHandles.privateLookupIn(type, MethodHandles.lookup());
            if (isStatic) {
                return lookup.findStaticVarHandle(type, field, long.class);
            }
            return lookup.findVarHandle(type, field, long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    @Setup
    public void choose() {
        boolean isVolatile = mode.equals("volatile");
        switch (fields) {
            case "objects" -> both(new Counter(), new Counter());
            case "padded-objects" -> both(new PaddedCounter(), new PaddedCounter());
            case "statics-of-one-class" -> {
                one = Both.first(isVolatile);
                other = Both.second(isVolatile);
            }
            case "statics-of-two-classes" -> {
                one = Both.first(isVolatile);
                other = Own.second(isVolatile);
            }
            default -> throw new IllegalArgumentException("no fields '" + fields + "'");
        }
    }

    private void both(Counter first, Counter second) {
        objects = new Counter[] {first, second};
        one = first.increment(mode.equals("volatile"));
        other = second.increment(mode.equals("volatile"));
    }

    /** The sum of all counters; valid while no thread increments one. */
    long sum() {
        long sum = Both.first + Both.second + Own.second;
        for (Counter object : objects) {
            sum += object.value;
        }
        return sum;
    }

    @Benchmark
    @Group("pair")
    @OperationsPerInvocation(TIMES)
    public void one() {
        repeat(one);
    }

    @Benchmark
    @Group("pair")
    @OperationsPerInvocation(TIMES)
    public void other() {
        repeat(other);
    }

    private static void repeat(Increment increment) {
        for (int i = 0; i < TIMES; i++) {
            increment.once();
        }
    }
}
