// SPDX-License-Identifier: Apache-2.0
package org.tearline.run.link;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.List;

/**
 * Serializes records: their components in order. A component is an int, long, double, boolean, String, enum, record or
 * a List of these; null is allowed except for primitives. Both ends run the same jar, so there is no version.
 * Thread-safe.
 *
 * <p>No library does this, because a run waits for a cold worker: there, binding JSON to records takes half a second
 * (JDK 17). JDK serialization would instantiate any class that the stream names.
 */
final class Wire {
    private Wire() {
    }

    static void write(DataOutput out, Record value) throws IOException {
        for (RecordComponent component : value.getClass().getRecordComponents()) {
            write(out, component.getGenericType(), invoke(component, value));
        }
    }

    static <T extends Record> T read(DataInput in, Class<T> type) throws IOException {
        RecordComponent[] components = type.getRecordComponents();
        Class<?>[] types = new Class<?>[components.length];
        Object[] values = new Object[components.length];
        for (int i = 0; i < components.length; i++) {
            types[i] = components[i].getType();
            values[i] = read(in, components[i].getGenericType());
        }
        try {
            Constructor<T> constructor = type.getDeclaredConstructor(types);
            constructor.setAccessible(true);
            return constructor.newInstance(values);
        } catch (ReflectiveOperationException e) {
            throw new IOException("cannot create a " + type.getName(), e);
        }
    }

    private static void write(DataOutput out, Type type, Object value) throws IOException {
        if (type == int.class) {
            out.writeInt((Integer) value);
        } else if (type == long.class) {
            out.writeLong((Long) value);
        } else if (type == double.class) {
            out.writeDouble((Double) value);
        } else if (type == boolean.class) {
            out.writeBoolean((Boolean) value);
        } else {
            out.writeBoolean(value != null);
            if (value != null) {
                writePresent(out, type, value);
            }
        }
    }

    private static void writePresent(DataOutput out, Type type, Object value) throws IOException {
        if (value instanceof String text) {
            out.writeUTF(text);
        } else if (value instanceof Integer number) {
            out.writeInt(number);
        } else if (value instanceof Long number) {
            out.writeLong(number);
        } else if (value instanceof Enum<?> constant) {
            out.writeByte(constant.ordinal());
        } else if (value instanceof Record record) {
            write(out, record);
        } else if (value instanceof List<?> list) {
            out.writeInt(list.size());
            for (Object element : list) {
                write(out, elementType(type), element);
            }
        } else {
            throw new IOException("cannot send a " + value.getClass().getName());
        }
    }

    private static Object read(DataInput in, Type type) throws IOException {
        if (type == int.class) {
            return in.readInt();
        }
        if (type == long.class) {
            return in.readLong();
        }
        if (type == double.class) {
            return in.readDouble();
        }
        if (type == boolean.class) {
            return in.readBoolean();
        }
        return in.readBoolean() ? readPresent(in, type) : null;
    }

    private static Object readPresent(DataInput in, Type type) throws IOException {
        if (type instanceof ParameterizedType) {
            int size = in.readInt();
            List<Object> list = new ArrayList<>(size);
            for (int i = 0; i < size; i++) {
                list.add(read(in, elementType(type)));
            }
            return list;
        }
        Class<?> plain = (Class<?>) type;
        if (plain == String.class) {
            return in.readUTF();
        }
        if (plain == Integer.class) {
            return in.readInt();
        }
        if (plain == Long.class) {
            return in.readLong();
        }
        if (plain.isEnum()) {
            return plain.getEnumConstants()[in.readByte()];
        }
        if (plain.isRecord()) {
            return read(in, plain.asSubclass(Record.class));
        }
        throw new IOException("cannot receive a " + plain.getName());
    }

    private static Type elementType(Type list) {
        return ((ParameterizedType) list).getActualTypeArguments()[0];
    }

    private static Object invoke(RecordComponent component, Record value) throws IOException {
        try {
            component.getAccessor().setAccessible(true);
            return component.getAccessor().invoke(value);
        } catch (IllegalAccessException | InvocationTargetException e) {
            throw new IOException("cannot read " + component, e);
        }
    }
}
