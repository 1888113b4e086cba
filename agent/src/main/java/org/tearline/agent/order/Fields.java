// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.order;

import static java.lang.invoke.MethodHandles.arrayElementVarHandle;
import static java.lang.invoke.MethodHandles.lookup;
import static java.lang.invoke.MethodType.methodType;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.invoke.VarHandle;
import java.lang.reflect.Field;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The places of fields and elements, which are accessed by name, through a handle, or through Unsafe. The keys are the
 * same for all ways. Thread-safe.
 */
public final class Fields {
    private static final int LIMIT = 1 << 14;
    /** Added to the index in an atomic array. Smaller numbers stand for the array itself, see {@link Ordering}. */
    private static final int FIRST_ELEMENT = 8;
    /** Added to the number of a field whose offset cannot be found. Offsets are smaller. */
    private static final int BY_NUMBER = 1 << 30;
    /** Null if this JDK gives no access to its Unsafe. */
    private static final MethodHandle OFFSET =
        unsafe("objectFieldOffset", long.class, Class.class, String.class);
    private static final MethodHandle STATIC_OFFSET =
        unsafe("staticFieldOffset", long.class, Field.class);

    /** Offset of handles whose place cannot be found. */
    private static final long UNKNOWN = -1;
    private static final int HANDLES = 1 << 10;

    /** Handles that were used lately, by hash code. */
    private final Handle[] handles = new Handle[HANDLES];
    private final Numbered<String, Name> names = new Numbered<>(LIMIT);
    private final ClassValue<Layout> layouts = new ClassValue<>() {
        @Override
        protected Layout computeValue(Class<?> type) {
            return Layout.of(type);
        }
    };

    /** How the elements of an array or atomic array are found. */
    private final ClassValue<Handle> elements = new ClassValue<>() {
        @Override
        protected Handle computeValue(Class<?> type) {
            return type.isArray() ? resolve(null, arrayElementVarHandle(type))
                : new Handle(null, null, FIRST_ELEMENT, 0);
        }
    };

    /** A field, and its offset once it was accessed; 0 before. */
    private record Name(String type, String field, Source source, boolean isStatic, int number, AtomicLong offset) {
        /** Returns the class that declares the field, which may be a parent of the named one; null if unknown. */
        Class<?> declaring(Object base) {
            Class<?> found = isStatic ? (Class<?>) base : base.getClass();
            while (found != null && !found.getName().equals(type)) {
                found = found.getSuperclass();
            }
            while (found != null && offset(found) < 0) {
                found = found.getSuperclass();
            }
            return found;
        }

        long offsetIn(Object base) {
            long known = offset.get();
            if (known == 0) {
                Class<?> declaring = declaring(base);
                known = declaring == null ? BY_NUMBER + number : offset(declaring);
                offset.set(known);
            }
            return known;
        }

        /** Returns the offset in a class; a negative number if that does not declare the field. */
        private long offset(Class<?> one) {
            try {
                return isStatic ? (long) STATIC_OFFSET.invokeExact(one.getDeclaredField(field))
                    : (long) OFFSET.invokeExact(one, field);
            } catch (Throwable e) {
                return UNKNOWN;
            }
        }
    }

    /**
     * A VarHandle or field updater.
     *
     * @param base  that of a static field; null for others
     * @param shift of the index of an element; 0 for a field
     */
    private record Handle(Object handle, Object base, long offset, long shift) {
        long at(long index) {
            return offset + (index << shift);
        }
    }

    /** How a VarHandle or field updater finds its place; the handles take it as an Object. */
    private record Layout(MethodHandle offset, MethodHandle shift, MethodHandle base, MethodHandle target) {
        static Layout of(Class<?> type) {
            boolean isLazy = type.getName().equals("java.lang.invoke.LazyInitializingVarHandle");
            MethodHandle target = isLazy ? getter(type, "target", Object.class) : null;
            MethodHandle shift = getter(type, "ashift", long.class);
            String inField = VarHandle.class.isAssignableFrom(type) ? "fieldOffset" : "offset";
            MethodHandle offset = getter(type, shift == null ? inField : "abase", long.class);
            return new Layout(offset, shift, getter(type, "base", Object.class), target);
        }

        /** A lookup in java.lang.invoke is refused, so this needs reflection. */
        private static MethodHandle getter(Class<?> type, String field, Class<?> result) {
            for (Class<?> declaring = type; declaring != null; declaring = declaring.getSuperclass()) {
                try {
                    Field found = declaring.getDeclaredField(field);
                    found.setAccessible(true);
                    return lookup().unreflectGetter(found)
                        .asType(methodType(result, Object.class));
                } catch (ReflectiveOperationException | RuntimeException e) {
                    // Another class has the field, or none.
                }
            }
            return null;
        }
    }

    /** Returns null if this JDK gives no access to a method. */
    private static MethodHandle unsafe(String method, Class<?> result, Class<?>... parameters) {
        try {
            Class<?> type = Class.forName("jdk.internal.misc.Unsafe");
            Lookup lookup = MethodHandles.privateLookupIn(type, lookup());
            Object unsafe = lookup.findStatic(type, "getUnsafe", methodType(type)).invoke();
            return lookup.findVirtual(type, method, methodType(result, parameters)).bindTo(unsafe);
        } catch (Throwable e) {
            return null;
        }
    }

    /**
     * Returns the number of a field; -1 if there are too many.
     *
     * @param type name of the class that declares the field
     */
    public int register(String type, String field, boolean isStatic) {
        Name name = names.get(type + '.' + field, number -> new Name(type, field,
            new Source("field", type + '.' + field), isStatic, number, new AtomicLong()));
        return name == null ? -1 : name.number;
    }

    /** @param base object that has the place; for a static field, any object that identifies its class */
    private static Cell cell(Cells cells, Object base, long offset, String kind) {
        Class<?> type = base instanceof Class<?> declaring ? declaring : base.getClass();
        return cells.get(base, offset, new Source(kind, type.getTypeName()));
    }

    /**
     * Returns the cell of a field or element; null if its place is not known.
     *
     * @param handle VarHandle or field updater; an array or atomic array that is also the base; null for a field with a
     *               number. One of a byte[] accesses aligned words, whose parts count as one, as in {@link Ordering}
     * @param base   object, array, or class with a static field
     * @param index  of an element, or number of the field
     */
    Cell cell(Cells cells, Object handle, Object base, int index) {
        if (handle == null) {
            Name name = names.get(index);
            Class<?> declaring = name.isStatic ? name.declaring(base) : null;
            return cells.get(declaring == null ? base : declaring, name.offsetIn(base), name.source);
        }
        if (handle == base && !(handle instanceof VarHandle)) {
            return cell(cells, base, elements.get(base.getClass()).at(index), "element");
        }
        Handle known = known(handle);
        if (known.offset == UNKNOWN) {
            return base instanceof byte[]
                ? cell(cells, base, elements.get(byte[].class).at(index) & -Long.BYTES, "word") : null;
        }
        Object owner = known.base == null ? base : known.base;
        return cell(cells, owner, known.at(index), known.shift == 0 ? "field" : "element");
    }

    /** Returns the offset of a place in an object, see {@link Ordering}. */
    int offset(Object handle, Object base, long where, int how) {
        if ((how & Ordering.FIELD) == 0) {
            return (int) where;
        }
        if (handle == null) {
            return (int) names.get((int) where).offsetIn(base);
        }
        return (int) known(handle).offset;
    }

    private Handle known(Object handle) {
        int slot = System.identityHashCode(handle) & HANDLES - 1;
        Handle known = handles[slot];
        if (known == null || known.handle != handle) {
            known = resolve(handle, handle);
            handles[slot] = known;
        }
        return known;
    }

    /** @param inner does the work of the handle */
    private Handle resolve(Object handle, Object inner) {
        Layout layout = layouts.get(inner.getClass());
        try {
            if (layout.target != null) {
                return resolve(handle, (Object) layout.target.invokeExact(inner));
            }
            if (layout.offset != null) {
                Object base = layout.base == null ? null : (Object) layout.base.invokeExact(inner);
                long shift = layout.shift == null ? 0 : (long) layout.shift.invokeExact(inner);
                return new Handle(handle, base, (long) layout.offset.invokeExact(inner), shift);
            }
        } catch (Throwable e) {
            // The layout is not known, so neither is the memory that the handle accesses.
        }
        return new Handle(handle, null, UNKNOWN, 0);
    }
}
