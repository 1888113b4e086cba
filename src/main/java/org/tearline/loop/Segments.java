// SPDX-License-Identifier: Apache-2.0
package org.tearline.loop;

import java.lang.invoke.VarHandle;
import java.lang.reflect.InvocationTargetException;
import org.tearline.trial.Memory;

/** The JDK's memory segments, by reflection, because JDK 17 does not have them. None of the methods is restricted. */
final class Segments {
    private static final String PACKAGE = "java.lang.foreign.";

    private Segments() {
    }

    static Pages take(long bytes, int pageBytes) {
        String problem = Memory.SEGMENT.problem(Runtime.version().feature());
        if (problem != null) {
            throw new UnsupportedOperationException("segment memory " + problem);
        }
        try {
            Class<?> arenas = Class.forName(PACKAGE + "Arena");
            Class<?> segments = Class.forName(PACKAGE + "MemorySegment");
            Object arena = arenas.getMethod("ofShared").invoke(null);
            Object segment = arenas.getMethod("allocate", long.class, long.class).invoke(arena, bytes,
                (long) pageBytes);
            long address = (long) segments.getMethod("address").invoke(segment);
            View view = new View(segment, handles("SHORT"), handles("INT"), handles("LONG"));
            return new Pages(view, 0, address, arena);
        } catch (InvocationTargetException e) {
            throw new IllegalStateException("no memory segment: " + e.getCause(), e);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("no memory segments here: " + e, e);
        }
    }

    static void close(AutoCloseable arena) {
        try {
            arena.close();
        } catch (Exception e) {
            throw new IllegalStateException("cannot close the arena of a segment", e);
        }
    }

    private static View.Handles handles(String type) throws ReflectiveOperationException {
        return View.Handles.of(handle("JAVA_" + type + "_UNALIGNED"),
            handle("JAVA_" + type));
    }

    /** It takes a segment and an offset in bytes, in the machine's order. */
    private static VarHandle handle(String layout) throws ReflectiveOperationException {
        Class<?> layouts = Class.forName(PACKAGE + "ValueLayout");
        return (VarHandle) layouts.getMethod("varHandle").invoke(layouts.getField(layout).get(null));
    }
}
