// SPDX-License-Identifier: Apache-2.0
package org.tearline.file;

import java.lang.reflect.RecordComponent;
import java.util.HashMap;
import java.util.Map;

/** Copies records with some components replaced. Thread-safe. */
public final class Copy {
    private Copy() {
    }

    /**
     * Returns a copy.
     *
     * @param changes names of components, each followed by its new value, which may be null
     */
    public static <R extends Record> R of(R record, Object... changes) {
        Map<Object, Object> left = new HashMap<>();
        for (int i = 0; i < changes.length; i += 2) {
            left.put(changes[i], changes[i + 1]);
        }
        try {
            RecordComponent[] components = record.getClass().getRecordComponents();
            Class<?>[] types = new Class<?>[components.length];
            Object[] values = new Object[components.length];
            for (int i = 0; i < components.length; i++) {
                String name = components[i].getName();
                types[i] = components[i].getType();
                values[i] = left.containsKey(name) ? left.remove(name) : components[i].getAccessor().invoke(record);
            }
            if (!left.isEmpty()) {
                throw new IllegalArgumentException(record.getClass() + " has no " + left.keySet());
            }
            @SuppressWarnings("unchecked")
            Class<R> type = (Class<R>) record.getClass();
            return type.getDeclaredConstructor(types).newInstance(values);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }
}
