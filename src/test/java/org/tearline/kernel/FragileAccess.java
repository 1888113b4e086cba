// SPDX-License-Identifier: Apache-2.0
package org.tearline.kernel;

import java.util.List;
import org.tearline.plan.Width;

/**
 * An access whose compiled code rests on two assumptions: that a branch is never taken, and that a class has one
 * subclass. One thread breaks them, one at a time.
 */
public final class FragileAccess extends WriteAccess {
    private static boolean rare;
    private static int sink;
    private static Shape shape = new Round();

    /** A class with one subclass, until {@link #loadAnotherShape}. */
    private abstract static class Shape {
        abstract int corners();
    }

    private static final class Round extends Shape {
        @Override
        int corners() {
            return 0;
        }
    }

    private static final class Square extends Shape {
        @Override
        int corners() {
            return 4;
        }
    }

    private static final class Nothing extends ReadAccess {
        @Override
        long read(int width, Object base, long position, long last) {
            return last;
        }
    }

    /** A writer's loop with this access. */
    public static WriteKernel loop() {
        return Specialization.writer(new FragileAccess(), new Nothing(), new Operand(null, Width.LONG), List.of());
    }

    /** From now on the branch is taken. */
    public static void takeRareBranch() {
        rare = true;
    }

    /** Loads a second subclass, which nobody calls. */
    public static int loadAnotherShape() {
        return new Square().corners();
    }

    @Override
    boolean write(int width, Object base, long position, long last, long next) {
        sink += shape.corners() + (int) next;
        if (rare) {
            sink = Integer.reverse(sink);
        }
        return true;
    }
}
