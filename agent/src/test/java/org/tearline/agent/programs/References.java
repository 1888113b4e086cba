// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.programs;

import static org.tearline.agent.programs.Memory.UNSAFE;
import static org.tearline.agent.programs.Memory.pages;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import sun.misc.Unsafe;

/**
 * Calls a method of Unsafe through a method reference, another one through a method handle that is looked up, and
 * others through reflection. The agent counts such methods but does not watch the calls. Argument: [internal], to call
 * a method of the JDK's internal Unsafe as well.
 */
public final class References {
    private static final long ADDRESS = pages(1) + 60;

    /** The signature of Unsafe.getLongVolatile. */
    private interface Read {
        long at(Object base, long offset);
    }

    public static void main(String[] arguments) throws Throwable {
        Read read = UNSAFE::getLongVolatile;
        read.at(null, ADDRESS);
        MethodHandle write = MethodHandles.lookup().findVirtual(Unsafe.class, "putOrderedLong",
            MethodType.methodType(void.class, Object.class, long.class, long.class));
        write.invokeExact(UNSAFE, (Object) null, ADDRESS, 1L);
        Unsafe.class.getMethod("getIntVolatile", Object.class, long.class).invoke(UNSAFE, null, ADDRESS + 2);
        if (arguments.length > 0) {
            Class<?> internal = Class.forName("jdk.internal.misc.Unsafe");
            Object unsafe = internal.getMethod("getUnsafe").invoke(null);
            internal.getMethod("getLongAcquire", Object.class, long.class).invoke(unsafe, null, ADDRESS);
        }
    }
}
