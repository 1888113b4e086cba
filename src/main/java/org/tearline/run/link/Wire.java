// SPDX-License-Identifier: Apache-2.0
package org.tearline.run.link;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.lang.reflect.Constructor;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Serializes records as their components in order. A component is an int, long, double, boolean, String, enum, record
 * or a List of these; null is allowed except for primitives. Both ends run the same jar, so the format needs no
 * version. Thread-safe.
 *
 * <p>Uses no JSON library, because binding JSON to records takes half a second in a newly started worker (JDK 17), and
 * a run waits for that. JDK serialization would instantiate any class that the stream names.
 */
final class Wire {
    private static final Map<Class<?>, Layout> LAYOUTS = new ConcurrentHashMap<>();

    /** What reflection knows of a record type. Kept, because looking it up takes longer than sending a record. */
    private record Layout(List<RecordComponent> components, Constructor<?> constructor) {
        private static Layout of(Class<?> type) {
            List<RecordComponent> components = List.of(type.getRecordComponents());
            components.forEach(component -> component.getAccessor().setAccessible(true));
            Class<?>[] parameters = components.stream().map(RecordComponent::getType).toArray(Class<?>[]::new);
            try {
                Constructor<?> constructor = type.getDeclaredConstructor(parameters);
                constructor.setAccessible(true);
                return new Layout(components, constructor);
            } catch (NoSuchMethodException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    private Wire() {
    }

    static void write(DataOutput out, Record value) throws IOException {
        for (RecordComponent component : LAYOUTS.computeIfAbsent(value.getClass(), Layout::of).components) {
            try {
                write(out, component.getGenericType(), component.getAccessor().invoke(value));
            } catch (ReflectiveOperationException e) {
                throw new IOException("cannot read " + component.getAccessor(), e);
            }
        }
    }

    static <T extends Record> T read(DataInput in, Class<T> type) throws IOException {
        Layout layout = LAYOUTS.computeIfAbsent(type, Layout::of);
        List<Object> values = new ArrayList<>();
        for (RecordComponent component : layout.components) {
            values.add(read(in, component.getGenericType()));
        }
        try {
            return type.cast(layout.constructor.newInstance(values.toArray()));
        } catch (ReflectiveOperationException e) {
            throw new IOException("cannot create a " + type.getName(), e);
        }
    }

    private static void write(DataOutput out, Type type, Object value) throws IOException {
        if (!rawType(type).isPrimitive()) {
            out.writeBoolean(value != null);
        }
        if (value instanceof Integer number) {
            out.writeInt(number);
        } else if (value instanceof Long number) {
            out.writeLong(number);
        } else if (value instanceof Double number) {
            out.writeDouble(number);
        } else if (value instanceof Boolean flag) {
            out.writeBoolean(flag);
        } else if (value instanceof String text) {
            out.writeUTF(text);
        } else if (value instanceof Enum<?> constant) {
            out.writeByte(constant.ordinal());
        } else if (value instanceof Record record) {
            write(out, record);
        } else if (value instanceof List<?> list) {
            out.writeInt(list.size());
            for (Object element : list) {
                write(out, elementType(type), element);
            }
        } else if (value != null) {
            throw new IOException("cannot send a " + value.getClass().getName());
        }
    }

    private static Object read(DataInput in, Type type) throws IOException {
        Class<?> raw = rawType(type);
        if (!raw.isPrimitive() && !in.readBoolean()) {
            return null;
        }
        if (raw == int.class || raw == Integer.class) {
            return in.readInt();
        }
        if (raw == long.class || raw == Long.class) {
            return in.readLong();
        }
        if (raw == double.class || raw == Double.class) {
            return in.readDouble();
        }
        if (raw == boolean.class || raw == Boolean.class) {
            return in.readBoolean();
        }
        if (raw == String.class) {
            return in.readUTF();
        }
        if (raw.isEnum()) {
            return raw.getEnumConstants()[in.readByte()];
        }
        if (raw.isRecord()) {
            return read(in, raw.asSubclass(Record.class));
        }
        if (raw != List.class) {
            throw new IOException("cannot receive a " + raw.getName());
        }
        int size = in.readInt();
        List<Object> list = new ArrayList<>(size);
        for (int i = 0; i < size; i++) {
            list.add(read(in, elementType(type)));
        }
        return list;
    }

    /** The only parameterized type of a component is List. */
    private static Class<?> rawType(Type type) {
        if (type instanceof ParameterizedType) {
            return List.class;
        }
        return (Class<?>) type;
    }

    private static Type elementType(Type list) {
        return ((ParameterizedType) list).getActualTypeArguments()[0];
    }
}
